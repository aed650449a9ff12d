"""Types that a program declares: specs of input signatures, and annotations of jaxtyping and nptyping."""

from __future__ import annotations

import re
from collections.abc import Mapping

from hybridize.frameworks.tensor_types.arguments import NONE, Argument, Constant, Unknown, as_dtype, is_none
from hybridize.frameworks.tensor_types.dimensions import Dimension, Shape, Symbol, Unclear
from hybridize.frameworks.tensor_types.dtypes import FLOAT32, DType, named
from hybridize.frameworks.tensor_types.shape_rules import known_dims
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType

SPECS: Mapping[str, TensorKind] = {
    "tensorflow.TensorSpec": TensorKind.TENSOR,
    "tensorflow.RaggedTensorSpec": TensorKind.RAGGED,
    "tensorflow.SparseTensorSpec": TensorKind.SPARSE,
}
"""The classes of specs, and what they describe."""
SPEC_PARAMETERS = ("shape", "dtype", "ragged_rank")
"""The parameters of their constructors, as far as they say anything of the type."""
_WORD = re.compile(r"^(Float|Int|UInt|Complex|BFloat)(\d+)$")


def from_spec(name: str, arguments: Mapping[str, Argument]) -> TensorType:
    """The type that a spec describes; the arguments are those of its constructor, by parameter."""
    kind = SPECS[name]
    given = arguments.get("shape", NONE)
    dtype = arguments.get("dtype")
    rank = arguments.get("ragged_rank")
    shape: Shape = None
    if not isinstance(given, Unknown) and not is_none(given):
        try:
            shape = known_dims(given)
        except Unclear:
            shape = None
    ragged_rank = rank.value if isinstance(rank, Constant) and isinstance(rank.value, int) else None
    if kind is TensorKind.RAGGED and ragged_rank is None and rank is None and shape is not None:
        ragged_rank = len(shape) - 1
    return TensorType(kind, FLOAT32 if dtype is None else as_dtype(dtype), shape, ragged_rank)


def from_jaxtyping(word: str, dimensions: str, kind: TensorKind, scope: str) -> TensorType:
    """`Float32[tf.Tensor, "batch 28 28"]`: `word` is the name of the class, `scope` that of the function.

    A name of a dimension is one length in the whole function.
    """
    return TensorType(kind, _dtype(word), _shape(dimensions.split(), scope))


def from_nptyping(dimensions: str, word: str, scope: str) -> TensorType:
    """`NDArray[Shape["Batch, 28, 28"], Float32]`: `word` is the name of the class of the dtype."""
    texts = [each.strip() for each in dimensions.split(",") if each.strip()]
    return TensorType(TensorKind.NDARRAY, _dtype(word), _shape(texts, scope))


def _dtype(word: str) -> DType | None:
    """The dtype of a class; None for a whole family (`Float`, `Int`)."""
    if word in ("Bool", "Bool8"):
        return named("bool")
    found = _WORD.match(word)
    return named(word.lower()) if found else None


def _shape(texts: list[str], scope: str) -> Shape:
    """The dimensions; None where some are left out (`...`, `*batch`)."""
    if any(each == "..." or each.startswith("*") and len(each) > 1 for each in texts):
        return None
    return tuple(_dimension(each, scope) for each in texts)


def _dimension(text: str, scope: str) -> Dimension:
    # jaxtyping: `#` may be 1, `?` and `_` are not looked at, `name=4` is a number with a name.
    bare = text.lstrip("?").rpartition("=")[2]
    if bare.isdigit():
        return int(bare)
    return Symbol(f"{bare} of {scope}") if bare.isidentifier() and not bare.startswith("_") else None

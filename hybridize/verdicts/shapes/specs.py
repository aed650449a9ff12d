"""Shapes and dtypes of tensors that are made where they are passed, read off the call that makes them."""

from __future__ import annotations

from dataclasses import dataclass, field

from astroid import nodes

from hybridize.inference.facts.names import Callees
from hybridize.program.calls import passed_at
from hybridize.program.lookup import constant
from hybridize.program.syntax import DISPLAYS, last_name, text_of

_SHAPED = {
    "ones": 1, "zeros": 1, "random.normal": 3, "random.uniform": 3, "random.truncated_normal": 3,
}  # fmt: skip
"""Functions that take a shape first, and the position of the dtype."""


@dataclass(frozen=True)
class Spec:
    """A dtype and a shape. `varying`: the dimensions without a written constant, which a comparison leaves out."""

    dtype: str
    shape: tuple[int | None, ...]
    varying: tuple[nodes.NodeNG, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return f"{self.dtype}[{', '.join('?' if size is None else str(size) for size in self.shape)}]"


_DTYPES = frozenset(
    "float16 float32 float64 bfloat16 half double int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool complex64"
    " complex128 string".split()
)


class Specs:
    """What calls make, read off the text of the calls."""

    def __init__(self, callees: Callees) -> None:
        self._callees = callees

    def of(self, expression: nodes.NodeNG) -> Spec | None:
        """What an expression gives, if it is a call that makes a tensor of a written shape or of written numbers."""
        name = self._callees.inside(expression, "tensorflow")
        if not name or not isinstance(expression, nodes.Call) or not expression.args:
            return None
        first = expression.args[0]
        if name in _SHAPED:
            dtype = written_dtype(expression, _SHAPED[name], "float32")
            return None if dtype is None else _shaped(first, dtype)
        if name == "range" and len(expression.args) == 1:
            dtype = written_dtype(expression, 4, "int32")
            return None if dtype is None else _shaped(first, dtype)
        if name in ("constant", "convert_to_tensor") and len(expression.args) == 1:
            shape, kinds = _nested(first)
            dtype = written_dtype(expression, 1, _usual(kinds))
            return Spec(dtype, shape) if shape is not None and dtype is not None else None
        return None


def _usual(kinds: set[str]) -> str | None:
    """What TensorFlow makes of Python numbers."""
    return "float32" if "float" in kinds else "int32" if kinds == {"int"} else None


def written_dtype(call: nodes.Call, position: int, usual: str | None = None) -> str | None:
    """The written dtype, or the usual one; None for one that is not written as such."""
    said = passed_at(call, position, "dtype")
    if said is None:
        return usual
    named = last_name(said) if isinstance(said, nodes.Attribute) else ""
    return text_of(said) if named not in _DTYPES else named


def _shaped(shape: nodes.NodeNG, dtype: str) -> Spec | None:
    dimensions = shape.elts if isinstance(shape, DISPLAYS) else [shape]
    if any(isinstance(each, nodes.Starred) for each in dimensions):
        return None
    known = [constant(each) for each in dimensions]
    sizes = tuple(size if isinstance(size, int) else None for size in known)
    varying = tuple(each for each, size in zip(dimensions, sizes, strict=True) if size is None)
    if varying and dimensions == [shape] and not isinstance(shape, (nodes.Name, nodes.BinOp)):
        return None
    return Spec(dtype, sizes, varying)


def _nested(expression: nodes.NodeNG) -> tuple[tuple[int, ...] | None, set[str]]:
    """The shape of nested lists of numbers, and the types of the numbers."""
    if isinstance(expression, DISPLAYS):
        inner = [_nested(each) for each in expression.elts]
        shapes = {shape for shape, _ in inner}
        kinds = {kind for _, each in inner for kind in each}
        if len(shapes) != 1 or None in shapes:
            return None, kinds
        (only,) = shapes
        assert only is not None
        return (len(inner), *only), kinds
    value = constant(expression)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return (), {type(value).__name__}
    return None, set()

"""What operations take eagerly and refuse in a graph: a number before a tensor of another dtype, a tensor for a list.

Eagerly an operation looks for the dtype among all of its arguments: `tf.maximum(0, x)` makes a float of 0. In a graph
the arguments are converted one after the other: 0 becomes an int32, and a float after it is refused. Which functions do
so was found by calling them (`frameworks/data/graphs.json`).
"""

from __future__ import annotations

from astroid import nodes

from hybridize.frameworks.knowledge import COMPUTING, Symbol
from hybridize.inference.domain.objects import Container, PythonScalar, TupleObject, Value
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Array, Tensor, dtype_name
from hybridize.inference.domain.values import BOTTOM, join, truth
from hybridize.inference.python import iteration
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.inference.tracing.operands import uncovered
from hybridize.inference.tracing.outcomes import DTYPES, dtype_of

_NUMBERS = frozenset({"int", "float", "bool", "complex"})
_DEPTH = 4
"""Lists in lists that are looked into."""


def call(frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG) -> None:
    """A call of a function or method of TensorFlow or Keras."""
    if symbol.name.startswith(_TENSOR_ARRAY):
        _of_tensor_array(frame, symbol, args, node)
    if symbol.role != "function" or not symbol.name.startswith(COMPUTING):
        return
    graphs = frame.analysis.knowledge.graphs
    given = [_given(args, position, name) for position, name in enumerate(symbol.parameters)]
    refused = graphs.tensors.get(symbol.name, ())
    for name, value in zip(symbol.parameters, given, strict=True):
        if name in refused and has(value, Tensor):
            uncovered(frame, node, f"`{symbol.name}` of a tensor for `{name}`, which a graph refuses,")
            return
    first = graphs.numbers.get(symbol.name)
    if "computes" not in symbol.tags or (first is None and symbol.name in graphs.converted):
        return
    for position, name in enumerate(symbol.parameters[:-1]):
        depth = _DEPTH if first is not None and name in first else 0
        dtypes = _dtypes(frame, given[position], depth)
        if dtypes and any(_is_other(tensor, dtypes) for tensor in select(join(given[position + 1 :]), Tensor)):
            what = "a number or array before a tensor of another dtype, which a graph does not convert"
            uncovered(frame, node, f"`{symbol.name}` of {what},")
            return


def _of_tensor_array(frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG) -> None:
    """A tensor array is a Python list eagerly, and a list of operations in a graph."""
    for position, name in enumerate(symbol.parameters):
        index = _given(args, position, name) if name in _INDICES else BOTTOM
        if any(dtype_of(tensor) not in ("", "int32") for tensor in select(index, Tensor)):
            uncovered(frame, node, "an index of a tensor array that is no int32")
    shape, infers = (args.get(name) or BOTTOM for name in ("element_shape", "infer_shape"))
    if symbol.name == _TENSOR_ARRAY and infers and truth(infers) is not True and not shape:
        uncovered(frame, node, "a tensor array that does not know the shape of its elements")


_TENSOR_ARRAY = "tensorflow.TensorArray"
_INDICES = frozenset({"index", "indices"})


def _given(args: Args, position: int, name: str) -> Value:
    return args.positional[position] if position < len(args.positional) else args.keywords.get(name, BOTTOM)


def _dtypes(frame: Frame, value: Value, depth: int) -> set[str | None]:
    """The dtypes that a graph gives to an argument that is no tensor; None is one that is not known.

    Lists are looked into so deep, and arrays told, where a graph was seen to refuse such numbers: others are shapes.
    """
    if has(value, Tensor):
        return set()
    found: set[str | None] = {DTYPES.get(obj.type, obj.type) for obj in select(value, PythonScalar) if _is_number(obj)}
    if depth:
        found.update(dtype_name(array) for array in select(value, Array))
        for obj in select(value, TupleObject, Container):
            for held in iteration.held(frame, obj):
                found |= _dtypes(frame, held, depth - 1)
    return found


def _is_number(scalar: PythonScalar) -> bool:
    return scalar.type in _NUMBERS and not scalar.is_staged


def _is_other(tensor: Tensor, dtypes: set[str | None]) -> bool:
    return dtypes != {dtype_of(tensor)}

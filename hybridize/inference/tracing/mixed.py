"""What operations take eagerly and refuse in a graph.

These are a number before a tensor of another dtype, a tensor for a list or a number, and an argument of another rank
than the operation says: eagerly `tf.reshape(x, -1)` is computed, in a graph -1 is no shape.

Eagerly an operation looks for the dtype among all of its arguments: `tf.maximum(0, x)` makes a float of 0. In a graph
the arguments are converted one after the other: 0 becomes an int32, and a float after it is refused. Which functions do
so was found by calling them (`frameworks/data/graphs.json`).
"""

from __future__ import annotations

from astroid import nodes

from hybridize.frameworks.knowledge import COMPUTING, Knowledge, Symbol
from hybridize.inference.domain.objects import Container, Dataset, PythonScalar, TupleObject, Value
from hybridize.inference.domain.queries import has, only, select
from hybridize.inference.domain.tensors import Array, Tensor, dtype_name
from hybridize.inference.domain.values import BOTTOM, UNKNOWN_EXTERNAL, join, truth
from hybridize.inference.python import iteration
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.inference.tracing.lengths import COMPOSITE, SIZES
from hybridize.inference.tracing.operands import short_name, uncovered
from hybridize.inference.tracing.outcomes import DTYPES, dtype_of
from hybridize.program.flow.names import is_live_after
from hybridize.program.lookup import assigned_values

_NUMBERS = frozenset({"int", "float", "bool", "complex"})
_OF_TENSORFLOW = "tensorflow."
_KEEPING = frozenset({"tensorflow.IndexedSlices"})
"""A class that keeps its parts as they are given. A graph can give it back only if all of them are tensors."""
_SHAPED_IN_PYTHON = frozenset({"keras.initializers.Initializer.__call__"})
"""What goes through a shape in Python: some initializers do."""
_STATIC = {
    "keras.Input": (0, "shape"),
    "tensorflow.RaggedTensorSpec": (0, "shape"),
    "tensorflow.SparseTensorSpec": (0, "shape"),
    "tensorflow.Tensor.set_shape": (0, "shape"),
    "tensorflow.TensorArray": (8, "element_shape"),
    "tensorflow.TensorShape": (0, "dims"),
    "tensorflow.TensorShape.concatenate": (0, "other"),
    "tensorflow.TensorShape.is_compatible_with": (0, "other"),
    "tensorflow.TensorShape.merge_with": (0, "other"),
    "tensorflow.TensorSpec": (0, "shape"),
    "tensorflow.constant": (2, "shape"),
    "tensorflow.ensure_shape": (1, "shape"),
    "tensorflow.squeeze": (1, "axis"),
}
"""What Python goes through while a graph is made, by position and name: tensors have no numbers there, nor in a list.

By runs with 2.15 and 2.21, which raise `TypeError` for each and take an eager tensor.
"""
_SPLIT = "tensorflow.split"
"""It takes the sizes of the parts as a tensor, but not their number."""
_DEPTH = 4
"""Lists in lists that are looked into."""


def numbers_only(knowledge: Knowledge, name: str) -> dict[str, int]:
    """The parameters of a function of TensorFlow or Keras that take no tensor in a graph, with their positions."""
    plain = name.replace(".compat.v1.", ".")
    refused = {"num_or_size_splits"} if plain == _SPLIT else knowledge.graphs.tensors.get(plain, ())
    symbol = knowledge.lookup(name) if refused else None
    found = {each: number for number, each in enumerate(symbol.parameters if symbol else ()) if each in refused}
    if name in _STATIC:
        position, parameter = _STATIC[name]
        found[parameter] = position
    return found


def call(frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG) -> None:
    """A call of a function or method of TensorFlow or Keras."""
    if symbol.name.startswith(_TENSOR_ARRAY):
        _of_tensor_array(frame, symbol, args, node)
    if symbol.name in _KEEPING and not all(only(value, Tensor) for value in args.everything()):
        uncovered(frame, node, f"`{symbol.name}` of something that is no tensor")
    if symbol.name in _SHAPED_IN_PYTHON and has(_given(args, 0, "shape"), Tensor):
        uncovered(frame, node, f"`{symbol.name}` gets a tensor for `shape`, which a graph refuses")
    if symbol.name in _STATIC:
        _of_static(frame, symbol.name, _given(args, *_STATIC[symbol.name]), node)
    if symbol.role != "function" or not symbol.name.startswith(COMPUTING):
        return
    graphs = frame.analysis.knowledge.graphs
    # What the first release has of the same name takes the same.
    name = symbol.name.replace(".compat.v1.", ".")
    given = [_given(args, position, parameter) for position, parameter in enumerate(symbol.parameters)]
    refused, asked = graphs.tensors.get(name, ()), graphs.ranks.get(name, {})
    for parameter, value in zip(symbol.parameters, given, strict=True):
        # A shape of which nobody says what it is may be such a thing, too.
        composite = parameter in SIZES and (
            value & UNKNOWN_EXTERNAL or any(each.kind in COMPOSITE for each in select(value, Tensor))
        )
        if composite or has(value, Dataset):
            what = "Python iterates over it to make a tensor"
            uncovered(frame, node, f"`{symbol.name}` of {what},")
            return
        if parameter in refused and has(value, Tensor):
            if symbol.name.startswith(_OF_TENSORFLOW):
                _refused_tensor(frame, symbol.name, parameter, value, node)
            else:
                # Each Keras has its own functions behind these names.
                uncovered(frame, node, f"`{symbol.name}` gets a tensor for `{parameter}`, which a graph refuses")
            return
        if parameter in asked and _ranks(value) - {asked[parameter]}:
            _other_rank(frame, f"`{short_name(symbol.name)}`", f"`{parameter}`", asked[parameter], value, node)
            return
    if name == _SPLIT and any(_is_scalar(each) for each in select(given[1], Tensor)):
        _refused_tensor(frame, name, symbol.parameters[1], given[1], node)
    first = graphs.numbers.get(name)
    if "computes" not in symbol.tags or (first is None and name in graphs.converted):
        return
    for position, parameter in enumerate(symbol.parameters[:-1]):
        depth = _DEPTH if first is not None and parameter in first else 0
        dtypes = _dtypes(frame, given[position], depth)
        others = [each for each in select(join(given[position + 1 :]), Tensor) if _is_other(each, dtypes)]
        if dtypes and others:
            _before(frame, symbol, dtypes, others, first is not None and parameter in first, node)
            return


def _of_static(frame: Frame, name: str, value: Value, node: nodes.NodeNG) -> None:
    """What takes numbers alone while a graph is made."""
    parts = [value, *(held for obj in select(value, TupleObject, Container) for held in iteration.held(frame, obj))]
    told = next((part for part in parts if any(each.kind not in COMPOSITE for each in select(part, Tensor))), BOTTOM)
    if told:
        _refused_tensor(frame, name, _STATIC[name][1], told, node)


def _refused_tensor(frame: Frame, name: str, parameter: str, value: Value, node: nodes.NodeNG) -> None:
    text = f"`{short_name(name)}` takes no tensor for `{parameter}` in a graph"
    frame.condition("eager-only-call", node, text, value)


def _before(
    frame: Frame, symbol: Symbol, dtypes: set[str | None], others: list[Tensor], seen: bool, node: nodes.NodeNG
) -> None:
    """A number or array before tensors of other dtypes, or of unknown ones. `seen`: runs have refused such a number.

    Most tensors are floats of 32 bits: beside one of unknown dtype any other number is refused as well.
    """
    refused = frozenset(each for each in others if (dtype_of(each) or "float32") not in dtypes)
    if seen and refused and None not in dtypes:
        numbers = " or ".join(sorted(map(str, dtypes)))
        text = f"`{short_name(symbol.name)}` takes {numbers} before a tensor of another dtype eagerly only"
        frame.condition("conflicting-dtypes", node, text, refused)
    else:
        what = "a number or array before a tensor that may be of another dtype"
        uncovered(frame, node, f"`{symbol.name}` of {what}")


def _of_tensor_array(frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG) -> None:
    """A tensor array is a Python list eagerly, and a list of operations in a graph."""
    for position, name in enumerate(symbol.parameters):
        index = _given(args, position, name) if name in _INDICES else BOTTOM
        if any(dtype_of(tensor) not in ("", "int32") for tensor in select(index, Tensor)):
            text = "a tensor array takes an index that is no int32 eagerly only"
            frame.condition("conflicting-dtypes", node, text, index)
    _in_order(frame, symbol.name.rpartition(".")[2], node)
    shape, infers = (args.get(name) or BOTTOM for name in ("element_shape", "infer_shape"))
    if symbol.name == _TENSOR_ARRAY and infers and truth(infers) is not True and not shape:
        uncovered(frame, node, "a `TensorArray` with elements of unknown shape")


def _in_order(frame: Frame, method: str, node: nodes.NodeNG) -> None:
    """What is written to a tensor array whole must be the first that is written, and something must be, to be stacked.

    Only so a graph knows the shape of the elements.
    """
    array = node.func.expr if isinstance(node, nodes.Call) and isinstance(node.func, nodes.Attribute) else None
    made: list[nodes.NodeNG] = []
    if isinstance(array, nodes.Name):
        made = [each for each in assigned_values(array) if each is not node]
    elif isinstance(array, nodes.Call):
        made = [array]
    if not made:
        return
    statement = node.statement()
    if method in _WRITING and isinstance(array, nodes.Name) and is_live_after(statement, array.name):
        bound = {each.name for each in statement.nodes_of_class(nodes.AssignName)}
        if array.name not in bound:
            text = f"`TensorArray.{method}` changes `{array.name}` eagerly only, and gives another one in a graph"
            frame.condition("autograph-limit", node, text)
    callees = frame.analysis.events.calls.callees
    fresh = [_TENSOR_ARRAY in callees.get(each, ()) for each in made]
    if method in _FIRST and not all(fresh):
        uncovered(frame, node, f"`TensorArray.{method}` of an array that was written to")
    elif method in _AFTER and all(fresh) and not any(map(_tells_shape, made)):
        uncovered(frame, node, f"`TensorArray.{method}` of an array that nothing was written to")


def _tells_shape(made: nodes.Call) -> bool:
    return any(keyword.arg == "element_shape" for keyword in made.keywords)


_FIRST = frozenset({"scatter", "split", "unstack"})
_WRITING = _FIRST | {"write"}
_AFTER = frozenset({"concat", "gather", "read", "stack"})
_TENSOR_ARRAY = "tensorflow.TensorArray"
_INDICES = frozenset({"index", "indices"})


def _other_rank(frame: Frame, called: str, parameter: str, asked: int, value: Value, node: nodes.NodeNG) -> None:
    """An argument with another rank than a graph takes."""
    ranks = _ranks(value)
    if asked not in ranks:
        given = "a number" if only(value, PythonScalar) else f"a value of rank {min(ranks)}"
        text = f"{called} takes {given} for {parameter} eagerly only"
        found = f"{text}, in a graph: Shape must be rank {asked} but is rank {min(ranks)}"
        frame.condition("refused-rank", node, found, BOTTOM if only(value, PythonScalar) else value)
    else:
        uncovered(frame, node, f"{called} of a {parameter} that may have a rank which a graph refuses")


def _given(args: Args, position: int, name: str) -> Value:
    return args.positional[position] if position < len(args.positional) else args.keywords.get(name, BOTTOM)


def _is_scalar(tensor: Tensor) -> bool:
    return tensor.type is not None and tensor.type.shape == ()


def _ranks(value: Value) -> set[int]:
    """How many axes an argument has, as far as that is known."""
    ranks = {0 for _ in select(value, PythonScalar)} | {1 for _ in select(value, TupleObject, Container)}
    shapes = (obj.type.shape for obj in select(value, Tensor, Array) if obj.type is not None)
    return ranks | {len(shape) for shape in shapes if shape is not None}


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

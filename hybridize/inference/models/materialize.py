"""From the kind expressions of `frameworks` to values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from astroid import nodes

from hybridize.frameworks.kinds import TENSOR_KINDS, Kind
from hybridize.frameworks.tensor_types.arguments import DTypeObject
from hybridize.frameworks.tensor_types.types import Typed
from hybridize.inference.domain.fields import KEYS, Slot
from hybridize.inference.domain.objects import (
    AbstractObject,
    Dataset,
    External,
    ExternalInstance,
    IteratorObject,
    Opaque,
    PythonScalar,
    TupleObject,
    Unknown,
    Value,
)
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import BOTTOM, NONE, OPAQUE, STR, TENSOR, UNKNOWN_RESULT, join
from hybridize.inference.python import iteration, result_types
from hybridize.inference.python.frame import Frame

if TYPE_CHECKING:
    from hybridize.inference.python.arguments import Args

_SCALARS = frozenset({"int", "float", "str", "bytes", "bool"})
_CONTAINERS = frozenset({"list", "dict", "set"})


def materialize(
    frame: Frame,
    kind: Kind,
    node: nodes.NodeNG,
    args: Args | None,
    receiver: AbstractObject | None,
    results: dict[str, Value] | None = None,
    types: Typed = None,
) -> Value:
    """The value that `kind` describes, made at `node`.

    `args` are the call's arguments by name and position (for `arg:`, `element:` …), `results` what its callbacks gave,
    `types` the dtypes and shapes of what it gives.
    """
    name = kind.name
    if name == "union":
        return join([materialize(frame, k, node, args, receiver, results, types) for k in _chosen(kind.args, args)])
    if name in TENSOR_KINDS:
        if types is not None:
            return result_types.tensors(frame, name, "", result_types.flat(types))
        return TENSOR if name == "tensor" else frame.make(Tensor, name, "").single
    if name in _SCALARS:
        return frame.make(PythonScalar, name, None).single
    if name == "none":
        return NONE
    if name == "python":
        return OPAQUE
    made = _MADE.get(name)
    if made is None:
        return UNKNOWN_RESULT
    return made(_Making(frame, kind, node, args, receiver, results or {}, types))


def _chosen(kinds: Sequence[Kind], args: Args | None) -> Sequence[Kind]:
    """What a union stands for: `tf.scan` begins with its `initializer` where one is given, else with an element."""
    given = {k: args.get(k.text) for k in kinds if k.name == "structure"} if args is not None else {}
    begun = [k for k, value in given.items() if value is not None and value != NONE]
    return begun or [k for k in kinds if given.get(k, BOTTOM) not in (None, NONE)]


@dataclass(slots=True)
class _Making:
    """One value to be made: the arguments of `materialize`."""

    frame: Frame
    kind: Kind
    node: nodes.NodeNG
    args: Args | None
    receiver: AbstractObject | None
    results: dict[str, Value]
    types: Typed

    @property
    def argument(self) -> Value | None:
        """The argument that the kind names."""
        return self.args.get(self.kind.text) if self.args is not None else None

    def inner(self, position: int = 0, types: Typed = None) -> Value:
        """The value of a kind inside the kind."""
        if len(self.kind.args) <= position:
            return UNKNOWN_RESULT
        kind = self.kind.args[position]
        return materialize(self.frame, kind, self.node, self.args, self.receiver, self.results, types)

    def one_inner(self) -> Value:
        """The value of the kind inside, for which the types count that are given for all of it."""
        return self.inner(0, result_types.flat(self.types))


def _array(making: _Making) -> Value:
    return result_types.arrays(making.frame, result_types.flat(making.types))


def _receiver(making: _Making) -> Value:
    return making.receiver.single if making.receiver is not None else UNKNOWN_RESULT


def _element_of_receiver(making: _Making) -> Value:
    receiver = making.receiver
    if receiver is None:
        return UNKNOWN_RESULT
    if type(receiver) is ExternalInstance and Slot.ELEMENTS not in making.frame.heap.fields(receiver):
        # A class that derives from a container: the outside has filled it.
        return UNKNOWN_RESULT
    return iteration.elements(making.frame, receiver.single, making.node, consume=False)


def _dataset(making: _Making) -> Value:
    frame = making.frame
    return frame.make(Dataset, "dataset", _as_element(frame, making.inner(0, making.types), making.node)).single


def _iterator(making: _Making) -> Value:
    frame, element = making.frame, making.inner(0, making.types)
    if making.kind.args and _from_dataset(making.receiver):
        return frame.make(Dataset, "tf-iterator", element).single
    return frame.make(IteratorObject, element, making.node, frame.owner).single


def _container(making: _Making) -> Value:
    name, inside = making.kind.name, making.one_inner() if making.kind.args else BOTTOM
    made = iteration.new_container(making.frame, name, making.node, inside)
    if name == "list":
        result_types.keep_members(making.frame, made, making.types)
    elif name == "dict" and inside:
        # Libraries name things by texts: features, metrics, members of JSON.
        making.frame.heap.write(made, KEYS, STR)
    return made.single


def _tuple(making: _Making) -> Value:
    count, types = len(making.kind.args), making.types
    each = types if isinstance(types, tuple) and len(types) == count else (None,) * count
    items = tuple(making.inner(position, each[position]) for position in range(count))
    return making.frame.make(TupleObject, items, BOTTOM, "tuple").single


def _tuple_of_any_length(making: _Making) -> Value:
    return making.frame.make(TupleObject, (), making.one_inner(), "tuple").single


def _instance(making: _Making) -> Value:
    frame = making.frame
    name = frame.analysis.knowledge.canonical(making.kind.text)
    return frame.make(ExternalInstance, name, making.node, frame.owner).single


def _result(making: _Making) -> Value:
    return making.results.get(making.kind.text, UNKNOWN_RESULT)


def _stacked(making: _Making) -> Value:
    """One result for each element, along a new axis."""
    frame, result = making.frame, _result(making)
    plain = frame.widening.variants.plain(result)
    signature = making.args.get("fn_output_signature") if making.args is not None else None
    if signature and not isinstance(result_types.single(frame, signature), DTypeObject):
        return plain
    made = iteration.tensors_like(frame, result, making.node, leaf_of=result_types.stacked(frame, None), inside=True)
    return made if frame.widening.variants.plain(made) == plain else plain


def _argument(making: _Making) -> Value:
    argument = making.argument
    return argument if argument is not None else UNKNOWN_RESULT


def _element_of_argument(making: _Making) -> Value:
    argument = making.argument
    if argument is None:
        return UNKNOWN_RESULT
    return iteration.elements(making.frame, argument, making.node, consume=False)


def _structure(making: _Making) -> Value:
    frame, node, argument = making.frame, making.node, making.argument
    if argument is None:
        return TENSOR
    if has(argument, Unknown, Opaque):
        frame.analysis.events.tensors.add_open_structure(node)
    called = node.func.as_string().rpartition(".")[2] if isinstance(node, nodes.Call) else ""
    kept = _KEEPING.get(called)
    return iteration.tensors_like(frame, argument, node, leaf_of=kept(frame) if kept else None, inside=True)


_KEEPING = {"gradient": result_types.converted, "while_loop": result_types.in_loop}
"""What gives tensors like those that it is given, by its last name: with the same types, or what is left of them."""


def _unstacked(making: _Making) -> Value:
    frame, node, argument = making.frame, making.node, making.argument
    if argument is None:
        return TENSOR
    if any(tensor.kind == "ragged" for tensor in select(iteration.leaves(frame, argument), Tensor)):
        frame.analysis.events.tensors.add_ragged_rows(node)
    return iteration.tensors_like(frame, argument, node, leaf_of=result_types.sliced(frame), inside=True)


def _slices(making: _Making) -> Value:
    frame, node, argument = making.frame, making.node, making.argument
    whole = isinstance(node, nodes.Call) and node.func.as_string().endswith("from_tensors")
    leaf = result_types.converted(frame) if whole else result_types.sliced(frame)
    return iteration.tensors_like(frame, argument, node, lists=False, leaf_of=leaf, inside=True) if argument else TENSOR


def _class(making: _Making) -> Value:
    return making.frame.make(External, making.kind.text).single


_MADE: dict[str, Callable[[_Making], Value]] = {
    "ndarray": _array,
    "self": _receiver,
    "self.element": _element_of_receiver,
    "dataset": _dataset,
    "iterator": _iterator,
    **dict.fromkeys(_CONTAINERS, _container),
    "tuple": _tuple,
    "tuple*": _tuple_of_any_length,
    "instance": _instance,
    "result": _result,
    "stacked": _stacked,
    "arg": _argument,
    "element": _element_of_argument,
    "star": _element_of_argument,
    "structure": _structure,
    "unstacked": _unstacked,
    "slices": _slices,
    "class": _class,
}
"""How each kind of value is made, but for the most frequent ones."""


def _as_element(frame: Frame, value: Value, node: nodes.NodeNG) -> Value:
    """What a data set makes of what a function gives it: numbers and arrays become tensors."""
    return frame.once((_as_element, value, node), lambda: _with_tensors(frame, value, node))


def _with_tensors(frame: Frame, value: Value, node: nodes.NodeNG) -> Value:
    if has(iteration.leaves(frame, value), PythonScalar, Array):
        return iteration.tensors_like(frame, value, node, leaf_of=result_types.converted(frame))
    return value


def _from_dataset(receiver: AbstractObject | None) -> bool:
    return isinstance(receiver, Dataset)

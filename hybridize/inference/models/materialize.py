"""From the kind expressions of `frameworks` to values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astroid import nodes

from hybridize.frameworks.tensor_types.types import Typed
from hybridize.frameworks.kinds import TENSOR_KINDS, Kind
from hybridize.inference.python import iteration, result_types
from hybridize.inference.python.frame import Frame
from hybridize.inference.domain.objects import (
    AbstractObject,
    Dataset,
    External,
    ExternalInstance,
    IteratorObject,
    PythonScalar,
    TupleObject,
    Value,
)
from hybridize.inference.domain.queries import has
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import BOTTOM, NONE, OPAQUE, TENSOR, UNKNOWN_RESULT, join

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
        return join([materialize(frame, k, node, args, receiver, results, types) for k in kind.args])
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
    if name == "ndarray":
        return result_types.arrays(frame, result_types.flat(types))
    if name == "self":
        return receiver.single if receiver is not None else UNKNOWN_RESULT
    if name == "self.element":
        return (
            iteration.elements(frame, receiver.single, node, consume=False) if receiver is not None else UNKNOWN_RESULT
        )

    def inner(position: int = 0, of: Typed = None) -> Value:
        if len(kind.args) <= position:
            return UNKNOWN_RESULT
        return materialize(frame, kind.args[position], node, args, receiver, results, of)

    if name == "dataset":
        return frame.make(Dataset, "dataset", _as_element(frame, inner(0, types), node)).single
    if name == "iterator":
        element = inner(0, types)
        if kind.args and _from_dataset(receiver):
            return frame.make(Dataset, "tf-iterator", element).single
        return frame.make(IteratorObject, element, node, frame.owner).single
    if name in _CONTAINERS:
        made = iteration.new_container(
            frame, name, node, inner(0, result_types.flat(types)) if kind.args else BOTTOM
        )
        if name == "list":
            result_types.keep_members(frame, made, types)
        return made.single
    if name == "tuple":
        each = types if isinstance(types, tuple) and len(types) == len(kind.args) else (None,) * len(kind.args)
        items = tuple(inner(i, each[i]) for i in range(len(kind.args)))
        return frame.make(TupleObject, items, BOTTOM, "tuple").single
    if name == "tuple*":
        return frame.make(TupleObject, (), inner(0, result_types.flat(types)), "tuple").single
    if name == "instance":
        return frame.make(ExternalInstance, frame.analysis.knowledge.canonical(kind.text), node, frame.owner).single
    if name == "result":
        return (results or {}).get(kind.text, UNKNOWN_RESULT)
    if name == "stacked":
        # There is one for each element, along a new axis: what is known of the shape of one says nothing of all.
        return frame.widening.variants.plain((results or {}).get(kind.text, UNKNOWN_RESULT))
    argument = args.get(kind.text) if args is not None else None
    if name == "arg":
        return argument if argument is not None else UNKNOWN_RESULT
    if name in ("element", "star"):
        return iteration.elements(frame, argument, node, consume=False) if argument is not None else UNKNOWN_RESULT
    if name == "structure":
        if argument is None:
            return TENSOR
        gradient = isinstance(node, nodes.Call) and node.func.as_string().endswith(".gradient")
        same = result_types.converted(frame) if gradient else None
        return iteration.tensors_like(frame, argument, node, leaf_of=same, inside=True)
    if name == "slices":
        whole = isinstance(node, nodes.Call) and node.func.as_string().endswith("from_tensors")
        leaf = result_types.converted(frame) if whole else result_types.sliced(frame)
        return iteration.tensors_like(frame, argument, node, lists=False, leaf_of=leaf) if argument else TENSOR
    if name == "class":
        return frame.make(External, kind.text).single
    return UNKNOWN_RESULT


def _as_element(frame: Frame, value: Value, node: nodes.NodeNG) -> Value:
    """What a data set makes of what a function gives it: numbers and arrays become tensors."""
    if has(iteration.leaves(frame, value), PythonScalar, Array):
        return iteration.tensors_like(frame, value, node, leaf_of=result_types.converted(frame))
    return value


def _from_dataset(receiver: AbstractObject | None) -> bool:
    return isinstance(receiver, Dataset)

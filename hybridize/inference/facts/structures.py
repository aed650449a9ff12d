"""The structure of what arrives at a parameter, as `tf.function` takes it apart: the types of the tensors in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hybridize.frameworks.tensor_types.types import TensorType
from hybridize.inference.domain.fields import KEYS, Key
from hybridize.inference.domain.objects import AbstractObject, Container, TupleObject, Value
from hybridize.inference.domain.queries import only, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import join
from hybridize.inference.python import iteration
from hybridize.inference.python.evaluator import Evaluator
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.contexts import Context

DEPTH = 4
"""Structures in structures that are looked into."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """Tensors and arrays: the kinds and types that may arrive."""

    types: tuple[tuple[str, TensorType | None], ...]


@dataclass(frozen=True, slots=True)
class Structure:
    """A tuple, list or dictionary of known members."""

    type: str
    members: tuple[tuple[str, Arriving], ...]
    """By position, or by the key as it is written."""


Arriving = Leaf | Structure
Members = dict[str, Value]


def structure(evaluator: Evaluator, context: Context, value: Value) -> Arriving | None:
    """What a value is; None where that differs from call to call, and for all that is no tensor and holds none."""
    return _of(Frame(evaluator, context), value, DEPTH)


def leaves(found: Arriving, name: str) -> Iterator[tuple[str, Leaf]]:
    """The tensors in it, each with the expression that takes it out of what is called `name`."""
    if isinstance(found, Leaf):
        yield name, found
        return
    for key, member in found.members:
        yield from leaves(member, f"{name}[{key}]")


def _of(frame: Frame, value: Value, depth: int) -> Arriving | None:
    if not value or not depth:
        return None
    if only(value, Tensor, Array):
        variants = frame.widening.variants
        arrays = frozenset([variants.array(None, each.type) for each in select(value, Array)])
        tensors = frozenset[AbstractObject](select(value, Tensor))
        found = [(each.kind, each.type) for each in select(variants.sure(variants.settled(tensors)), Tensor)]
        found += [("ndarray", each.type) for each in select(variants.sure(variants.settled(arrays)), Array)]
        return Leaf(tuple(found))
    rows = [_members(frame, obj) for obj in value]
    types = {obj.builtin_type for obj in value}
    known = [row for row in rows if row is not None]
    if len(types) > 1 or len(known) < len(rows) or len({tuple(row) for row in known}) > 1:
        return None
    members: list[tuple[str, Arriving]] = []
    for key in known[0]:
        member = _of(frame, join([row[key] for row in known]), depth - 1)
        if member is None:
            return None
        members.append((key, member))
    return Structure(types.pop(), tuple(members)) if members else None


def _members(frame: Frame, obj: AbstractObject) -> Members | None:
    handler = _MEMBERS.get(type(obj))
    return handler(frame, obj) if handler is not None else None


def _by_position(found: Sequence[Value] | None) -> Members | None:
    return None if found is None else {str(index): each for index, each in enumerate(found)}


def _of_container(frame: Frame, obj: Container) -> Members | None:
    if obj.type != "dict":
        return _by_position(iteration.positions(frame, obj))
    fields = frame.heap.fields(obj)
    found = {repr(field.literal.value): cell.value for field, cell in fields.items() if isinstance(field, Key)}
    return found if len(found) == len([field for field in fields if field is not KEYS]) else None


def _of_tuple(frame: Frame, obj: TupleObject) -> Members | None:
    return _by_position(iteration.positions(frame, obj)) if obj.type == "tuple" else None


_MEMBERS: Mapping[type[AbstractObject], Callable[[Frame, Any], Members | None]] = {
    Container: _of_container,
    TupleObject: _of_tuple,
}

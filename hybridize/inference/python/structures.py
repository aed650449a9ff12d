"""Nested lists and tuples: whether functions that go through several of them find that they are not alike."""

from __future__ import annotations

from collections.abc import Sequence

from hybridize.inference.domain.objects import AbstractObject, Container, PythonScalar, TupleObject, Value
from hybridize.inference.domain.queries import only
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.python import iteration
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame

_COMPARING = "tensorflow.nest.assert_same_structure"
_PACKING = "tensorflow.nest.pack_sequence_as"


def are_unlike(frame: Frame, structures: Sequence[Value]) -> bool:
    """Whether one of several structures has not as many members as the first one."""
    return any(_differ(frame, structures[0], other) for other in structures[1:])


def is_refused(frame: Frame, name: str, args: Args) -> bool:
    """Whether structures are not alike, so that a call raises."""
    if args.star or args.double_star:
        return False
    if name == _COMPARING:
        return are_unlike(frame, args.positional[:2])
    structure, sequence = args.get("structure"), args.get("flat_sequence")
    if name != _PACKING or structure is None or sequence is None:
        return False
    wanted, given = _leaves(frame, structure), _members(frame, sequence)
    return wanted is not None and given is not None and wanted != len(given)


def _members(frame: Frame, value: Value) -> Sequence[Value] | None:
    """What is in a list or tuple; None where that is not known, or where it is neither."""
    return iteration.positions(frame, _one(value)) if _is_sequence(value) else None


def _is_sequence(value: Value) -> bool:
    listed = len(value) == 1 and only(value, Container, TupleObject)
    return listed and _one(value).builtin_type in ("list", "tuple")


def _one(value: Value) -> AbstractObject:
    return next(iter(value))


def _differ(frame: Frame, one: Value, other: Value) -> bool:
    left, right = _members(frame, one), _members(frame, other)
    if left is None or right is None:
        return False
    return len(left) != len(right) or any(_differ(frame, *pair) for pair in zip(left, right, strict=True))


def _leaves(frame: Frame, value: Value) -> int | None:
    """How many there are; None where that is not known."""
    if only(value, Array, PythonScalar) or only(value, Tensor) and all(obj.is_typed for obj in value):
        return 1
    members = _members(frame, value)
    counts = [_leaves(frame, each) for each in members] if members is not None else [None]
    known = [each for each in counts if each is not None]
    return sum(known) if len(known) == len(counts) else None

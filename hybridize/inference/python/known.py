"""What is known of values: all of them, or their builtin type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hybridize.inference.domain.fields import ANY_ELEMENT, KEYS, Index, Key
from hybridize.frameworks.tensor_types.arguments import Constant, DTypeObject, Items
from hybridize.inference.domain.known import (
    DEPTH, DTYPE, MEMBERS, SAMPLES, SCALARS, Held, Known, Made, function, has_hash, is_small, shape
)  # fmt: skip
from hybridize.inference.domain.objects import AbstractObject, Container, External, Opaque, TupleObject, Value
from hybridize.inference.domain.values import NONE_OBJECT, literal_of
from hybridize.inference.python.frame import Frame


def known(frame: Frame, value: Value, depth: int = DEPTH) -> Known:
    """What is known of a value."""
    if len(value) != 1:
        return ""
    (obj,) = value
    if obj is NONE_OBJECT:
        return "None"
    written = obj.literal
    if written is not None and is_small(written):
        return written
    reader = _READ.get(type(obj))
    found = reader(frame, obj, depth - 1) if reader is not None and depth else ""
    return found or (obj.builtin_type if obj.builtin_type in SAMPLES else "")


def _external(frame: Frame, obj: External, depth: int) -> Known:
    found = function(obj.name)
    return Made(found) if found is not None else ""


def _opaque(frame: Frame, obj: Opaque, depth: int) -> Known:
    """A shape or dtype of TensorFlow."""
    if isinstance(obj.content, Items):
        lengths = [each.value if isinstance(each, Constant) else None for each in obj.content.items]
        return shape(*[each if type(each) is int and each >= 0 else None for each in lengths])
    return DTYPE if isinstance(obj.content, DTypeObject) else ""


def _tuple(frame: Frame, obj: TupleObject, depth: int) -> Known:
    if obj.rest or obj.type != "tuple" or len(obj.items) > MEMBERS:
        return ""
    return _held(frame, "tuple", list(obj.items), depth)


def _container(frame: Frame, obj: Container, depth: int) -> Known:
    reader = _HELD.get(obj.type)
    return reader(frame, obj, depth) if reader is not None else ""


def _list(frame: Frame, obj: Container, depth: int) -> Known:
    if frame.heap.has(obj, ANY_ELEMENT):
        return ""
    frame.heap.read(obj, ANY_ELEMENT, frame.context)
    count = sum(type(field) is Index for field in frame.heap.fields(obj))
    if count > MEMBERS:
        return ""
    return _held(frame, obj.type, [frame.heap.read(obj, Index(i), frame.context) for i in range(count)], depth)


def _set(frame: Frame, obj: Container, depth: int) -> Known:
    members = frame.heap.read(obj, ANY_ELEMENT, frame.context)
    found = _held(frame, obj.type, [each.single for each in members], depth) if len(members) <= MEMBERS else ""
    return found if isinstance(found, Held) and all(map(has_hash, found.members)) else ""


def _dict(frame: Frame, obj: Container, depth: int) -> Known:
    if frame.heap.has(obj, ANY_ELEMENT):
        return ""
    frame.heap.read(obj, ANY_ELEMENT, frame.context)
    keys = [literal_of(each.single) for each in frame.heap.read(obj, KEYS, frame.context)]
    fields = sum(type(field) is Key for field in frame.heap.fields(obj))
    pairs = []
    for key in keys:
        value = known(frame, frame.heap.read(obj, Key(key), frame.context), depth) if key is not None else ""
        if key is None or not is_small(key) or not value:
            return ""
        pairs.append(Held("tuple", (key, value)))
    return Held("dict", tuple(pairs)) if len(pairs) == fields <= MEMBERS else ""


def _held(frame: Frame, kind: str, values: list[Value], depth: int) -> Known:
    members = tuple(known(frame, each, depth) for each in values)
    return Held(kind, members) if "" not in members and all(map(_is_whole, members)) else ""


def _is_whole(each: Known) -> bool:
    """Whether a member says all: of containers with unknown members nobody knows whether they are empty."""
    return not isinstance(each, str) or each in SCALARS


_HELD: dict[str, Callable[[Frame, Container, int], Known]] = {
    "dict": _dict, "frozenset": _set, "list": _list, "set": _set,
}  # fmt: skip
_READ: dict[type[AbstractObject], Callable[[Frame, Any, int], Known]] = {
    Container: _container,
    External: _external,
    Opaque: _opaque,
    TupleObject: _tuple,
}

"""Changes of objects in place: `x[i] = value`, and what is recorded of every other change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from astroid import nodes

from hybridize.inference.domain.fields import ANY_ATTRIBUTE, ANY_ELEMENT, KEYS, Index, Slot
from hybridize.inference.domain.objects import (
    AbstractObject,
    ClassObject,
    Container,
    External,
    ExternalInstance,
    Instance,
    IteratorObject,
    Opaque,
    Unknown,
    Value,
)
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.tensors import Array
from hybridize.inference.domain.values import literal_of
from hybridize.inference.python import attributes, iteration
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.program.lookup import is_copied


def mutate(frame: Frame, obj: AbstractObject, node: nodes.NodeNG, message: str, certain: bool = True) -> None:
    """Record that an object is changed in place; what cannot be changed in place is ignored.

    `certain`: nothing else arrives there that is not changed.
    """
    kind = type(obj)
    if kind in _CHANGEABLE:
        frame.effect("mutate", node, message, obj, certain)
        for each in _below(frame, obj):
            frame.effect("mutate", node, message, each, certain)
    elif kind in _SHARED:
        frame.effect("mutate", node, message, None, certain)


def _below(frame: Frame, obj: AbstractObject) -> list[Container]:
    """The dictionaries to which a `ChainMap` may write."""
    if type(obj) is not Container or not frame.heap.has(obj, Slot.LOOKED_INTO):
        return []
    below = select(frame.heap.read(obj, Slot.LOOKED_INTO, frame.context), Container)
    return [each for each in below if each is not obj]


_CHANGEABLE = frozenset({Container, Instance, ExternalInstance, IteratorObject, Array, Unknown, Opaque})
"""Kinds of objects that can be changed in place."""
_SHARED = frozenset({ClassObject, External})
"""Kinds of objects that the whole program shares, so that a change of them is always seen."""


def _has_position(frame: Frame, container: Container, position: int) -> bool:
    """Whether the elements of a list are told apart as far as this position."""
    if isinstance(container.site, nodes.List) and position < len(container.site.elts):
        return not frame.heap.has(container, ANY_ELEMENT) or frame.heap.has(container, Index(position))
    return frame.heap.has(container, Index(position))


def set_item(
    frame: Frame, obj: AbstractObject, index: Value, value: Value, node: nodes.NodeNG, target: nodes.Subscript | None
) -> None:
    """`obj[index] = value`; `target` is None where it is not written as a subscript."""
    handler = _ITEM_SET.get(type(obj))
    if handler is not None:
        handler(frame, obj, index, value, node, target)


def _written(target: nodes.Subscript | None) -> str:
    return f"assigns `{target.as_string() if target is not None else 'an item'}`"


def _set_container_item(
    frame: Frame, obj: Container, index: Value, value: Value, node: nodes.NodeNG, target: nodes.Subscript | None
) -> None:
    literal = literal_of(index)
    field = iteration.element_field(obj, literal)
    if isinstance(field, Index) and obj.type == "list" and not _has_position(frame, obj, field.position):
        field = ANY_ELEMENT
    is_slice = target is not None and isinstance(target.slice, nodes.Slice)
    if is_slice:
        value = iteration.elements(frame, value, node, consume=False)
    frame.heap.write(obj, ANY_ELEMENT if is_slice else field, value)
    if obj.type not in ("list", "deque"):
        frame.heap.write(obj, KEYS, index)
    owner = frame.heap.namespaces.get(obj)
    if owner is not None:
        written = target.as_string() if target is not None else "an item"
        name = literal.text if literal is not None else None
        attributes.store(frame, owner, ANY_ATTRIBUTE if name is None else name, value, node, written)
    frame.effect("write-item", node, _written(target), obj)
    for each in _below(frame, obj):
        frame.heap.write(each, field, value)
        frame.heap.write(each, KEYS, index)
        frame.effect("write-item", node, _written(target), each)


def _set_instance_item(
    frame: Frame, obj: Instance, index: Value, value: Value, node: nodes.NodeNG, target: nodes.Subscript | None
) -> None:
    method = frame.evaluator.method(frame, obj, "__setitem__")
    if method:
        frame.evaluator.call(frame, method, Args([index, value]), node)
        return
    inherited = attributes.contents(frame, obj)
    for container in inherited:
        set_item(frame, container, index, value, node, target)
    if not inherited:
        frame.effect("write-item", node, _written(target), obj)


def _set_external_item(
    frame: Frame, obj: ExternalInstance, index: Value, value: Value, node: nodes.NodeNG, target: nodes.Subscript | None
) -> None:
    frame.effect("write-item", node, _written(target), obj)
    frame.heap.write(obj, Slot.ELEMENTS, value)


def _set_other_item(
    frame: Frame, obj: AbstractObject, index: Value, value: Value, node: nodes.NodeNG, target: nodes.Subscript | None
) -> None:
    frame.effect("write-item", node, _written(target), obj)


def _set_unknown_item(
    frame: Frame, obj: Unknown, index: Value, value: Value, node: nodes.NodeNG, target: nodes.Subscript | None
) -> None:
    if target is None or not is_copied(target.value):
        frame.effect("write-item", node, _written(target), obj)


def _set_shared_item(
    frame: Frame, obj: AbstractObject, index: Value, value: Value, node: nodes.NodeNG, target: nodes.Subscript | None
) -> None:
    frame.effect("write-item", node, _written(target), None)


_ITEM_SET: dict[
    type[AbstractObject],
    Callable[[Frame, Any, Value, Value, nodes.NodeNG, nodes.Subscript | None], None],
] = {
    Container: _set_container_item,
    Instance: _set_instance_item,
    ExternalInstance: _set_external_item,
    Array: _set_other_item,
    Unknown: _set_unknown_item,
    Opaque: _set_other_item,
    ClassObject: _set_shared_item,
    External: _set_shared_item,
}
"""What the assignment of an item to an object of each kind does; all others have no items."""

"""Subscripts: `value[index]`, by the kind of object that is asked for an item."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from astroid import nodes

from hybridize.frameworks.knowledge import OF_ARRAYS
from hybridize.inference.domain.fields import ANY_ELEMENT, Index, Slot
from hybridize.inference.domain.objects import (
    AbstractObject,
    ClassObject,
    Container,
    External,
    ExternalInstance,
    ExternalMethod,
    Function,
    Instance,
    MethodKind,
    NoneObject,
    Opaque,
    PythonScalar,
    TupleObject,
    Unknown,
    Value,
)
from hybridize.inference.domain.queries import has, is_staged, only, select
from hybridize.inference.domain.tensors import Array, Tensor, dtype_name
from hybridize.inference.domain.values import (
    BOTTOM,
    INT,
    OPAQUE,
    UNKNOWN_RESULT,
    join,
    literal_of,
    of_those_that_have,
    text_of,
)
from hybridize.inference.python import attributes, iteration, protocols, records, result_types, views
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.assumptions import Use


def item(frame: Frame, value: Value, index: Value, node: nodes.NodeNG) -> Value:
    """`value[index]`."""
    protocols.used_as_index(frame, index, node)
    _note_tensor_index(frame, value, index, node)
    refused = frame.rules.items
    made = [_item(frame, obj, index, node) for obj in value]
    if made and frame.rules.items - refused == len(made):
        frame.heap.fail()
    return made[0] if len(made) == 1 else of_those_that_have(made)


def _is_slice(node: nodes.NodeNG) -> bool:
    return isinstance(node, nodes.Subscript) and isinstance(node.slice, nodes.Slice)


def _item(frame: Frame, obj: AbstractObject, index: Value, node: nodes.NodeNG) -> Value:
    handler = _ITEMS.get(type(obj))
    return handler(frame, obj, index, node) if handler is not None else UNKNOWN_RESULT


def _item_of_tensor(frame: Frame, obj: Tensor, index: Value, node: nodes.NodeNG) -> Value:
    frame.computes(node)
    frame.evaluator.tracing.taken(frame, obj, index, node)
    type_ = result_types.of_item(frame, obj.type, index, node)
    kind = obj.kind if obj.kind in _OF_PARTS else "tensor"
    return frame.widening.variants.tensor(kind, obj.origin, type_).single


_OF_PARTS = frozenset({"ragged", "keras"})
"""Kinds of tensors whose parts are of the same kind."""


def _item_of_array(frame: Frame, obj: Array, index: Value, node: nodes.NodeNG) -> Value:
    if isinstance(node, nodes.Subscript):
        frame.analysis.observations.pick(node, frame.context, _picks(index))
    type_ = result_types.of_item(frame, obj.type, index, node)
    return views.of_item(frame, obj, index, type_)


def _picks(index: Value) -> bool | None:
    """Whether an index picks elements by their positions, `a[rows]`, or by a mask beside others, `a[mask, 0]`: arrays
    take that, tensors do not. False: perhaps; None: no.
    """
    tuples = select(index, TupleObject)
    parts = [part for obj in tuples for part in (*obj.items, obj.rest) if part]
    parts += [index] if len(tuples) < len(index) else []
    found = {_picks_by(part, len(parts) > 1) for part in parts}
    return True if True in found else False if False in found else None


def _picks_by(part: Value, beside: bool) -> bool | None:
    """The same of a part of an index; `beside`: there are others."""
    found = {_is_of_positions(obj, beside) for obj in part}
    if found == {None}:
        return None
    return found == {True}


def _is_of_positions(obj: AbstractObject, beside: bool) -> bool | None:
    """The same of an object that such a part may be."""
    if type(obj) in (Container, TupleObject):
        return True
    if not isinstance(obj, (Array, Tensor)):
        return None
    dtype, shape = dtype_name(obj), obj.type.shape if obj.type is not None else None
    if dtype == "bool":
        return True if beside else None
    if shape == ():
        return None
    return dtype is not None and shape is not None


def _item_of_opaque(frame: Frame, obj: Opaque, index: Value, node: nodes.NodeNG) -> Value:
    """`x.shape[0]`: an element of a shape is a Python int (or None). What has keys is no shape: `queue.get()["x"]`."""
    if index and all(key.builtin_type == "str" for key in index):
        return UNKNOWN_RESULT
    known = result_types.element_of_content(frame, obj.content, index, node)
    # A slice of a shape is a shape.
    plain = OPAQUE if _is_slice(node) else INT
    return plain if known is None else result_types.holding(frame, plain, known)


def _note_tensor_index(frame: Frame, value: Value, index: Value, node: nodes.NodeNG) -> None:
    """A list, tuple or dictionary needs the value of its index; what else may be there does not."""
    if not has(value, TupleObject, Container):
        return
    index |= join([frame.heap.read(each, Slot.ELEMENTS, frame.context) for each in select(index, ExternalInstance)])
    told = index if only(value, TupleObject, Container) else index | value
    if has(index, Tensor) or is_staged(index):
        text = "a tensor is the index of a Python list or dictionary, and has no value in a graph"
        frame.condition("eager-only-call", node, text, told)
    elif has(index, Array) and _is_argument(frame, node):
        text = "an array that arrives is used as the index of a Python container; in a graph it is a tensor"
        frame.condition("eager-only-call", node, text, told)


def _note_numpy_index(frame: Frame, index: Value, node: nodes.NodeNG) -> None:
    """`np.c_[a, b]`, which makes an array of what stands between the brackets."""
    parts = [index, *(held for obj in select(index, TupleObject) for held in obj.items)]
    tensors = next((part for part in parts if has(part, Tensor)), BOTTOM)
    if tensors and isinstance(node, nodes.Subscript):
        text = f"`{node.value.as_string()}` needs the value of a tensor, and a graph has none"
        frame.condition("numpy-on-tensor", node, text, tensors)


def _is_argument(frame: Frame, node: nodes.NodeNG) -> bool:
    """Whether the index of a subscript is a parameter of the function."""
    index = node.slice if isinstance(node, nodes.Subscript) else None
    return isinstance(index, nodes.Name) and index.name in frame.context.arguments


def _item_of_tuple(frame: Frame, obj: TupleObject, index: Value, node: nodes.NodeNG) -> Value:
    known = result_types.element_of_content(frame, obj.content, index, node)
    if _is_slice(node):
        made = _tuple_slice(frame, obj, node)
        return made if known is None else result_types.holding(frame, made, known)
    if known is not None:
        return result_types.holding(frame, obj.rest, known)
    position = _position(index)
    if position is not None and not obj.rest and -len(obj.items) <= position < len(obj.items):
        return obj.items[position]
    if position is not None and not obj.rest:
        frame.heap.fail()
    return join([*obj.items, obj.rest])


def _position(index: Value) -> int | None:
    """The index that a value certainly is."""
    key = literal_of(index)
    return key.index if key is not None else None


def _item_of_scalar(frame: Frame, obj: PythonScalar, index: Value, node: nodes.NodeNG) -> Value:
    return frame.make(PythonScalar, obj.type, None).single if obj.type in ("str", "bytes") else BOTTOM


def _item_of_instance(frame: Frame, obj: Instance, index: Value, node: nodes.NodeNG) -> Value:
    method = frame.evaluator.method(frame, obj, "__getitem__")
    if method:
        return frame.evaluator.call(frame, method, Args([index]), node)
    if frame.analysis.classes.is_named_tuple(obj.cls):
        fields, position = iteration.positions(frame, obj) or [], _position(index)
        if position is not None and -len(fields) <= position < len(fields):
            return fields[position]
        return iteration.elements(frame, obj.single, node, consume=False)
    inherited = attributes.contents(frame, obj)
    if not inherited:
        frame.evaluator.unseen(frame, Use.OPERATOR, obj, node, "[]")
        return UNKNOWN_RESULT
    absent = frame.evaluator.method(frame, obj, "__missing__")
    made = frame.evaluator.call(frame, absent, Args([index]), node) if absent else BOTTOM
    return item(frame, inherited, index, node) | made


def _item_of_external(frame: Frame, obj: ExternalInstance, index: Value, node: nodes.NodeNG) -> Value:
    symbol = frame.analysis.knowledge.method(obj.cls, "__getitem__")
    if symbol is not None:
        if obj.cls.startswith(OF_ARRAYS):
            _note_numpy_index(frame, index, node)
        frame.evaluator.tracing.found(frame, obj.cls, node)
        frame.evaluator.note_effect(frame, symbol, Args([index]), node, obj)
        return frame.evaluator.materialize(frame, symbol.returns, node, Args([index]), obj)
    held = frame.heap.read(obj, Slot.ELEMENTS, frame.context)
    if not held or frame.analysis.knowledge.describes(obj.cls):
        # What was put into an object of a described class need not be what comes out of it.
        frame.evaluator.unseen(frame, Use.OPERATOR, obj, node, "[]")
    return held or UNKNOWN_RESULT


def _item_of_class(frame: Frame, obj: ClassObject, index: Value, node: nodes.NodeNG) -> Value:
    """`Color["RED"]` of an enumeration; of other classes `Optional[int]` and its like."""
    if not frame.analysis.classes.is_enum(obj):
        # It belongs to the class, decorated or not.
        own = select(attributes.class_lookup(frame, obj, "__class_getitem__"), Function, MethodKind)
        methods = join([attributes.bind_one(frame, getattr(each, "target", each), obj).single for each in own])
        return frame.evaluator.call(frame, methods, Args([index]), node) if methods else obj.single
    name = text_of(index)
    return (records.enum_member(frame, obj, name) if name is not None else None) or records.enum_members(frame, obj)


def _item_unseen(frame: Frame, obj: AbstractObject, index: Value, node: nodes.NodeNG) -> Value:
    frame.evaluator.unseen(frame, Use.OPERATOR, obj, node, "[]")
    return obj.single


def _item_of_method(frame: Frame, obj: ExternalMethod, index: Value, node: nodes.NodeNG) -> Value:
    frame.evaluator.unseen(frame, Use.OPERATOR, obj, node, "[]")
    return UNKNOWN_RESULT


def _tuple_slice(frame: Frame, obj: TupleObject, node: nodes.NodeNG) -> Value:
    bounds = _constant_bounds(node)
    if bounds is None or obj.rest:
        return frame.make(TupleObject, (), join([*obj.items, obj.rest]), "tuple").single
    return frame.make(TupleObject, tuple(obj.items[bounds]), BOTTOM, "tuple").single


def _list_slice(frame: Frame, container: Container, node: nodes.NodeNG) -> Value:
    """A new list: of the elements at its positions where these are known, else of any."""
    bounds, positions = _constant_bounds(node), iteration.positions(frame, container)
    if bounds is None or positions is None:
        elements = iteration.container_elements(frame, container)
        sliced = iteration.new_container(frame, container.type, node, elements)
        if result_types.has_content(frame, container):
            content = result_types.content_of(frame, container)
            result_types.keep_content(frame, sliced, result_types.element_of_content(frame, content, OPAQUE, node))
        return sliced.single
    made = iteration.new_container(frame, container.type, node)
    for position, value in enumerate(positions[bounds]):
        frame.heap.write(made, Index(position), value)
    return made.single


def _constant_bounds(node: nodes.NodeNG) -> slice | None:
    """The bounds of a subscript that is a slice between written numbers."""
    assert isinstance(node, nodes.Subscript) and isinstance(node.slice, nodes.Slice)
    bounds: list[int | None] = []
    for part in (node.slice.lower, node.slice.upper, node.slice.step):
        if part is None:
            bounds.append(None)
            continue
        negative = isinstance(part, nodes.UnaryOp) and part.op == "-"
        number = part.operand if negative else part
        if not isinstance(number, nodes.Const) or not isinstance(number.value, int):
            return None
        bounds.append(-number.value if negative else number.value)
    return slice(*bounds) if bounds[2] != 0 else None


def _item_of_container(frame: Frame, container: Container, index: Value, node: nodes.NodeNG) -> Value:
    content = result_types.content_of(frame, container)
    found = _item_in_container(frame, container, index, node)
    if content is None or _is_slice(node):
        return found
    known = result_types.element_of_content(frame, content, index, node)
    return found if known is None else result_types.holding(frame, found, known)


def _item_in_container(frame: Frame, container: Container, index: Value, node: nodes.NodeNG) -> Value:
    key = literal_of(index)
    if container.type not in ("dict", "defaultdict") and _is_slice(node):
        return _list_slice(frame, container, node)
    own = iteration.element_field(container, key)
    if frame.heap.has(container, Slot.FACTORY) and (own is ANY_ELEMENT or not frame.heap.has(container, own)):
        frame.analysis.events.objects.add_fill(container, node, frame.context)
        made = frame.evaluator.call(frame, frame.heap.read(container, Slot.FACTORY, frame.context), Args(), node)
        outlives = container.owner is not frame.owner
        if has(made, Tensor) or frame.place.in_region and outlives:
            # A tensor of the trace stays there, and a branch is traced also where it is not taken.
            message = f"`{node.as_string()}` keeps what it makes where the key is missing"
            frame.effect("mutate", node, message, container)
    if own is ANY_ELEMENT and key is not None and key.index is not None:
        # From the end of a list, whose length is known if no element stands at an unknown place.
        position = iteration.count_positions(frame, container) + key.index
        if position >= 0 and not frame.heap.has(container, ANY_ELEMENT):
            own = Index(position)
    if own is not ANY_ELEMENT:
        joined = frame.heap.read(container, ANY_ELEMENT, frame.context)
        if frame.heap.has(container, own) or joined:
            return frame.heap.read(container, own, frame.context) | joined
        if container.type == "dict" or isinstance(own, Index):
            return frame.heap.read(container, own, frame.context) or frame.heap.missing(frame.context)
    if container.type == "globals":
        # It may be any global, so nothing is known of it.
        return UNKNOWN_RESULT
    value = iteration.container_elements(frame, container)
    return value or frame.heap.missing(frame.context)


_ITEMS: dict[type[AbstractObject], Callable[[Frame, Any, Value, nodes.NodeNG], Value]] = {
    Tensor: _item_of_tensor,
    Array: _item_of_array,
    TupleObject: _item_of_tuple,
    Container: _item_of_container,
    PythonScalar: _item_of_scalar,
    Instance: _item_of_instance,
    ExternalInstance: _item_of_external,
    Opaque: _item_of_opaque,
    ClassObject: _item_of_class,
    External: _item_unseen,
    ExternalMethod: _item_of_method,
    Unknown: _item_unseen,
    NoneObject: lambda frame, obj, index, node: BOTTOM,
}
"""What an item of an object of each kind is; those of all others are unknown."""

"""Containers and iteration: what is inside a value, by position and key, and what taking it out does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from astroid import nodes

from hybridize.frameworks.tensor_types.attributes import element_of
from hybridize.inference.domain.fields import ANY_ELEMENT, KEYS, Field, Index, Key, Slot, is_element
from hybridize.inference.domain.literals import Literal
from hybridize.inference.domain.objects import (
    AbstractObject,
    ClassObject,
    Container,
    Dataset,
    ExternalInstance,
    Instance,
    IteratorObject,
    NoneObject,
    Opaque,
    PythonScalar,
    TupleObject,
    Unknown,
    Value,
)
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import BOTTOM, INT, NONE, OPAQUE, STR, TENSOR, UNKNOWN_RESULT, join
from hybridize.inference.python import views
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.assumptions import Use
from hybridize.program.lookup import made_by

MAX_COPIES = 24
"""Containers of one structure that are copied each for itself; all further ones of a type are one, of leaves."""
MAX_POSITIONS = 24
"""Elements of a display that are kept apart; longer ones (tables, data) are joined."""


_SEQUENCES = frozenset({"list", "deque"})


def element_field(container: Container, key: Literal | None) -> Field:
    """The field of the element at an index or under a key; ANY_ELEMENT where that is not known."""
    if key is None:
        return ANY_ELEMENT
    if container.type not in _SEQUENCES:
        return Key(key)
    index = key.index
    return Index(index) if index is not None and index >= 0 else ANY_ELEMENT


def count_positions(frame: Frame, container: Container) -> int:
    """How many positions of a list hold something of their own."""
    return sum(type(field) is Index for field in frame.heap.fields(container))


def new_container(frame: Frame, kind: str, node: nodes.NodeNG, element: Value = BOTTOM) -> Container:
    """A container allocated at `node` by the running activation."""
    container = frame.make(Container, kind, node, frame.owner)
    if element:
        frame.heap.write(container, ANY_ELEMENT, element)
    return container


def may_be_several(frame: Frame, expression: nodes.NodeNG | None, value: Value) -> bool:
    """Whether what is taken for a tensor may as well be a tuple or list of these, since nobody has seen it.

    It is a guess; or a layer or model of Keras gives it, a tensor for each output, which is not followed; or a function
    of which no more is known than the package that it belongs to; or what has the structure of something unknown.
    """
    if any(tensor.origin for tensor in select(value, Tensor)):
        return True
    events, made = frame.analysis.events, made_by(expression) if expression is not None else None
    if made in events.tensors.open_structures:
        return True
    name = events.tensors.operations.get(made, "") if made is not None else ""
    if name == "keras.layers.Layer.__call__":
        return True
    symbol = frame.analysis.knowledge.lookup(name) if name else None
    return symbol is not None and not symbol.known


def copy_container(frame: Frame, source: Container, target: Container) -> None:
    """Put the elements of a container into another one, each where it was."""
    for name in list(frame.heap.fields(source)):
        frame.heap.write(target, name, frame.heap.read(source, name, frame.context))
    frame.heap.read(source, ANY_ELEMENT, frame.context)


def container_elements(frame: Frame, container: Container, named: bool = True) -> Value:
    """All elements of a list or set, all values of a dict."""
    heap, context = frame.heap, frame.context
    # `fields` is logged as a whole and has another version after each change, so the cells need not be logged.
    fields = heap.fields(container)
    parts: list[Value] = []
    for name, cell in fields.items():
        if name is ANY_ELEMENT or (named and is_element(name)):
            if context not in cell.readers:
                cell.read_by(context)
            parts.append(cell.value)
    if ANY_ELEMENT not in fields:
        heap.cell(container, ANY_ELEMENT).read_by(context)
    return join(parts)


def members(frame: Frame, value: Value) -> Value:
    """What is in the tuples, lists and dicts of a value: not what is in these in turn."""
    found = [join([*obj.items, obj.rest]) for obj in select(value, TupleObject)]
    return join([*found, *(container_elements(frame, obj) for obj in select(value, Container))])


def container_keys(frame: Frame, container: Container) -> Value:
    """The keys of a dict."""
    keys = frame.heap.read(container, KEYS, frame.context)
    return keys


def elements(frame: Frame, value: Value, node: nodes.NodeNG, consume: bool = True) -> Value:
    """What iterating over `value` gives. `consume`: a Python iterator is used up, which is an effect on it."""
    return join([_elements(frame, obj, node, consume) for obj in value])


def _elements(frame: Frame, obj: AbstractObject, node: nodes.NodeNG, consume: bool) -> Value:
    handler = _ITERATED.get(type(obj))
    return handler(frame, obj, node, consume) if handler is not None else _unseen(frame, obj, node)


def _unseen(frame: Frame, obj: AbstractObject, node: nodes.NodeNG) -> Value:
    frame.evaluator.unseen(frame, Use.ITERATION, obj, node)
    return obj.single if obj.is_unknown else UNKNOWN_RESULT


def _container(frame: Frame, obj: Container, node: nodes.NodeNG, consume: bool) -> Value:
    return container_keys(frame, obj) if obj.type in ("dict", "defaultdict") else container_elements(frame, obj)


def _iterator(frame: Frame, obj: IteratorObject, node: nodes.NodeNG, consume: bool) -> Value:
    if consume:
        frame.effect("iterator", node, "takes from a Python iterator", obj)
    return obj.element


def _dataset(frame: Frame, obj: Dataset, node: nodes.NodeNG, consume: bool) -> Value:
    frame.context.summary.add_pass(node)
    return obj.element


def _class(frame: Frame, obj: ClassObject, node: nodes.NodeNG, consume: bool) -> Value:
    return frame.evaluator.members(frame, obj) if frame.analysis.classes.is_enum(obj) else UNKNOWN_RESULT


def external_elements(frame: Frame, obj: ExternalInstance, node: nodes.NodeNG) -> Value:
    """Iterating over an instance of a framework class."""
    knowledge = frame.analysis.knowledge
    if Slot.ELEMENTS in frame.heap.fields(obj):
        return frame.heap.read(obj, Slot.ELEMENTS, frame.context)
    for name in ("__next__", "__iter__", "__getitem__"):
        symbol = knowledge.method(obj.cls, name)
        if symbol is not None:
            frame.evaluator.note_effect(frame, symbol, Args(), node, obj)
            got = frame.evaluator.materialize(frame, symbol.returns, node, None, obj)
            return elements(frame, got, node, consume=False) if name == "__iter__" and obj not in got else got
    frame.evaluator.unseen(frame, Use.ITERATION, obj, node)
    return UNKNOWN_RESULT


def _instance_elements(frame: Frame, obj: Instance, node: nodes.NodeNG) -> Value:
    method = frame.evaluator.method(frame, obj, "__iter__")
    if method:
        got = frame.evaluator.call(frame, method, Args(), node)
        out: list[Value] = []
        for each in got:
            following = frame.evaluator.method(frame, each, "__next__")
            if following:
                out.append(frame.evaluator.call(frame, following, Args(), node))
            elif type(each) is Instance:
                out.append(UNKNOWN_RESULT)
            else:
                out.append(_elements(frame, each, node, consume=False))
        return join(out)
    # What derives from a list or a dictionary is iterated as that is, and `__getitem__` of the class is not asked.
    inherited = frame.evaluator.contents(frame, obj)
    if inherited:
        return elements(frame, inherited, node)
    method = frame.evaluator.method(frame, obj, "__getitem__")
    if method:
        return frame.evaluator.call(frame, method, Args([INT]), node)
    if frame.analysis.classes.is_named_tuple(obj.cls):
        return join([frame.heap.read(obj, name, frame.context) for name in frame.heap.fields(obj)])
    frame.evaluator.unseen(frame, Use.ITERATION, obj, node)
    return UNKNOWN_RESULT


def unpack(frame: Frame, value: Value, count: int, star: int | None, node: nodes.NodeNG) -> list[Value]:
    """The values of `count` targets that unpack `value`; `star` is the position of the starred one, if any.

    A tuple of another length would raise, and nobody unpacks the keys of a dict, so they are none of those meant where
    a sequence of the right length may be there. Where none is, nobody knows what the targets would hold.
    """
    columns: list[list[Value]] = [[] for _ in range(count)]
    known = [(obj, positions(frame, obj)) for obj in value]
    fits = [
        fixed is not None and (len(fixed) == count if star is None else len(fixed) >= count - 1) for _, fixed in known
    ]
    for (obj, fixed), fit in zip(known, fits, strict=True):
        if fixed is None or not fit:
            other = obj.builtin_type == "dict" or (obj.builtin_type == "tuple" and fixed is not None)
            if other and any(fits):
                continue
            refused = fixed is not None and obj.builtin_type == "tuple"
            if refused:
                frame.heap.fail()
            each = UNKNOWN_RESULT if refused else _elements(frame, obj, node, consume=True)
            for column in columns:
                column.append(each)
            continue
        if star is None:
            for column, item in zip(columns, fixed, strict=True):
                column.append(item)
        else:
            after = count - star - 1
            middle = fixed[star : len(fixed) - after]
            for i in range(star):
                columns[i].append(fixed[i])
            columns[star].append(join(middle))
            for i in range(after):
                columns[star + 1 + i].append(fixed[len(fixed) - after + i])
    out = [join(column) for column in columns]
    if star is not None:
        fixed = known[0][1] if len(known) == 1 and fits[0] else None
        taken = None if fixed is None else fixed[star : len(fixed) - (count - star - 1)]
        out[star] = _starred(frame, node, out[star], taken).single
    return out


def _starred(frame: Frame, node: nodes.NodeNG, element: Value, taken: Sequence[Value] | None) -> Container:
    """The list that a starred target gets: `taken` are its elements where they are told apart."""
    if taken is None:
        return new_container(frame, "list", node, element)
    made = new_container(frame, "list", node)
    for position, value in enumerate(taken):
        frame.heap.write(made, Index(position), value)
    return made


def positions(frame: Frame, obj: AbstractObject) -> list[Value] | None:
    """The elements by position, when their number is known."""
    handler = _POSITIONS.get(type(obj))
    return handler(frame, obj) if handler is not None else None


def positions_of_all(frame: Frame, value: Value) -> list[Value] | None:
    """The elements by position, joined over the possibilities, when all of these have the same known number."""
    columns: list[list[Value]] = []
    for obj in value:
        fixed = positions(frame, obj)
        if fixed is None or columns and len(columns[0]) != len(fixed):
            return None
        columns.append(fixed)
    return [join(column) for column in zip(*columns, strict=True)] if columns else None


def _positions_of_tuple(frame: Frame, obj: TupleObject) -> list[Value] | None:
    return list(obj.items) if not obj.rest else None


def _positions_of_list(frame: Frame, obj: Container) -> list[Value] | None:
    if obj.type != "list" or frame.heap.has(obj, ANY_ELEMENT):
        return None
    count = count_positions(frame, obj)
    if not count:
        return None
    frame.heap.read(obj, ANY_ELEMENT, frame.context)
    return [frame.heap.read(obj, Index(i), frame.context) for i in range(count)]


def _positions_of_instance(frame: Frame, obj: Instance) -> list[Value] | None:
    if not frame.analysis.classes.is_named_tuple(obj.cls):
        return None
    return [frame.heap.read(obj, name, frame.context) for name in frame.analysis.classes.field_names(obj.cls)] or None


_POSITIONS: dict[type[AbstractObject], Callable[[Frame, Any], list[Value] | None]] = {
    TupleObject: _positions_of_tuple,
    Container: _positions_of_list,
    Instance: _positions_of_instance,
}
"""What may hold elements by position."""


class TensorsInside:
    """Which tensors structures hold. Each structure is read once, so the answers hold while the heap does not grow."""

    def __init__(self) -> None:
        self._known: dict[tuple[AbstractObject, int], frozenset[str]] = {}

    def of(self, frame: Frame, obj: AbstractObject, depth: int = 3) -> frozenset[str]:
        """The origins of the tensors in the containers of `obj`, and in containers in these up to a depth.

        A tensor that is itself the object is not counted: this is about what a structure holds.
        """
        if type(obj) not in _HELD:
            return _NO_ORIGINS
        found = self._known.get((obj, depth))
        if found is None:
            inside = join(held(frame, obj))
            tensors = select(inside, Tensor)
            origins = {each.origin for each in tensors}
            if depth:
                for each in inside.difference(tensors):
                    origins |= self.of(frame, each, depth - 1)
            found = self._known[obj, depth] = frozenset(origins) if origins else _NO_ORIGINS
        return found


_NO_ORIGINS: frozenset[str] = frozenset()


def contains_tensor(frame: Frame, value: Value, depth: int = 3) -> bool:
    """Whether the containers of `value` hold a tensor; one that is itself the value does not count."""
    inside = TensorsInside()
    return any(inside.of(frame, obj, depth) for obj in value)


def held(frame: Frame, obj: AbstractObject) -> list[Value]:
    """The values that a structure holds: elements of containers (not attributes of objects)."""
    handler = _HELD.get(type(obj))
    return handler(frame, obj) if handler is not None else []


def _held_by_instance(frame: Frame, obj: Instance) -> list[Value]:
    if not frame.analysis.classes.external_bases(obj.cls):
        return []
    if frame.analysis.classes.is_named_tuple(obj.cls):
        return [cell.value for cell in frame.heap.fields(obj).values()]
    return [value for container in frame.evaluator.contents(frame, obj) for value in held(frame, container)]


_HELD: dict[type[AbstractObject], Callable[[Frame, Any], list[Value]]] = {
    TupleObject: lambda frame, obj: [*obj.items, obj.rest],
    Container: lambda frame, obj: frame.heap.elements(obj),
    Instance: _held_by_instance,
}
"""What may hold other objects."""


def leaves(frame: Frame, value: Value) -> Value:
    """What stands at the ends of nested lists, tuples, named tuples and dicts; never one of these, however deep."""
    out: list[Value] = []
    seen: set[AbstractObject] = set()
    is_named_tuple = frame.analysis.classes.is_named_tuple
    while value:
        named = [obj for obj in select(value, Instance) if is_named_tuple(obj.cls)]
        nested = [*select(value, TupleObject, Container), *named]
        out.append(value.difference(nested))
        # Structures share much of what they hold, and joined ones may hold themselves: each is read once.
        unread = [obj for obj in nested if obj not in seen]
        seen.update(unread)
        value = join([inner for obj in unread for inner in read_all(frame, obj)])
    return join(out)


def read_all(frame: Frame, obj: TupleObject | Container | Instance) -> list[Value]:
    """All elements (of a dict: values) of a container, or the fields of a named tuple."""
    return _READ_ALL[type(obj)](frame, obj)


def _read_container(frame: Frame, obj: Container) -> list[Value]:
    return [frame.once((container_elements, obj), lambda: container_elements(frame, obj))]


_READ_ALL: dict[type[AbstractObject], Callable[[Frame, Any], list[Value]]] = {
    TupleObject: lambda frame, obj: [*obj.items, obj.rest],
    Container: _read_container,
    Instance: lambda frame, obj: _positions_of_instance(frame, obj) or [],
}


def tensors_like(
    frame: Frame,
    value: Value,
    node: nodes.NodeNG,
    depth: int = 3,
    lists: bool = True,
    leaf: Value = TENSOR,
    leaf_of: Callable[[AbstractObject], Value] | None = None,
    inside: bool = False,
) -> Value:
    """The same structure with a tensor (or `leaf`) in place of each leaf: `slices:N`, `structure:N` of `frameworks`.

    `lists` False: a list is a leaf, too, as `tf.data` has it. `leaf_of` gives the leaf with the type that follows from
    what stands there; of what containers hold only with `inside`, since they stay the same where a data set is batched.
    """
    return _Likeness(frame, lists, leaf, node, leaf_of, inside).of(value, node, depth)


class _Likeness:
    """Makes structures of tensors. Each container is copied once; past `MAX_COPIES`, all of a type become one."""

    def __init__(
        self,
        frame: Frame,
        lists: bool,
        leaf: Value,
        node: nodes.NodeNG,
        leaf_of: Callable[[AbstractObject], Value] | None,
        typed_inside: bool = False,
    ) -> None:
        self.frame = frame
        self.leaf_of = leaf_of
        self.typed_inside = typed_inside
        self.lists = lists
        self.leaf = leaf
        self.node = node
        self.known: dict[tuple[Value, int], Value] = {}
        self.copies: dict[tuple[AbstractObject, int], Value] = {}

    def of(self, value: Value, node: nodes.NodeNG, depth: int) -> Value:
        found = self.known.get((value, depth))
        if found is None:
            copies, made = self.copies, []
            for obj in value:
                copy = copies.get((obj, depth))
                if copy is None:
                    many = len(copies) >= MAX_COPIES
                    copy = copies[obj, depth] = self._flat(obj) if many else self._like(obj, node, depth)
                made.append(copy)
            found = self.known[value, depth] = self.frame.widening.variants.settled(join(made))
        return found

    def _flat(self, obj: AbstractObject) -> Value:
        """The one structure that stands for many of a type."""
        handler = _ALIKE_FLAT.get(type(obj))
        return handler(self, obj) if handler is not None else self.leaf

    def flat_tuple(self, obj: TupleObject) -> Value:
        """A tuple of any number of leaves."""
        return self.frame.make(TupleObject, (), self.leaf, "tuple").single

    def flat_container(self, obj: Container) -> Value:
        """A container of leaves with the keys of the original, or a leaf."""
        if not self.lists and obj.type in ("list", "set"):
            return self.leaf
        copy = new_container(self.frame, obj.type, self.node)
        self.frame.heap.write(copy, ANY_ELEMENT, self.leaf)
        self.frame.heap.write(copy, KEYS, container_keys(self.frame, obj))
        return copy.single

    def _like(self, obj: AbstractObject, node: nodes.NodeNG, depth: int) -> Value:
        handler = _ALIKE.get(type(obj))
        return handler(self, obj, node, depth) if handler is not None else self._leaf(obj)

    def _leaf(self, obj: AbstractObject) -> Value:
        return self.leaf if self.leaf_of is None else self.leaf_of(obj)

    def unknown(self, obj: Unknown, node: nodes.NodeNG, depth: int) -> Value:
        """A leaf, or a structure that nobody knows: the variables of a model that is not known, say."""
        return self.leaf | obj.single if self.lists else self.leaf

    def none(self, obj: NoneObject, node: nodes.NodeNG, depth: int) -> Value:
        """`None` stays `None`."""
        return NONE

    def tuple(self, obj: TupleObject, node: nodes.NodeNG, depth: int) -> Value:
        """A tuple of the likenesses of its elements."""
        items = tuple([self.of(item, node, depth - 1) for item in obj.items]) if depth else ()
        rest = (self.of(obj.rest, node, depth - 1) if depth else self.leaf) if obj.rest else BOTTOM
        return self.frame.make(TupleObject, items, rest, obj.type).single

    def container(self, obj: Container, node: nodes.NodeNG, depth: int) -> Value:
        """A container of the likenesses of its elements, or a leaf."""
        if not depth or (not self.lists and obj.type in ("list", "set")):
            return self._leaf(obj) if obj.type == "list" else self.leaf
        if self.leaf_of is None or self.typed_inside:
            return self._copied(obj, node, depth)
        plain = _Likeness(self.frame, self.lists, self.leaf, self.node, None)
        key = (_Likeness, obj, node, depth, self.lists, self.leaf)
        return self.frame.once(key, lambda: plain._copied(obj, node, depth))

    def _copied(self, obj: Container, node: nodes.NodeNG, depth: int) -> Value:
        copy = new_container(self.frame, obj.type, node)
        for name, cell in list(self.frame.heap.fields(obj).items()):
            if name is KEYS:
                self.frame.heap.write(copy, name, cell.value)
            elif value := self.frame.heap.read(obj, name, self.frame.context):
                # Inside, a copy keeps the site of its original: with that of the call it would be the outer copy.
                self.frame.heap.write(copy, name, self.of(value, obj.site, depth - 1))
        return copy.single

    def instance(self, obj: Instance, node: nodes.NodeNG, depth: int) -> Value:
        """A named tuple of the likenesses of its fields; any other object is a leaf."""
        classes = self.frame.analysis.classes
        if not depth or not classes.is_named_tuple(obj.cls):
            return self._leaf(obj)
        copy = self.frame.make(Instance, obj.cls, node, self.frame.owner)
        classes.add_instance(copy)
        for name in classes.field_names(obj.cls):
            if value := self.frame.heap.read(obj, name, self.frame.context):
                self.frame.heap.write(copy, name, self.of(value, obj.site, depth - 1))
        return copy.single


_ALIKE: dict[type[AbstractObject], Callable[[_Likeness, Any, nodes.NodeNG, int], Value]] = {
    TupleObject: _Likeness.tuple,
    Instance: _Likeness.instance,
    Container: _Likeness.container,
    NoneObject: _Likeness.none,
    Unknown: _Likeness.unknown,
}
"""What is no leaf of a structure."""
_ALIKE_FLAT: dict[type[AbstractObject], Callable[[_Likeness, Any], Value]] = {
    TupleObject: _Likeness.flat_tuple,
    Container: _Likeness.flat_container,
    NoneObject: lambda likeness, obj: NONE,
}
"""The same where structures of one type are no longer told apart."""
_ITERATED: dict[type[AbstractObject], Callable[[Frame, Any, nodes.NodeNG, bool], Value]] = {
    Tensor: lambda frame, obj, node, consume: frame.widening.variants.tensor(
        "keras" if obj.kind == "keras" else "tensor", obj.origin, element_of(obj.type)
    ).single,
    Array: lambda frame, obj, node, consume: views.of_item(frame, obj, BOTTOM, element_of(obj.type)),
    TupleObject: lambda frame, obj, node, consume: join([*obj.items, obj.rest]),
    Container: _container,
    Dataset: _dataset,
    IteratorObject: _iterator,
    PythonScalar: lambda frame, obj, node, consume: {"str": STR, "bytes": INT}.get(obj.type, BOTTOM),
    Instance: lambda frame, obj, node, consume: _instance_elements(frame, obj, node),
    ExternalInstance: lambda frame, obj, node, consume: external_elements(frame, obj, node),
    ClassObject: _class,
    NoneObject: lambda frame, obj, node, consume: BOTTOM,
    Opaque: lambda frame, obj, node, consume: OPAQUE,
}
"""What iterating over an object of each kind gives; of all others `models.policy` is asked."""

"""Records: dataclasses, attrs classes, named tuples, enumerations, and copies of objects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from astroid import nodes

from hybridize.inference.domain.fields import ANY_ELEMENT, KEYS, Key
from hybridize.inference.domain.literals import Literal
from hybridize.inference.domain.objects import (
    AbstractObject,
    ClassObject,
    Container,
    Dataset,
    External,
    ExternalInstance,
    ExternalMethod,
    Function,
    Hybrid,
    Instance,
    MethodKind,
    NamedTupleClass,
    Partial,
    PropertyObject,
    TupleObject,
    Value,
)
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import BOTTOM, STR, join
from hybridize.inference.python import iteration
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.evaluator import Methods
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.classes import NAMED_TUPLE

MAX_MEMBERS = 12
"""Members of an enumeration that are told apart."""
MAX_COPIED = 40
"""Objects inside a copied one that are copied with it; the rest is shared with the original."""
_FACTORY = "hybridize.factory"
"""The target of a partial that stands for a field with a factory."""


# Fields --------------------------------------------------------------------------------------------------------------


def fill(frame: Frame, instance: Instance, args: Args, node: nodes.NodeNG) -> None:
    """What the `__init__` that is made from the fields does."""
    analysis = frame.analysis
    handed: list[Value] = []
    position = 0
    for field in analysis.classes.fields(instance.cls):
        value = BOTTOM
        if field.init:
            value = args.keywords.get(field.name, BOTTOM)
            if not field.keyword:
                if not value and position < len(args.positional):
                    value = args.positional[position]
                value = value or args.star
                position += 1
            value = value or args.double_star
        value = value or _default(frame, frame.evaluator.class_attribute(frame, instance.cls, field.name), node)
        if not field.stored:
            handed.append(value)
        elif value:
            frame.heap.write(instance, field.name, value)
    for name in ("__post_init__", "__attrs_post_init__"):
        after = frame.evaluator.method(frame, instance, name)
        if after:
            frame.evaluator.call(frame, after, Args(handed), node)


def _default(frame: Frame, stated: Value, node: nodes.NodeNG) -> Value:
    """The default of a field for one more object: what the class states, or what a factory makes."""
    marker = frame.make(External, _FACTORY)
    factories = [each for each in select(stated, Partial) if each.target is marker]
    made = [frame.evaluator.call(frame, each.positional[0], Args(), node) for each in factories]
    return join([stated.difference(factories), *made])


def _field(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`dataclasses.field(...)`, `attr.ib(...)`: what the class attribute stands for."""
    for name in ("default_factory", "factory"):
        if name in args.keywords:
            return frame.make(Partial, frame.make(External, _FACTORY), (args.keywords[name],), ()).single
    return args.keywords.get("default", BOTTOM)


def _factory(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`attr.Factory(list)`."""
    return (
        frame.make(Partial, frame.make(External, _FACTORY), (args.positional[0],), ()).single
        if args.positional
        else None
    )


def _instance_copy(frame: Frame, obj: Instance, node: nodes.NodeNG, overrides: Args) -> Value:
    """A new object of the same class with the same fields, but for those given by keyword."""
    analysis = frame.analysis
    copy = frame.make(Instance, obj.cls, node, frame.owner)
    analysis.classes.add_instance(copy)
    for name in list(frame.heap.fields(obj)):
        if name not in overrides.keywords:
            if isinstance(name, str):
                frame.context.summary.attributes.add_read(obj, name, node)
            frame.heap.write(copy, name, frame.heap.read(obj, name, frame.context))
    for name, value in overrides.keywords.items():
        frame.heap.write(copy, name, value)
    return copy.single


def _replace(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`dataclasses.replace`, `copy.replace`."""
    given = args.positional[0] if args.positional else BOTTOM
    return join([_instance_copy(frame, obj, node, args) for obj in select(given, Instance)]) or None


def _fields(frame: Frame, obj: AbstractObject, node: nodes.NodeNG) -> dict[str, Value] | None:
    """The named fields of a named tuple or dataclass, in order."""
    handler = _FIELDS.get(type(obj))
    return handler(frame, obj, node) if handler is not None else None


def _fields_of_tuple(frame: Frame, obj: TupleObject, node: nodes.NodeNG) -> dict[str, Value] | None:
    return dict(zip(obj.fields, obj.items, strict=False)) if obj.fields else None


def _fields_of_instance(frame: Frame, obj: Instance, node: nodes.NodeNG) -> dict[str, Value]:
    names = frame.analysis.classes.field_names(obj.cls)
    for name in names:
        frame.context.summary.attributes.add_read(obj, name, node)
    return {name: frame.heap.read(obj, name, frame.context) for name in names}


_FIELDS: dict[type[AbstractObject], Callable[[Frame, Any, nodes.NodeNG], dict[str, Value] | None]] = {
    TupleObject: _fields_of_tuple,
    Instance: _fields_of_instance,
}
"""Objects that may have named fields."""


def _as_dict(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`dataclasses.asdict`, `_asdict` of a named tuple."""
    out: list[Value] = []
    for obj in (args.positional[0] if args.positional else BOTTOM):
        fields = _fields(frame, obj, node)
        if fields is None:
            return None
        container = iteration.new_container(frame, "dict", node)
        for name, value in fields.items():
            frame.heap.write(container, Key(Literal(name)), value)
            frame.heap.write(container, KEYS, frame.make.constant(name))
        out.append(container.single)
    return join(out)


def _as_tuple(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    fields = [_fields(frame, obj, node) for obj in (args.positional[0] if args.positional else BOTTOM)]
    if not all(fields):
        return None
    return join([frame.make(TupleObject, tuple(each.values()), BOTTOM, "tuple").single for each in fields if each])


def _as_dict_method(frame: Frame, receiver: AbstractObject, args: Args, node: nodes.NodeNG) -> Value | None:
    """`point._asdict()`."""
    return _as_dict(frame, Args([receiver.single]), node)


def _replace_in_tuple(frame: Frame, receiver: TupleObject, args: Args, node: nodes.NodeNG) -> Value | None:
    """`point._replace(x=1)` of what `collections.namedtuple` made."""
    items = tuple({**dict(zip(receiver.fields, receiver.items, strict=False)), **args.keywords}.values())
    return frame.make(TupleObject, items, BOTTOM, receiver.type).single


def _replace_in_instance(frame: Frame, receiver: Instance, args: Args, node: nodes.NodeNG) -> Value | None:
    """The same of a class that derives from a named tuple."""
    return _instance_copy(frame, receiver, node, args)


# Named tuples --------------------------------------------------------------------------------------------------------


def _namedtuple(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`collections.namedtuple("P", "a b")`, `typing.NamedTuple("P", [("a", int), ("b", int)])`."""
    if len(args.positional) < 2 or not isinstance(node, nodes.Call):
        return None
    fields: list[str] = []
    spec = node.args[1]
    if isinstance(spec, nodes.Const) and isinstance(spec.value, str):
        fields = spec.value.replace(",", " ").split()
    elif isinstance(spec, (nodes.List, nodes.Tuple)):
        for element in spec.elts:
            if isinstance(element, nodes.Const):
                fields.append(str(element.value))
            elif isinstance(element, nodes.Tuple) and element.elts and isinstance(element.elts[0], nodes.Const):
                fields.append(str(element.elts[0].value))
    stated = [iteration.positions(frame, obj) or [] for obj in args.keywords.get("defaults", BOTTOM)]
    return frame.make(NamedTupleClass, tuple(fields), tuple(stated[0]) if stated else ()).single


def new_named_tuple(frame: Frame, cls: NamedTupleClass, args: Args, node: nodes.NodeNG) -> Value:
    """`Point(1, y=2)`, where `collections.namedtuple` made `Point`."""
    items = list(args.positional)
    defaults = dict(zip(reversed(cls.fields), reversed(cls.defaults), strict=False))
    for name in cls.fields[len(items) :]:
        given = args.keywords.get(name, args.star | args.double_star)
        items.append(given or defaults.get(name, BOTTOM))
    return frame.make(TupleObject, tuple(items), BOTTOM, cls).single


def _make(frame: Frame, receiver: AbstractObject, args: Args, node: nodes.NodeNG) -> Value | None:
    """`Point._make(values)`, also of a class that derives from a named tuple.

    The values are told apart by position where their places are known.
    """
    if not args.positional:
        return None
    given = args.positional[0]
    fixed = iteration.positions(frame, next(iter(given))) if len(given) == 1 else None
    made = Args(fixed) if fixed is not None else Args(star=iteration.elements(frame, given, node))
    return frame.evaluator.call(frame, receiver.single, made, node)


def named_tuple_class_attribute(frame: Frame, cls: NamedTupleClass | ClassObject, name: str) -> Value | None:
    """`Point._make`, `Point._fields`, where `Point` is a class of named tuples."""
    if name == "_make":
        return frame.make(ExternalMethod, NAMED_TUPLE, name, cls).single
    return frame.make(TupleObject, (), STR, "tuple").single if name == "_fields" else None


# Enumerations --------------------------------------------------------------------------------------------------------


def enum_members(frame: Frame, cls: ClassObject) -> Value:
    """All members of an enumeration; of a large one they are not told apart."""
    analysis = frame.analysis
    names = [name for name in sorted(analysis.scopes.names(cls.node).bound) if not name.startswith("_")]
    members = [enum_member(frame, cls, name) for name in names] if len(names) <= MAX_MEMBERS else []
    return (
        join([member for member in members if member is not None])
        or frame.make(Instance, cls, cls.node, analysis.modules.around(cls.node)).single
    )


def enum_member(frame: Frame, cls: ClassObject, name: str) -> Value | None:
    """A member of an enumeration by its name; None for a method and what else its body binds."""
    analysis = frame.analysis
    owner = analysis.classes.binder(cls, name)
    if owner is None:
        return None
    value = frame.heap.read(owner, name, frame.context)
    site = next((each for each in owner.node.locals.get(name, ()) if isinstance(each, nodes.AssignName)), None)
    if site is None or has(value, Function, Hybrid, MethodKind, PropertyObject, ClassObject):
        return None
    many = len(owner.node.locals) > MAX_MEMBERS
    member = frame.make(Instance, cls, owner.node if many else site, analysis.modules.around(cls.node))
    if value:
        frame.heap.write(member, "value", value)
        frame.heap.write(member, "_value_", value)
        constructor = frame.evaluator.method(frame, member, "__init__")
        if constructor:
            stated = next(iter(value))
            spread = isinstance(stated, TupleObject) and not stated.rest
            given = iteration.positions(frame, stated) if spread else None
            frame.evaluator.call(frame, constructor, Args([stated.single] if given is None else given), site)
    return member.single


def same_member(frame: Frame, one: Value, other: Value) -> bool | None:
    """Whether two values are certainly the same member of an enumeration, or certainly not; None = perhaps."""
    if len(one) != 1 or len(other) != 1:
        return None
    (first,), (second,) = one, other
    cls = _enumeration_of(frame, first)
    if cls is None or cls is not _enumeration_of(frame, second):
        return None
    return first is second


def _enumeration_of(frame: Frame, obj: AbstractObject) -> ClassObject | None:
    """The enumeration of which an object is one known member."""
    if type(obj) is not Instance or not isinstance(obj.site, nodes.AssignName):
        return None
    return obj.cls if frame.analysis.classes.is_enum(obj.cls) else None


# Copies --------------------------------------------------------------------------------------------------------------


def _shallow_copy(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`copy.copy`."""
    return _Copies(frame, node, deep=False).of(args.positional[0] if args.positional else BOTTOM)


def _deep_copy(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`copy.deepcopy`: what is inside is new, too. All that is inside and of one type is one object."""
    return _Copies(frame, node, deep=True).of(args.positional[0] if args.positional else BOTTOM)


class _Copies:
    """The copies that one call makes. Each object is copied once, however many copied objects hold it."""

    def __init__(self, frame: Frame, node: nodes.NodeNG, deep: bool) -> None:
        self._frame = frame
        self._node = node
        self._deep = deep
        self._objects: dict[AbstractObject, Value] = {}
        self._values: dict[Value, Value] = {}
        self._shared: set[AbstractObject] = set()
        """What is no object with an inside that is known: the copy holds the same."""

    def of(self, value: Value) -> Value:
        """The copies of what is handed to the call."""
        outer = sorted((a for a in select(value, Container, Instance)), key=lambda a: a.serial)
        made = [(obj, self._made(obj, self._node)) for obj in outer]
        for obj, copy in made:
            self._fill(obj, copy)
        copies = join([self._copied(obj) for obj in value])
        if self._is_refused([*self._objects, *self._shared]):
            self._frame.evaluator.tracing.uncovered(self._frame, self._node, "a copy of an object of TensorFlow")
        return copies

    def _is_refused(self, copied: list[AbstractObject]) -> bool:
        """Whether a trace may refuse to copy something: a model, a tensor or variable.

        Both releases refuse the deep copy of a variable, and 2.21 that of a layer, deep or not. The copy of a tensor in
        a condition raises when it runs.
        """
        classes = self._frame.analysis.classes
        bases = {base for obj in select(copied, Instance) for base in classes.external_bases(obj.cls)}
        return not all(base.startswith("builtins.") for base in bases) or any(type(obj) in _UNCOPIED for obj in copied)

    def _made(self, obj: Container | Instance, site: nodes.NodeNG) -> Container | Instance:
        copy = _ALIKE[type(obj)](self._frame, obj, site)
        self._objects[obj] = copy.single
        return copy

    def _fill(self, obj: Container | Instance, copy: Container | Instance) -> None:
        heap, context = self._frame.heap, self._frame.context
        inside = self._deep and len(self._objects) < MAX_COPIED
        for name in list(heap.fields(obj)):
            value = heap.read(obj, name, context)
            heap.write(copy, name, self._all(value) if inside else value)
        heap.read(obj, ANY_ELEMENT, context)

    def _all(self, value: Value) -> Value:
        found = self._values.get(value)
        if found is None:
            copies = [self._copied(obj) for obj in sorted(value, key=lambda a: a.serial)]
            found = self._values[value] = join(copies)
        return found

    def _copied(self, obj: AbstractObject) -> Value:
        handler = _COPIED.get(type(obj))
        if handler is None:
            self._shared.add(obj)
            return obj.single
        return handler(self, obj)

    def tuple(self, obj: TupleObject) -> Value:
        """The copy of a tuple that is inside what is copied; a shallow copy shares it."""
        if not self._deep or len(self._objects) >= MAX_COPIED:
            return obj.single
        items = tuple([self._all(item) for item in obj.items])
        return self._frame.make(TupleObject, items, self._all(obj.rest), obj.type).single

    def array(self, obj: Array) -> Value:
        """The copy of an array belongs to whoever copies."""
        return self._frame.array

    def allocated(self, obj: Container | Instance) -> Value:
        """The copy of a container or an object, with copies of what it holds."""
        known = self._objects.get(obj)
        if known is None:
            node = self._node
            copy = self._made(obj, node.func if isinstance(node, nodes.Call) else node)
            self._fill(obj, copy)
            known = copy.single
        return known


def _empty_container(frame: Frame, obj: Container, site: nodes.NodeNG) -> Container:
    return frame.make(Container, obj.type, site, frame.owner)


def _empty_instance(frame: Frame, obj: Instance, site: nodes.NodeNG) -> Instance:
    made = frame.make(Instance, obj.cls, site, frame.owner)
    frame.analysis.classes.add_instance(made)
    return made


_ALIKE: dict[type[AbstractObject], Callable[[Frame, Any, nodes.NodeNG], Container | Instance]] = {
    Container: _empty_container,
    Instance: _empty_instance,
}
"""A new object of the same type, to be filled with what the original holds."""
_COPIED: dict[type[AbstractObject], Callable[[_Copies, Any], Value]] = {
    Array: _Copies.array,
    TupleObject: _Copies.tuple,
    Container: _Copies.allocated,
    Instance: _Copies.allocated,
}
"""How an object inside a copied one is copied; all others are shared."""
_UNCOPIED = frozenset({Dataset, ExternalInstance, Tensor})
"""Kinds that a trace may refuse to copy, or of which it loses the copy: that of a tensor is no value of a condition."""


SPECIAL: dict[str, Callable[[Frame, Args, nodes.NodeNG], Value | None]] = {
    **dict.fromkeys(("dataclasses.field", "attr.ib", "attr.attrib", "attr.field", "attrs.field"), _field),
    **dict.fromkeys(("attr.Factory", "attrs.Factory"), _factory),
    **dict.fromkeys(("collections.namedtuple", NAMED_TUPLE), _namedtuple),
    "copy.copy": _shallow_copy,
    "copy.deepcopy": _deep_copy,
    "copy.replace": _replace,
    **dict.fromkeys(("attr.evolve", "attr.assoc", "attrs.evolve", "dataclasses.replace"), _replace),
    "dataclasses.asdict": _as_dict,
    "dataclasses.astuple": _as_tuple,
}
METHODS: Methods = {
    (NAMED_TUPLE, "_make", NamedTupleClass): _make,
    (NAMED_TUPLE, "_make", ClassObject): _make,
    ("", "_asdict", AbstractObject): _as_dict_method,
    ("", "_replace", TupleObject): _replace_in_tuple,
    ("", "_replace", Instance): _replace_in_instance,
}

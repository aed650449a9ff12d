"""Objects that `tf.function` does not take as arguments, or hands on as something else.

An argument is taken apart as far as it is a structure (tuples, lists, mappings, named tuples, classes of attrs), and
the function gets a structure made anew; other objects must have a hash. By runs on TensorFlow 2.15 and 2.21.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from astroid import nodes

from hybridize.inference.domain.fields import KEYS
from hybridize.inference.domain.objects import (
    AbstractObject,
    Bound,
    ClassObject,
    Container,
    External,
    ExternalInstance,
    Function,
    Instance,
    NoneObject,
    Opaque,
    PythonScalar,
    TupleObject,
    Unknown,
    Value,
)
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import join
from hybridize.inference.facts.facts import Facts, FunctionFacts, ParameterFacts
from hybridize.inference.facts.objects import ClassBody, ClassFacts, Objects
from hybridize.program.calls import constants_passed
from hybridize.program.inside import nodes_inside
from hybridize.program.syntax import is_name
from hybridize.verdicts.evidence.assumptions import UnseenCode
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.safety import (
    ReceiverOfClass,
    ReceiverWithoutHash,
    ReceiverWithSlots,
    Unusable,
    UnusableArgument,
)
from hybridize.verdicts.model.parts import Place
from hybridize.verdicts.project.unknown_code import uncovered
from hybridize.verdicts.values.read_tensors import tensors_read

DEPTH = 3
"""Structures inside structures that are looked into."""

_ATTRS = frozenset(f"attr.{name}" for name in ("s", "attrs", "attributes", "dataclass"))
_ATTRS |= frozenset(f"{package}.{name}" for package in ("attr", "attrs") for name in ("define", "mutable", "frozen"))
_UNHASHABLE = frozenset(
    """argparse.Namespace array.array builtins.bytearray builtins.memoryview builtins.slice collections.ChainMap
    collections.UserList collections.deque configparser.ConfigParser configparser.RawConfigParser optparse.Values
    types.MappingProxyType types.SimpleNamespace""".split()
)
_PLAIN = frozenset({"builtins.list", "builtins.tuple", "collections.defaultdict"})
"""Their subclasses arrive as what they derive from."""
_MAPPINGS = frozenset({"builtins.dict", "collections.OrderedDict", "collections.Counter"})
_MAKING = ("__init__", "__new__", "__getattr__")
"""Methods by which a mapping made anew from pairs fails or becomes another."""


_DATACLASS = "dataclasses.dataclass"
_ABSTRACT = frozenset(
    f"{module}.{name}"
    for module in ("collections.abc", "typing")
    for name in "ItemsView KeysView Mapping MutableMapping MutableSet Set".split()
)
"""Those that compare what they hold."""
_WITHOUT_HASH = (
    _UNHASHABLE
    | _ABSTRACT
    | frozenset(
        """builtins.dict builtins.list builtins.set collections.Counter collections.OrderedDict collections.UserDict
        collections.defaultdict numbers.Complex numbers.Integral numbers.Number numbers.Rational numbers.Real
        numpy.ndarray shelve.Shelf typing.AbstractSet typing.ChainMap typing.Counter typing.DefaultDict typing.Deque
        typing.Dict typing.List typing.OrderedDict weakref.WeakKeyDictionary weakref.WeakSet
        weakref.WeakValueDictionary""".split()
    )
)
_WITHOUT_WEAK_REFERENCE = frozenset(
    "builtins.bytes builtins.int builtins.tuple enum.IntEnum enum.IntFlag typing.Tuple".split()
)


def unusable_receiver(facts: Facts, function: FunctionFacts, here: Place) -> list[Evidence]:
    """Why a method's object is none for a graph, which keeps it weakly and as a key; one reason at most."""
    for parameter in function.parameters:
        for obj in select(parameter.value, Instance) if parameter.receiver else ():
            cls = facts.objects.class_facts(obj.cls)
            if not _has_hash(facts.objects, obj, cls):
                return [ReceiverWithoutHash(here, cls.name)]
            strong = sorted(_WITHOUT_WEAK_REFERENCE & cls.bases) or ["builtins.tuple"] * cls.is_named_tuple
            if strong:
                return [ReceiverOfClass(here, cls.name, strong[0].rpartition(".")[2])]
            # One class without `__slots__` among them makes room for weak references.
            if cls.bases <= {"builtins.object"} and all(map(_has_slots, cls.bodies)):
                return [ReceiverWithSlots(here, cls.name)]
    return []


def _has_slots(body: ClassBody) -> bool:
    """Whether a class body leaves no room for weak references, by its `__slots__` or a decorator that makes them."""
    said = constants_passed(body.decorators.get(_DATACLASS))
    return "__slots__" in body.names or (said.get("slots") is True and not said.get("weakref_slot"))


def held_equal(facts: Facts, function: FunctionFacts) -> list[UnseenCode]:
    """Objects of a class that says itself which of them are equal: equal ones share a graph, whatever they hold.

    TensorFlow keeps the graphs of a method by its object, and looks the object up with its `__eq__` and `__hash__`; of
    arguments it keeps weak references, which compare likewise. Run on 2.15 and 2.21: with `__eq__` that compares names,
    the second object computes with the numbers of the first.
    """
    for parameter in function.parameters:
        for obj in select(parameter.value, Instance):
            cls = facts.objects.class_facts(obj.cls)
            if cls.binds("__eq__") and cls.binds("__hash__"):
                what = f"objects of `{cls.name}` that are equal by `__eq__` share one graph"
                return [uncovered(function.module.file.relative, function.node, what)]
    return []


def _has_hash(objects: Objects, obj: Instance, cls: ClassFacts) -> bool:
    """Whether an object can be a key: the nearest class decides that has a `__hash__`, or an `__eq__` without one."""
    for body in cls.bodies:
        if "__hash__" in body.names:
            return True
        made = _made_hash(body)
        if made:
            fields = {name for each in cls.bodies for name in each.names}
            return not any(has(objects.attribute(obj, name), Array, Container, Tensor) for name in fields)
        if made is not None or "__eq__" in body.names:
            return False
    return _WITHOUT_HASH.isdisjoint(cls.bases)


def _made_hash(body: ClassBody) -> bool | None:
    """Whether a decorator makes a hash of the fields, or takes the hash away; None where it does neither."""
    for name, decorator in body.decorators.items():
        if name == _DATACLASS or name in _ATTRS:
            said = constants_passed(decorator)
            if said.get("unsafe_hash") or said.get("hash"):
                return True
            if said.get("eq", said.get("cmp", True)) is False:
                return None
            return bool(said.get("frozen")) or name.endswith(".frozen")
    return None


Why = tuple[str, Unusable, str]
"""The class of an object, why the object is no argument, and the method that is in the way."""
Reasons = dict[tuple[AbstractObject, int], Why | None]
"""By object and by how deep its members are looked at; None: there is no reason against it."""


def unusable_arguments(facts: Facts, function: FunctionFacts, here: Place, known: Reasons) -> list[Evidence]:
    """Objects that arrive at a function and would not as a graph, one reason for each parameter at most.

    Many functions receive the same objects: `known` holds what has been found of them.
    """
    out: list[Evidence] = []
    for parameter in function.parameters:
        reason = None if parameter.receiver else _reason(facts.objects, parameter.value, DEPTH, known)
        reason = reason or _compared_operation(facts, function, parameter)
        if reason is not None:
            out.append(UnusableArgument(here, parameter.name, *reason, tensors_read(facts, function, parameter)))
    return out


def _compared_operation(facts: Facts, function: FunctionFacts, parameter: ParameterFacts) -> Why | None:
    """An operation that the function compares: `activation is tf.sin`. Most have a decorator, which the graph loses."""
    known = ((obj.name, facts.knowledge.lookup(obj.name)) for obj in select(parameter.value, External))
    operations = [name for name, symbol in known if symbol is not None and "computes" in symbol.tags]
    compared = (
        operand
        for each in (nodes_inside(function.node, nodes.Compare) if operations else ())
        for operand in (each.left, *(right for _, right in each.ops))
    )
    if any(is_name(each, parameter.name) for each in compared):
        return operations[0].rpartition(".")[2], Unusable.WRAPPED, ""
    return None


def _reason(objects: Objects, value: Value, depth: int, known: Reasons) -> Why | None:
    """The first reason that some object of a value gives."""
    for obj in sorted(value, key=lambda each: each.serial):
        key = (obj, depth)
        if key not in known:
            known[key] = _reason_of(objects, obj, depth, known)
        reason = known[key]
        if reason is not None:
            return reason
    return None


def _reason_of(objects: Objects, obj: AbstractObject, depth: int, known: Reasons) -> Why | None:
    reason = _OF[type(obj)](objects, obj) if type(obj) in _OF else None
    if reason is not None or not depth:
        return reason
    held = (_reason(objects, each, depth - 1, known) for each in members(objects, obj))
    return next((each for each in held if each is not None), None)


def members(objects: Objects, obj: AbstractObject) -> list[Value]:
    """What a tuple or a container holds; nothing for everything else."""
    if type(obj) is TupleObject:
        return [*obj.items, obj.rest]
    return objects.held(obj) if type(obj) is Container else []


def _of_instance(objects: Objects, obj: Instance) -> Why | None:
    return _of_class(objects.class_facts(obj.cls))


def _of_container(objects: Objects, obj: Container) -> Why | None:
    made = objects.made_with(obj)
    if obj.type in ("set", "deque") or made in _UNHASHABLE:
        return made.rpartition(".")[2] or obj.type, Unusable.NO_HASH, ""
    return ("dict", Unusable.KEYS, "") if has_unsorted_keys(objects, obj) else None


def _of_tuple(objects: Objects, obj: TupleObject) -> Why | None:
    return ("view", Unusable.VIEW, "") if obj.type == "view" else None


def _of_external(objects: Objects, obj: ExternalInstance) -> Why | None:
    return (obj.cls.rpartition(".")[2], Unusable.NO_HASH, "") if obj.cls in _UNHASHABLE else None


def _of_function(objects: Objects, obj: Function) -> Why | None:
    """By runs: the graph gets what `__wrapped__` leads to, also of a method, and not what stands around it."""
    wrapped = not _WRAPPING.isdisjoint(objects.decorators(obj.node))
    return (obj.node.name, Unusable.WRAPPED, "") if wrapped else None


def _of_bound(objects: Objects, obj: Bound) -> Why | None:
    function = obj.function.project_function
    return None if function is None else _of_function(objects, function)


_WRAPPING = frozenset(f"functools.{name}" for name in ("cache", "lru_cache", "singledispatch", "wraps"))
_WRAPPING |= {"contextlib.contextmanager"}
"""Decorators that leave in `__wrapped__` what they were put around."""
_OF: dict[type[AbstractObject], Callable[[Objects, Any], Why | None]] = {
    Instance: _of_instance, Container: _of_container, ExternalInstance: _of_external, TupleObject: _of_tuple,
    Function: _of_function, Bound: _of_bound,
}  # fmt: skip


def has_unsorted_keys(objects: Objects, container: Container) -> bool:
    """Whether Python cannot say of the keys of a dictionary which one is less.

    Dictionaries that arrive at a graph or that it returns are taken apart in the order of their keys. One key alone
    needs no order: where only their class is known, several must be written.
    """
    if container.builtin_type not in _SORTED:
        return False
    keys = join(value for field, value in objects.fields(container) if field is KEYS)
    written = len(container.site.items) if isinstance(container.site, nodes.Dict) else 2
    return _have_no_order(objects, keys, written > 1)


def _have_no_order(objects: Objects, keys: Value, several: bool) -> bool:
    # What is only known to be no tensor tells nothing beside what is not known at all: they are mostly the same keys.
    told = keys.difference(select(keys, Opaque)) if has(keys, Unknown) else keys
    kinds = {_compared_as(objects, key) for key in told} - {""}
    # Tuples are compared from the first position on at which they are not equal.
    positions = zip(*(key.items for key in select(keys, TupleObject)), strict=False)
    unordered = len(kinds) > 1 or (several and _UNORDERED in kinds)
    return unordered or any(_have_no_order(objects, join(each), False) for each in positions)


_SORTED = frozenset({"dict", "defaultdict"})
_UNORDERED = "unordered"
_COMPARED_AS: Mapping[type[AbstractObject], str] = {
    **dict.fromkeys((ClassObject, External, Function, Opaque), _UNORDERED), NoneObject: "none", TupleObject: "tuple"
}  # fmt: skip
_NUMBERS = frozenset({"bool", "float", "int"})
_BASES = frozenset({"builtins.object", "enum.Enum", "enum.Flag"})
"""Classes whose objects have no order."""


def _compared_as(objects: Objects, key: AbstractObject) -> str:
    """One word for keys that can be compared with each other; empty where it is not known."""
    if type(key) is PythonScalar:
        return "number" if key.type in _NUMBERS else key.type
    if type(key) is Instance:
        cls = objects.class_facts(key.cls)
        return _UNORDERED if cls.bases <= _BASES and not cls.decorators and not cls.binds("__lt__") else ""
    return _COMPARED_AS.get(type(key), "")


def _of_class(cls: ClassFacts) -> Why | None:
    if cls.binds("__tf_tracing_type__"):
        return None
    if not _ATTRS.isdisjoint(cls.decorators):
        return cls.name, Unusable.ATTRS, ""
    if cls.is_named_tuple:
        return (cls.name, Unusable.NAMED_TUPLE, "__new__") if cls.binds("__new__") else None
    if not _PLAIN.isdisjoint(cls.bases):
        return cls.name, Unusable.SUBCLASS, ""
    if not _MAPPINGS.isdisjoint(cls.bases):
        making = [method for method in _MAKING if cls.binds(method)]
        return (cls.name, Unusable.MAPPING, making[0]) if making else None
    dataclass = cls.decorators.get(_DATACLASS)
    if dataclass is not None and constants_passed(dataclass).get("eq") is not False:
        return cls.name, Unusable.DATACLASS, ""
    # A class body with `__eq__` alone takes the hash away.
    names = (body.names for body in cls.bodies)
    nearest = next((each for each in names if "__hash__" in each or "__eq__" in each), ())
    return (cls.name, Unusable.EQUALITY, "") if "__eq__" in nearest and "__hash__" not in nearest else None

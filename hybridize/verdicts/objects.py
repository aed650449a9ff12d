"""Objects that `tf.function` does not take as arguments, or hands on as something else.

An argument is taken apart as far as it is a structure (tuples, lists, mappings, named tuples, classes of attrs), and
the function gets a structure made anew; other objects must have a hash. By runs on TensorFlow 2.15 and 2.21.
"""

from __future__ import annotations

from collections.abc import Iterator

from astroid import nodes

from hybridize.inference.results.facts import Facts, FunctionFacts
from hybridize.inference.domain.objects import (
    AbstractObject,
    ClassObject,
    Container,
    ExternalInstance,
    Instance,
    TupleObject,
    Value,
)
from hybridize.verdicts.evidence import Evidence, Unusable, UnusableArgument
from hybridize.verdicts.model import Place

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


def unusable_arguments(facts: Facts, function: FunctionFacts, here: Place) -> list[Evidence]:
    """Objects that arrive at a function and would not as a graph, one reason for each parameter at most."""
    out: list[Evidence] = []
    for parameter in function.parameters:
        reasons = () if parameter.receiver else _reasons(facts, parameter.value, DEPTH)
        reason = next(iter(reasons), None)
        if reason is not None:
            out.append(UnusableArgument(here, parameter.name, *reason))
    return out


Why = tuple[str, Unusable, str]
"""The class of an object, why the object is no argument, and the method that is in the way."""


def _reasons(facts: Facts, value: Value, depth: int) -> Iterator[Why]:
    for obj in sorted(value, key=lambda each: each.serial):
        if isinstance(obj, Instance):
            reason = _of_class(facts, obj.cls)
        else:
            reason = _of_external(obj)
        if reason is not None:
            yield reason
        if depth:
            for held in _members(facts, obj):
                yield from _reasons(facts, held, depth - 1)


def _members(facts: Facts, obj: AbstractObject) -> list[Value]:
    if isinstance(obj, TupleObject):
        return [*obj.items, obj.rest]
    return list(facts.analysis.heap.elements(obj)) if isinstance(obj, Container) else []


def _of_external(obj: AbstractObject) -> Why | None:
    name = obj.cls if isinstance(obj, ExternalInstance) else ""
    if isinstance(obj, Container) and obj.type in ("set", "deque"):
        name = f"builtins.{obj.type}"
    elif name not in _UNHASHABLE:
        return None
    return name.rpartition(".")[2], Unusable.NO_HASH, ""


def _of_class(facts: Facts, cls: ClassObject) -> Why | None:
    analysis = facts.analysis
    name = cls.node.name
    if analysis.classes.binder(cls, "__tf_tracing_type__") is not None:
        return None
    decorators = {facts.callees.of(each): each for base in analysis.classes.mro(cls) for each in _decorators(base)}
    if not _ATTRS.isdisjoint(decorators):
        return name, Unusable.ATTRS, ""
    bases = set(analysis.classes.external_bases(cls))
    if analysis.classes.is_named_tuple(cls):
        made = analysis.classes.binder(cls, "__new__") is not None
        return (name, Unusable.NAMED_TUPLE, "__new__") if made else None
    if not _PLAIN.isdisjoint(bases):
        return name, Unusable.SUBCLASS, ""
    if not _MAPPINGS.isdisjoint(bases):
        making = [method for method in _MAKING if analysis.classes.binder(cls, method) is not None]
        return (name, Unusable.MAPPING, making[0]) if making else None
    dataclass = decorators.get("dataclasses.dataclass")
    if dataclass is not None and not _without_equality(dataclass):
        return name, Unusable.DATACLASS, ""
    for each in analysis.classes.mro(cls):
        # A class body with `__eq__` alone takes the hash away.
        if analysis.scopes.class_binds(each, "__hash__"):
            break
        if analysis.scopes.class_binds(each, "__eq__"):
            return name, Unusable.EQUALITY, ""
    return None


def _decorators(cls: ClassObject) -> list[nodes.NodeNG]:
    return list(cls.node.decorators.nodes) if cls.node.decorators else []


def _without_equality(decorator: nodes.NodeNG) -> bool:
    keywords = decorator.keywords if isinstance(decorator, nodes.Call) else []
    return any(
        each.arg == "eq" and isinstance(each.value, nodes.Const) and each.value.value is False for each in keywords
    )

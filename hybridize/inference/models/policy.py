"""The policy for code that cannot be seen: what is assumed where a program uses something unknown.

A package that nobody described, an object that could not be traced to where it was made, a method that a description
lacks: each may do anything at all. For each use of such a thing the policy answers one of three: nothing that matters
can happen, a side effect is certain enough to be reported, or it is *assumed* that nothing happens. An assumption is
kept with the context, as side effects are, and travels to all callers; a fix that rests on one is not safe.

Everything that interprets calls, attributes, operators, special methods, iteration, `with` and decorators asks here and
nowhere else.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from astroid import nodes

from hybridize.frameworks.knowledge import KIND_CLASSES, Knowledge, Symbol
from hybridize.inference.domain.objects import (
    AbstractObject,
    Container,
    External,
    ExternalInstance,
    ExternalMethod,
    Instance,
    Opaque,
    Unknown,
    Value,
)
from hybridize.inference.domain.queries import has
from hybridize.inference.domain.tensors import Tensor
from hybridize.inference.domain.values import (
    OPAQUE,
    UNKNOWN_ATTRIBUTE,
    UNKNOWN_BUDGET,
    UNKNOWN_EXTERNAL,
    UNKNOWN_FOREIGN,
    UNKNOWN_PARAMETER,
    UNKNOWN_RESULT,
)
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.assumptions import Because, Use
from hybridize.program.containers import CHANGING, OF_CONTAINERS
from hybridize.program.models_by_use import shows_summary


class Outcome(Enum):
    """What follows from the use of something unknown."""

    NOTHING = "nothing"
    ASSUMPTION = "assumption"
    EFFECT = "effect"


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer of the policy, and why."""

    outcome: Outcome
    because: Because | None = None
    name: str = ""
    """The qualified name of what is unknown, if it has one."""
    target: AbstractObject | None = None
    """What an effect changes."""


HARMLESS = Ruling(Outcome.NOTHING)
_ANY_OBJECT = Ruling(Outcome.ASSUMPTION, Because.UNKNOWN_OBJECT)

_CHANGING = CHANGING | {"write", "writelines"}
"""Methods that change the object, by Python's habits of naming; the names of the builtin containers and of files."""
_TENSORS = "tensorflow.Tensor"


# What a single use comes to -----------------------------------------------------------------------------------------


def judge(knowledge: Knowledge, use: Use, obj: AbstractObject, member: str = "", bases: Sequence[str] = ()) -> Ruling:
    """What follows from one use of one object. `bases`: the classes outside the project that its class derives from."""
    if bases:
        return _of_object(knowledge, use, bases, member)
    rule = _RULES.get(type(obj))
    return HARMLESS if rule is None else rule(knowledge, use, obj, member)


def _assumed(because: Because, name: str = "") -> Ruling:
    return Ruling(Outcome.ASSUMPTION, because, name)


def _of_name(knowledge: Knowledge, use: Use, obj: External, member: str) -> Ruling:
    """A function, class, constant or module outside the project."""
    symbol = knowledge.lookup(obj.name)
    if symbol is None:
        is_type = (use is Use.PROTOCOL or member in ("[]", "|") and use is Use.OPERATOR) and _names_a_class(obj.name)
        # `Thing[int]`, `Thing | None`: a class in an annotation; an attribute of a module is another name.
        # Classes and constants with capital letters are hashed and compared as Python does.
        return HARMLESS if is_type or use is Use.ATTRIBUTE else _assumed(Because.UNDESCRIBED, obj.name)
    if use not in (Use.CALL, Use.DECORATOR):
        return HARMLESS
    if symbol.effect == "unknown":
        return _assumed(Because.UNKNOWN_EFFECT, symbol.name)
    # Nobody calls a module: what is called like one is described by its members alone.
    described = symbol.known and symbol.role != "module"
    return HARMLESS if described else _assumed(Because.NO_ENTRY, obj.name)


def _names_a_class(name: str) -> bool:
    return name.rpartition(".")[2][:1].isupper()


def _of_instance(knowledge: Knowledge, use: Use, obj: ExternalInstance, member: str) -> Ruling:
    return _of_object(knowledge, use, (obj.cls,), member)


def _of_method(knowledge: Knowledge, use: Use, obj: ExternalMethod, member: str) -> Ruling:
    """A method that the project does not define, by the kind or class that should have it."""
    rule = _RULES_FOR_RECEIVERS.get(type(obj.receiver))
    if rule is not None:
        return rule(knowledge, Use.METHOD, obj.receiver, obj.name)
    owner = KIND_CLASSES.get(obj.owner, obj.owner)
    if owner.partition(".")[0] == "builtins":
        # All methods of builtin objects are described: any other name raises, or is missing in the data.
        return HARMLESS if knowledge.method(owner, obj.name) is not None else _assumed(Because.NO_ENTRY, owner)
    found = _of_object(knowledge, Use.METHOD, (owner,), obj.name)
    if found.because is Because.NO_ENTRY and owner == _TENSORS and obj.name in OF_CONTAINERS:
        # No tensor has such a method: what was taken for one is a container.
        return Ruling(Outcome.EFFECT, target=obj.receiver)
    return found


def _of_object(knowledge: Knowledge, use: Use, classes: Sequence[str], member: str) -> Ruling:
    """An object of one of these classes, or of a class of the project that derives from them."""
    for name in classes:
        symbol = knowledge.lookup(name)
        if symbol is None:
            return _assumed(Because.UNDESCRIBED, name)
        if use is Use.PROTOCOL and not symbol.known:
            return _assumed(Because.NO_ENTRY, name)
    if use is Use.ATTRIBUTE and member and classes:
        # A described class says what it has: either this raises, or the data lacks an entry.
        return _assumed(Because.NO_ENTRY, classes[0])
    if use is Use.OPERATOR and member == "[]" and _is_common(classes):
        # Of the classes of the standard library it is known which have items.
        return _assumed(Because.NO_ENTRY, classes[0])
    if use not in (Use.CALL, Use.METHOD) or not classes:
        return HARMLESS
    if any(knowledge.method(name, member or "__call__") is not None for name in classes):
        return HARMLESS
    return _assumed(Because.NO_ENTRY, classes[0])


def _of_unknown(knowledge: Knowledge, use: Use, obj: Unknown, member: str) -> Ruling:
    """An object of which nothing is known."""
    if use in (Use.CALL, Use.METHOD, Use.DECORATOR) or obj in _FROM_OUTSIDE:
        return _ANY_OBJECT
    return HARMLESS


_FROM_OUTSIDE: Value = UNKNOWN_EXTERNAL | UNKNOWN_FOREIGN
"""What a package gave that nobody described: its operators and attributes are that package's code."""
_ANYTHING: Value = UNKNOWN_PARAMETER | UNKNOWN_ATTRIBUTE | UNKNOWN_RESULT | UNKNOWN_EXTERNAL | UNKNOWN_BUDGET
"""The unknown objects that may be tensors."""


def _of_opaque(knowledge: Knowledge, use: Use, obj: Opaque, member: str) -> Ruling:
    """A Python object that is no tensor: a shape, a dtype, a handle."""
    if use is Use.METHOD and knowledge.method("python", member) is None:
        return Ruling(Outcome.EFFECT, target=obj) if member in _CHANGING else _assumed(Because.UNKNOWN_OBJECT)
    return _assumed(Because.UNKNOWN_OBJECT) if use is Use.CALL else HARMLESS


_RULES_FOR_RECEIVERS: Mapping[type[AbstractObject], Callable[[Knowledge, Use, Any, str], Ruling]] = {
    Unknown: _of_unknown,
    Opaque: _of_opaque,
}
"""Objects that decide what a method of theirs may do; of all others the class that has the method decides."""
_RULES: Mapping[type[AbstractObject], Callable[[Knowledge, Use, Any, str], Ruling]] = {
    External: _of_name,
    ExternalInstance: _of_instance,
    ExternalMethod: _of_method,
    **_RULES_FOR_RECEIVERS,
}


_UNSEEN = frozenset({*_RULES, Instance})
"""The kinds of objects of which some are unknown."""


# Writing it down ----------------------------------------------------------------------------------------------------


def met(frame: Frame, use: Use, obj: AbstractObject, node: nodes.NodeNG, member: str = "") -> None:
    """The running function uses something that the project does not define: note what follows from that."""
    kind = type(obj)
    if kind not in _UNSEEN:
        return
    analysis = frame.analysis
    bases: Sequence[str] = ()
    if isinstance(obj, Instance):
        bases = analysis.classes.external_bases(obj.cls)
        if not bases:
            # By far the most: the project defines all that it has.
            return
    elif kind is Unknown and use in _COMPUTING and obj in _ANYTHING:
        frame.context.summary.note_may_compute()
    ruling = judge(analysis.knowledge, use, obj, member, bases)
    if ruling.outcome is Outcome.ASSUMPTION:
        assert ruling.because is not None
        # What no class of an object says, somebody may have put there: a model, say.
        put_there = use is Use.METHOD and ruling.name == "builtins.object"
        if use in _COMPUTING and (put_there or ruling.name.partition(".")[0] not in _COMMON):
            frame.context.summary.note_may_compute()
        known = frame.context.summary.assumptions.get((node, use))
        if known is None or ruling.name and not known.name:
            frame.assume(analysis.events.origins.assumption(use, node, ruling.because, ruling.name, member))
        if use in (Use.CALL, Use.METHOD) and shows_summary(node):
            frame.effect("output", node, "calls `summary` of a model", None)
    elif ruling.outcome is Outcome.EFFECT:
        # Of what was taken for a tensor nobody knows who else has it: the function may have made it.
        frame.effect("mutate", node, f"calls `{member}`", ruling.target, certain=type(ruling.target) is not Tensor)


_COMPUTING = frozenset({Use.CALL, Use.METHOD, Use.OPERATOR, Use.ITERATION, Use.MANAGER})
"""Uses that run an operation if what is used is a tensor, or works with tensors."""


def decorated(frame: Frame, function: nodes.FunctionDef, node: nodes.NodeNG, decorator: Value | None) -> None:
    """The decorator at `node` is taken to return the function as it is; whoever calls the function rests on that.

    None: it is the project's own, and decorates more functions than are told apart.
    """
    events = frame.analysis.events
    if decorator is None:
        events.calls.add_decorator(function, events.origins.assumption(Use.DECORATOR, node, Because.NOT_FOLLOWED))
        return
    rulings = [judge(frame.analysis.knowledge, Use.DECORATOR, obj) for obj in sorted(decorator, key=_serial)]
    found = next((ruling for ruling in rulings if ruling.name), HARMLESS)
    because = found.because or Because.UNKNOWN_OBJECT
    events.calls.add_decorator(function, events.origins.assumption(Use.DECORATOR, node, because, found.name))


def decorated_class(
    frame: Frame, cls: nodes.ClassDef, node: nodes.NodeNG, decorator: Value, made: Value
) -> None:
    """A decorator made something from outside of a class: any method of the class may have been replaced."""
    if made & _FROM_OUTSIDE or has(made, ExternalInstance):
        for method in cls.body:
            if isinstance(method, nodes.FunctionDef):
                decorated(frame, method, node, decorator)


def _serial(obj: AbstractObject) -> int:
    return obj.serial


# What it gives ------------------------------------------------------------------------------------------------------


def given_by(frame: Frame, name: str) -> Value:
    """What something outside the project gives that nothing is known of, by its qualified name or its kind.

    A package may give tensors where it works with them. The standard library carries around what it is given (queues,
    pickles, threads), which is nobody's own.
    """
    knowledge = frame.analysis.knowledge
    package = KIND_CLASSES.get(name, name).partition(".")[0]
    if package in _COMMON:
        return UNKNOWN_RESULT if knowledge.describes(KIND_CLASSES.get(name, name)) else UNKNOWN_FOREIGN
    return UNKNOWN_EXTERNAL if knowledge.is_related(package) else UNKNOWN_FOREIGN


def is_missing(symbol: Symbol) -> bool:
    """Whether what is called has no description, though its package has: of a class the members may have one.

    The standard library is described as a whole; other packages have rules for names without an entry.
    """
    return symbol.role == "module" or (not symbol.known and symbol.name.partition(".")[0] in _COMMON)


def _is_common(classes: Sequence[str]) -> bool:
    return bool(classes) and all(name.partition(".")[0] in _COMMON for name in classes)


_COMMON = sys.stdlib_module_names | {"builtins"}


def not_modelled(frame: Frame, name: str, node: nodes.NodeNG) -> Value:
    """What a call gives that only code could model, which is not there: it may do and be anything."""
    frame.assume(frame.analysis.events.origins.assumption(Use.CALL, node, Because.UNKNOWN_EFFECT, name))
    return UNKNOWN_EXTERNAL


def given_by_method(frame: Frame, method: ExternalMethod) -> Value:
    """What a method gives that no description has."""
    if method.owner == "python":
        return OPAQUE
    if method.receiver.is_unknown or frame.analysis.knowledge.describes(method.owner):
        return UNKNOWN_RESULT
    if type(method.receiver) is Container and method.owner == "dict":
        # An object of a class of its own: a `ChainMap` is a dictionary with further methods.
        return UNKNOWN_EXTERNAL
    return given_by(frame, method.owner)

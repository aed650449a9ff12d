"""What a condition tells about the names in it: `x is None`, `isinstance(x, T)`, `x`, `not`, `and`, `or`."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from astroid import nodes

from hybridize.inference.domain.literals import Literal
from hybridize.inference.domain.objects import (
    AbstractObject,
    ClassObject,
    External,
    ExternalInstance,
    Instance,
    TupleObject,
    Value,
)
from hybridize.inference.domain.queries import has, only, select
from hybridize.inference.domain.values import NONE_OBJECT
from hybridize.inference.python import records, type_tests
from hybridize.inference.python.dispatch import evaluate
from hybridize.inference.python.frame import Frame
from hybridize.program import guards
from hybridize.program.lookup import constant
from hybridize.program.syntax import SAMENESS


def assume(frame: Frame, test: nodes.NodeNG, outcome: bool) -> bool:
    """Narrow the environment, knowing that `test` came out as `outcome`; whether that is possible."""
    known = frame.analysis.scopes.tests.get((test, outcome))
    if known is None:
        parts = [(part, came_out) for part, came_out in guards.parts(test, outcome) if part is not None]
        known = tuple([(part, came_out, _measured(part) or guards.subject(part)) for part, came_out in parts])
        frame.analysis.scopes.tests[test, outcome] = known
    for part, came_out, about in known:
        if frame.env is None:
            return False
        if isinstance(about, (nodes.Name, nodes.AssignName)):
            allowed = _allowed(frame, part, came_out)
            if allowed is not None:
                _keep(frame, about.name, allowed)
            if came_out and _is_call_of(part, "isinstance"):
                types = _types(frame, part.args[1]) or []
                for cls in select(types, External) if len(types) == 1 else ():
                    _specialize(frame, about.name, cls.name)
    return frame.env is not None


def guarded(frame: Frame, value: Value, tests: Iterable[guards.Guard]) -> Value:
    """What an attribute may hold where these tests hold."""
    kept = value
    for test, outcome in tests:
        allowed = _allowed(frame, test, outcome) if test is not None else _is_not_none
        if allowed is not None:
            kept = frozenset(obj for obj in kept if allowed(obj))
    if kept or not value:
        return kept
    # Where nothing that is known passes the tests, something sets it that we do not see.
    return frame.heap.missing(frame.context) and value


def _allowed(frame: Frame, test: nodes.NodeNG, outcome: bool) -> Callable[[AbstractObject], bool] | None:
    """Which possibilities of what a single test is about are left when it came out as `outcome`."""
    if isinstance(test, nodes.BoolOp):
        return _allowed_by_any(frame, test, outcome)
    if isinstance(test, (nodes.Name, nodes.Attribute, nodes.NamedExpr)):
        return lambda obj: _may_be(obj, outcome)
    if isinstance(test, nodes.Compare) and len(test.ops) == 1:
        compared, right = test.ops[0]
        if _measured(test) is not None:
            return _allowed_by_length(frame, test, outcome)
        if compared in _ORDER:
            number = constant(right)
            if not isinstance(number, (int, float)):
                return None
            return lambda obj: _may_compare(obj, _ORDER[compared], number, outcome)
        if compared not in _SAME:
            return None
        same = outcome is (compared in ("is", "==", "in"))
        if isinstance(test.left, nodes.Call):
            classes = _types(frame, right) if _is_call_of(test.left, "type") else None
            return _test_of(type_tests.is_exactly, frame, classes, same) if classes is not None else None
        if isinstance(right, nodes.Attribute) and compared in SAMENESS:
            member = evaluate(frame, right)
            return lambda obj: records.same_member(frame, obj.single, member) in (same, None)
        if isinstance(right, nodes.Const) and right.value is None:
            return lambda obj: _may_be_none(obj, same)
        if isinstance(right, nodes.Const) and compared in ("==", "!=") and isinstance(right.value, (str, bool)):
            literal = Literal(right.value)
            return lambda obj: _may_equal(obj, literal, same)
        if isinstance(right, (nodes.List, nodes.Set, nodes.Tuple)) and compared in ("in", "not in"):
            return _allowed_by_members(right.elts, same)
    if isinstance(test, nodes.Call) and test.args:
        return _allowed_by_call(frame, test, outcome)
    return None


def _allowed_by_any(
    frame: Frame, test: nodes.BoolOp, outcome: bool
) -> Callable[[AbstractObject], bool] | None:
    """What one of several tests leaves that are about the same, where at least one of them came out as `outcome`."""
    left: list[Callable[[AbstractObject], bool]] = []
    for part in test.values:
        for single, came_out in guards.parts(part, outcome):
            allowed = _allowed(frame, single, came_out) if single is not None else None
            if allowed is None:
                return None
            left.append(allowed)
    return lambda obj: any(each(obj) for each in left)


def _allowed_by_members(
    members: Sequence[nodes.NodeNG], one_of_them: bool
) -> Callable[[AbstractObject], bool] | None:
    """What is left of literals that are, or are not, among some texts: `kind in ("train", "test")`."""
    texts = {each.value for each in members if isinstance(each, nodes.Const) and isinstance(each.value, str)}
    if len(texts) != len(members):
        return None
    return lambda obj: obj.literal is None or (obj.literal.value in texts) is one_of_them


def _measured(test: nodes.NodeNG) -> nodes.Name | None:
    """The name whose length a test compares: `len(values) == 1`."""
    call = test.left if isinstance(test, nodes.Compare) and len(test.ops) == 1 else None
    if not isinstance(call, nodes.Call) or not isinstance(call.func, nodes.Name) or call.func.name != "len":
        return None
    return call.args[0] if len(call.args) == 1 and isinstance(call.args[0], nodes.Name) else None


def _allowed_by_length(
    frame: Frame, test: nodes.Compare, outcome: bool
) -> Callable[[AbstractObject], bool] | None:
    """What is left of the arguments that `*values` takes together, of which calls tell how many there are."""
    compared, right = test.ops[0]
    compare, number, name = _LENGTHS.get(compared), constant(right), _measured(test)
    taking = getattr(getattr(frame.context.scope, "args", None), "vararg", None)
    if compare is None or not isinstance(number, int) or name is None or name.name != taking:
        return None

    def allowed(obj: AbstractObject) -> bool:
        known = (each for each in select((obj,), TupleObject) if each.items and not each.rest)
        return all(bool(compare(len(each.items), number)) is outcome for each in known)

    return allowed


def _allowed_by_call(frame: Frame, test: nodes.Call, outcome: bool) -> Callable[[AbstractObject], bool] | None:
    if _is_call_of(test, "isinstance"):
        types = _types(frame, test.args[1])
        return _test_of(type_tests.is_instance, frame, types, outcome) if types is not None else None
    if _is_call_of(test, "hasattr"):
        wanted = test.args[1]
        if isinstance(wanted, nodes.Const) and isinstance(wanted.value, str):
            text = wanted.value
            return lambda obj: type_tests.has_attribute(frame, obj, text) in (outcome, None)
        return None
    if len(test.args) != 1:
        return None
    predicate = next((p for f in _function_names(frame, test.func) if (p := _PREDICATES.get(f))), None)
    return (lambda obj: predicate(frame, obj) in (outcome, None)) if predicate is not None else None


def _is_call_of(test: nodes.NodeNG, name: str) -> bool:
    """Whether a test calls a builtin of this name, with the arguments that it takes."""
    called = isinstance(test, nodes.Call) and isinstance(test.func, nodes.Name) and test.func.name == name
    return called and len(test.args) == (1 if name == "type" else 2)


def _function_names(frame: Frame, node: nodes.NodeNG) -> list[str]:
    """The names of the functions outside the project that are called, when they are only these."""
    value = evaluate(frame, node)
    return [a.name for a in select(value, External)] if len(value) == 1 else []


_PREDICATES: dict[str, Callable[[Frame, AbstractObject], bool | None]] = {
    "tensorflow.is_tensor": type_tests.is_tensor,
    "builtins.callable": type_tests.is_callable,
}
"""Functions of one argument that tell what it is."""


def _keep(frame: Frame, name: str, allowed: Callable[[AbstractObject], bool]) -> None:
    assert frame.env is not None
    value = frame.env.get(name)
    if not value:
        return
    kept = [obj for obj in value if allowed(obj)]
    if not kept:
        # The branch cannot be taken with what is known so far.
        frame.env = None
    elif len(kept) < len(value):
        frame.hold(name, frozenset(kept))


def _specialize(frame: Frame, name: str, cls: str) -> None:
    """An object known by a base class (`get_layer` gives a layer) is one of the class that the test names."""
    value = frame.env.get(name) if frame.env is not None else None
    if frame.env is None or not value or not has(value, ExternalInstance):
        return
    below = frame.analysis.knowledge.is_subclass
    general = [obj for obj in select(value, ExternalInstance) if obj.cls != cls and below(cls, obj.cls)]
    special = [frame.make(ExternalInstance, cls, obj.site, obj.owner) for obj in general]
    frame.hold(name, value.difference(general).union(special))


def _may_be(obj: AbstractObject, outcome: bool) -> bool:
    if obj is NONE_OBJECT or obj.literal is not None:
        return obj.truth is outcome
    return True


def _is_not_none(obj: AbstractObject) -> bool:
    return obj is not NONE_OBJECT


def _may_be_none(obj: AbstractObject, none: bool) -> bool:
    return obj.is_unknown or (obj is NONE_OBJECT) is none


def _may_equal(obj: AbstractObject, literal: Literal, equal: bool) -> bool:
    if obj.literal is not None:
        return obj.literal.python_equal(literal) is equal
    return obj is not NONE_OBJECT or not equal


def _may_compare(obj: AbstractObject, order: Callable[[Any, Any], bool], number: float, outcome: bool) -> bool:
    value = obj.literal.value if obj.literal is not None else None
    return order(value, number) is outcome if isinstance(value, (int, float)) else True


def _types(frame: Frame, node: nodes.NodeNG) -> list[AbstractObject] | None:
    value = evaluate(frame, node)
    tuples = select(value, TupleObject)
    out = [*value.difference(tuples), *[obj for each in tuples for item in each.items for obj in item]]
    return out if out and only(out, ClassObject, External) else None


def _test_of(
    test: Callable[[Frame, AbstractObject, AbstractObject], bool | None],
    frame: Frame,
    types: list[AbstractObject],
    outcome: bool,
) -> Callable[[AbstractObject], bool]:
    """Which possibilities are left when a test for one of `types` came out as `outcome`."""
    known: dict[AbstractObject, bool] = {}
    """The answer for the objects of a class, of which a value may hold many."""

    def answer(obj: AbstractObject) -> bool:
        answers = [test(frame, obj, each) for each in types]
        if True in answers:
            return outcome
        return None in answers or not outcome

    def allowed(obj: AbstractObject) -> bool:
        if type(obj) is not Instance:
            return answer(obj)
        found = known.get(obj.cls)
        if found is None:
            found = known[obj.cls] = answer(obj)
        return found

    return allowed


_SAME = frozenset({"is", "is not", "==", "!=", "in", "not in"})
_ORDER: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_LENGTHS: dict[str, Callable[[Any, Any], bool]] = {**_ORDER, "==": operator.eq, "!=": operator.ne}

"""Functions that are defined inside others: decorated, each would be a new `tf.function` at every call of the outer."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.facts.callers import Way
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.repetition import Repetition
from hybridize.program.calls import call_of, method_name
from hybridize.program.flow.conditions import excludes
from hybridize.program.flow.order import runs_before
from hybridize.program.inside import reads_of
from hybridize.program.loops import loops_around
from hybridize.program.syntax import names_bound
from hybridize.program.writes import is_stored
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.retracing import MadeAnew
from hybridize.verdicts.gain.operations import runs_chain
from hybridize.verdicts.model.parts import Place

_RETURNING = (nodes.Return, nodes.Yield, nodes.YieldFrom)
_CALLING_ONCE = frozenset({"add_loss", "minimize", "run"})
"""Methods of layers, optimizers and strategies that call once the function that they are handed first."""


def made_anew(facts: Facts, repetition: Repetition, function: FunctionFacts, here: Place) -> list[Evidence]:
    """The reason not to decorate a local function: its outer function runs again and again, and keeps none of them.

    One that the outer function hands out is kept in vain where a loop makes them and each is called once.
    """
    outer = function.node.parent.frame()
    if not isinstance(outer, nodes.FunctionDef):
        return []
    if outer in facts.analysis.functions.custom_gradients:
        # TensorFlow calls what `tf.custom_gradient` is handed once at most for each call of the outer function.
        return [MadeAnew(here, outer.name)]
    kept = is_kept(outer, function.node)
    if kept and (_is_stored(outer, function.node) or not _is_each_called_once(facts, function, outer)):
        return []
    made = repetition.of_contexts(facts.contexts_of(outer))
    # A few traces are paid for where each is that of a loop.
    few = not made.loops and (_runs_in_loop_of(facts, function, outer) or runs_chain(facts, function))
    anew = made.loops if kept else made.again and not few
    return [MadeAnew(here, outer.name)] if anew else []


def _runs_in_loop_of(facts: Facts, function: FunctionFacts, outer: nodes.FunctionDef) -> bool:
    """Whether a loop of the outer function calls it, or one of what else is defined there: a trace for many calls."""

    def loops(way: Way) -> bool | None:
        called = function.node if way.callee is None else way.callee.scope
        around = way.node.frame()
        if (around is not outer and not outer.parent_of(around)) or excludes(called, way.node):
            return False
        if any(not loop.parent_of(called) for loop in loops_around(way.node)):
            return True
        return False if around is outer else None

    return any(facts.graph.callers.ends(function.callers, loops))


def _is_each_called_once(facts: Facts, function: FunctionFacts, outer: nodes.FunctionDef) -> bool:
    """Whether those who get the function call it by a local name, and no loop calls one and the same object again."""
    calls = [call for _, call, _ in function.callers]
    handed_out = any(call.frame() is not outer for call in calls)
    return handed_out and all(_is_of_another_each_time(facts, call) for call in calls)


def _is_of_another_each_time(facts: Facts, call: nodes.NodeNG) -> bool:
    if not isinstance(call, nodes.Call):
        return False
    if isinstance(call.func, nodes.Call):
        # `make(f)(x)` drops what it made when the call is over.
        return True
    called = call.func
    if method_name(call) in _CALLING_ONCE and call.args:
        if facts.iterates(call):
            return False
        called = call.args[0]
    if not isinstance(called, nodes.Name):
        return False
    name = called.name
    if not isinstance(call.frame(), nodes.FunctionDef) or name not in call.frame().locals:
        return False
    return all(name in names_bound(loop) for loop in loops_around(call))


def _is_stored(outer: nodes.FunctionDef, function: nodes.FunctionDef) -> bool:
    """Whether what the outer function gives out may be one that it made earlier: it stores them, or is decorated."""
    return outer.decorators is not None or any(
        _is_set_by_default(name) or is_stored(name) for name in reads_of(outer, function.name)
    )


def _is_set_by_default(name: nodes.Name) -> bool:
    """Whether `kept.setdefault(key, f)` stores it."""
    return method_name(name.parent) == "setdefault" and name in name.parent.args


def is_kept(outer: nodes.FunctionDef, function: nodes.FunctionDef) -> bool:
    """Whether the outer function returns the function, stores it in an object, or does so with one that uses it."""
    for name in reads_of(outer, function.name):
        user = name.frame()
        if user is not function and user.parent is not None:
            inside = isinstance(user, nodes.FunctionDef) and user.parent.frame() is outer
            # Those that use each other are made one after another.
            if inside and runs_before(function, user) and is_kept(outer, user):
                return True
        if call_of(name) is None and (_is_set_by_default(name) or is_given_away(name, outer)):
            return True
    return False


def is_given_away(value: nodes.NodeNG, outer: nodes.FunctionDef) -> bool:
    """Whether a function returns what stands at a place in it, or stores it in an object, alone or in a structure."""
    parent = value.parent
    while parent is not None and parent is not outer and not isinstance(parent, nodes.Call):
        if isinstance(parent, _RETURNING) or is_stored(value):
            return True
        value, parent = parent, parent.parent
    return False

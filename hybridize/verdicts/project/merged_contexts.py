"""Calls that are judged together: past the limits of the analysis, one context stands for all further calls.

In it the object of one call meets the function of another. What is found behind such a meeting may never happen, so
that no finding is made of it. What each of the calls leads to is as certain there as anywhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from astroid import nodes

from hybridize.inference.domain.objects import AbstractObject, Instance, NoneObject, PythonScalar, Value
from hybridize.inference.domain.queries import has, only, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import BOTTOM
from hybridize.inference.facts.call_graph import MAX_CHAIN, Propagated, chain
from hybridize.inference.facts.facts import CallSiteArgument, Facts, FunctionFacts
from hybridize.inference.facts.model import Condition, Context, DirectEffect, Use
from hybridize.inference.facts.provenance import argument_of
from hybridize.program.calls import called_name, is_written_out, passed_by
from hybridize.program.first_call_guards import tests_before
from hybridize.program.guards import parts
from hybridize.program.loops import loops_around, targets
from hybridize.program.scopes import default_of, parameter_names, receiver_name
from hybridize.program.syntax import SAMENESS, branches_around, is_constant, names_read

Call = tuple[Context, nodes.NodeNG]
"""Who calls, and where."""


def may_be_of_another(facts: Facts, calls: Iterable[Call], leads: Callable[[Context], bool]) -> bool:
    """Whether one of some calls stands for several, and may lead to what does not lead on, or may not be made."""
    return any(
        (context.wide and _hangs_on_argument(call))
        or ((context.wide or _is_of_several(context)) and not all(map(leads, context.summary.called_at(call))))
        or (_is_given_up(facts, context) and runs_several(context, call))
        for context, call in calls
    )


def _is_of_several(context: Context) -> bool:
    """Whether a context runs a method of several objects: a name may stand for any of them when it is called.

    What one of these objects holds is not what another one does, but the context reads all of it.
    """
    return len(select(_receiver(context), Instance)) > 1


def _is_given_up(facts: Facts, context: Context) -> bool:
    """Whether a function was given up: its values were still growing, and hold what belongs to others."""
    function = facts.function_of(context.scope)
    return function is not None and function.gaps.is_given_up


def may_lead_elsewhere(facts: Facts, calls: Iterable[Call]) -> bool:
    """Whether one of some calls stands for several that run different functions."""
    return any(
        runs_several(context, call) and (_stands_for_several(facts, context) or _is_given_up(facts, context))
        for context, call in calls
    )


def _stands_for_several(facts: Facts, context: Context) -> bool:
    """Whether a context is joined of several calls, or is of an object that stands for those of several calls."""
    around: Context | None = context
    while around is not None:
        if around.wide or any(each.owner in facts.joined_owners for each in select(_receiver(around), Instance)):
            return True
        around = around.parent
    return False


def runs_several(caller: Context, call: nodes.NodeNG) -> bool:
    """Whether a call may run different functions: what a wrapper was given, or a method of several classes."""
    return len({each.scope for each in caller.summary.called_at(call)}) > 1


def may_leave_cycle(cycle: Sequence[Call]) -> bool:
    """Whether a cycle of calls may lead elsewhere, or back to the method of another object: what wraps something, and
    is of the same class, calls what it wraps.
    """
    if not cycle:
        return False
    start, (caller, call) = cycle[0][0], cycle[-1]
    own = _receiver(start)
    back = [_receiver(callee) for callee in caller.summary.called_at(call) if callee.scope is start.scope]
    other = bool(own) and all(own.isdisjoint(each) for each in back)
    return other or any(runs_several(context, node) for context, node in cycle)


def descends(cycle: Sequence[Call]) -> bool:
    """Whether a cycle of calls hands on the members of what a function is given: it ends where the structure does.

    `[f(each) for each in given]`, behind a test for lists.
    """
    return any(_hands_on_member(caller, call) for caller, call in cycle)


def _hands_on_member(caller: Context, call: nodes.NodeNG) -> bool:
    scope = caller.scope
    if not isinstance(call, nodes.Call) or not isinstance(scope, nodes.FunctionDef):
        return False
    names = {each.name for each in passed_by(call) if isinstance(each, nodes.Name)}
    held = {name for name in parameter_names(scope) if not has(caller.arguments.get(name, BOTTOM), Array, Tensor)}
    for loop in loops_around(call):
        if not names.isdisjoint(targets(loop)):
            through = (each.iter for each in getattr(loop, "generators", [loop]))
            if any(not names_read(each).isdisjoint(held) for each in through):
                return True
    return False


def _receiver(context: Context) -> Value:
    """The objects whose method a context runs; empty where that is no method."""
    scope = context.scope
    if not isinstance(scope, nodes.FunctionDef) or not isinstance(scope.parent.frame(), nodes.ClassDef):
        return BOTTOM
    return context.arguments.get(receiver_name(scope), BOTTOM)


def is_of_another(
    facts: Facts, function: FunctionFacts, effect: Propagated[DirectEffect] | Propagated[Condition]
) -> bool:
    """Whether a function may have an effect, or meet a condition, only since its calls are joined with others."""
    direct, link = effect.next is None, (effect.via, effect.next)
    first = [context for context in function.contexts if direct or link in context.summary.calls]
    if first and all(_calls_anything(facts, context, effect.via) for context in first):
        return True
    if direct:
        # Each call of the function may be one of those that do it; but an argument may be meant for another function.
        if not isinstance(effect.origin, DirectEffect):
            return False
        target = effect.origin.target
        passing = [each for p in function.parameters for each in p.incoming if target in each.value]
        return bool(passing) and all(may_lead_elsewhere(facts, [(each.caller, each.node)]) for each in passing)

    def leads(callee: Context) -> bool:
        graph = facts.graph
        found = graph.effects if isinstance(effect.origin, DirectEffect) else graph.conditions
        return any(each.node is effect.origin.node for each in found.get(callee, ()))

    below = chain(effect, facts.graph)
    if len(below) < MAX_CHAIN and (not below or below[-1][1] is not effect.origin.node):
        # Past the limits of what is carried up, the way to the effect is not known.
        return True
    if any(_is_decided_by_mixture(context, node) or _calls_anything(facts, context, node) for context, node in below):
        return True
    return may_be_of_another(facts, below, leads) or (
        bool(first) and all(may_be_of_another(facts, [(context, effect.via)], leads) for context in first)
    )


def implementation_of(
    facts: Facts, function: FunctionFacts, effect: Propagated[DirectEffect] | Propagated[Condition]
) -> str:
    """The class whose method alone has an effect, or meets a condition, where others may run in its place.

    `model(x)` of whatever model: a program has that class or another. Empty where all of them lead there.
    """
    if effect.next is None:
        return ""
    graph, link = facts.graph, (effect.via, effect.next)
    found = graph.effects if isinstance(effect.origin, DirectEffect) else graph.conditions

    def leads(callee: Context) -> bool:
        return any(each.node is effect.origin.node for each in found.get(callee, ()))

    first = [context for context in function.contexts if link in context.summary.calls]
    if first and all(_class_that_leads(context, effect.via, leads) for context in first):
        return _class_that_leads(first[0], effect.via, leads)
    below = chain(effect, graph)
    return next(filter(None, (_class_that_leads(context, node, leads) for context, node in below)), "")


def _class_that_leads(caller: Context, call: nodes.NodeNG, leads: Callable[[Context], bool]) -> str:
    """The first of the classes whose methods a call may run that leads somewhere, if others do not; else empty."""
    leading: dict[nodes.NodeNG, str] = {}
    others: set[nodes.NodeNG] = set()
    for callee in caller.summary.called_at(call):
        owner = callee.scope.parent.frame() if callee.scope.parent is not None else None
        if not isinstance(owner, nodes.ClassDef):
            return ""
        if leads(callee):
            leading[owner] = owner.name
        else:
            others.add(owner)
    return next(iter(leading.values()), "") if others and others.isdisjoint(leading) else ""


def is_left_off(facts: Facts, function: FunctionFacts, effect: Propagated[DirectEffect]) -> bool:
    """Whether an option stands before an effect which the calls on the way do not turn on.

    `def slim(layer, actual=False): if actual: …`, and the graph calls `slim(layer)`: the calls are joined with others.
    """
    way = [(function.node, effect.via), *((context.scope, node) for context, node in chain(effect, facts.graph))]
    return any(
        isinstance(test, nodes.Name) and _passed(facts, way[: level + 1], test.name) is (not holds)
        for level, (_, node) in enumerate(way)
        for test, holds in tests_before(node)
    )


def _passed(facts: Facts, way: Sequence[tuple[nodes.NodeNG, nodes.NodeNG]], name: str) -> bool | None:
    """The truth of what the calls on a way pass for a parameter of the last function on it; None if it is not known."""
    scope = way[-1][0]
    function = facts.function_of(scope)
    parameter = next((each for each in function.parameters if each.name == name), None) if function else None
    if function is None or parameter is None or len(way) < 2 or len(scope.locals.get(name, ())) != 1:
        return None
    found: set[bool | None] = set()
    for context in facts.contexts_of(way[-2][0]):
        for call, callee in context.summary.calls:
            if callee.scope is not scope:
                continue
            given = argument_of(call, parameter, function)
            if given is None and _leaves_out(call, scope):
                given = default_of(scope, name)
            if isinstance(given, nodes.Const):
                found.add(bool(given.value))
            else:
                found.add(_passed(facts, way[:-1], given.name) if isinstance(given, nodes.Name) else None)
    return found.pop() if len(found) == 1 else None


def _leaves_out(call: nodes.NodeNG, scope: nodes.NodeNG) -> bool:
    """Whether a call names a function, and passes what it passes one by one."""
    return called_name(call) == getattr(scope, "name", "") and is_written_out(call)


def is_mixed(passed: CallSiteArgument) -> bool:
    """Whether what arrives is said of several calls together, and not which number or text is that of which call."""
    if not passed.caller.wide:
        return False
    scalars = select(passed.value, PythonScalar)
    open_ones = [each for each in scalars if each.literal is None]
    return not only(passed.value, PythonScalar, NoneObject) or 0 < len(open_ones) < len(scalars)


def _hangs_on_argument(node: nodes.NodeNG) -> bool:
    """Whether a statement of a function stands under a condition on one of its parameters but the receiver."""
    scope = node.scope()
    if not isinstance(scope, nodes.FunctionDef):
        return False
    names = set(parameter_names(scope)) - {"self", "cls"}
    return any(not names.isdisjoint(names_read(each.test)) for each, _ in branches_around(node))


def _is_decided_by_mixture(context: Context, node: nodes.NodeNG) -> bool:
    """Whether a statement of a callee runs where a parameter is None, or true, of which the calls pass both."""
    names = parameter_names(context.scope)
    for test, holds in (part for each, outcome in branches_around(node) for part in parts(each.test, outcome)):
        asked = test.left if isinstance(test, nodes.Compare) else test
        if isinstance(asked, nodes.Name) and asked.name in names:
            value = context.arguments.get(asked.name, BOTTOM)
            if any(_comes_out(test, each) is (not holds) for each in value):
                return True
    return False


def _comes_out(test: nodes.NodeNG, obj: AbstractObject) -> bool | None:
    """How a test for None, or of truth, comes out for one of the objects that arrive; None where that is not known.

    Something unknown counts as something.
    """
    if not isinstance(test, nodes.Compare):
        return obj.truth
    operator, other = test.ops[0]
    if len(test.ops) > 1 or not is_constant(other, None):
        return None
    return has((obj,), NoneObject) is (operator in ("is", "==")) if operator in SAMENESS else None


def _calls_anything(facts: Facts, caller: Context, call: nodes.NodeNG) -> bool:
    """Whether a call is of functions of several names, and not all of them are known.

    `model(x)` is, where `model` comes from a registry of everything that a command line may name. Such a value holds
    more than what is ever called there.
    """
    if (call, Use.CALL) not in caller.summary.assumptions:
        return False
    names = {getattr(each.scope, "name", "lambda") for each in caller.summary.called_at(call)}
    return len(names.union(facts.callees.possible(call))) > 1

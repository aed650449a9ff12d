"""Functions that are defined inside others: decorated, each would be a new `tf.function` at every call of the outer."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.state.contexts import Context
from hybridize.inference.results.facts import Facts, FunctionFacts
from hybridize.verdicts.loops import loop_around
from hybridize.verdicts.evidence import Evidence, MadeAnew
from hybridize.verdicts.model import Place

_RETURNING = (nodes.Return, nodes.Yield, nodes.YieldFrom)


def made_anew(facts: Facts, function: FunctionFacts, here: Place) -> list[Evidence]:
    """The reason not to decorate a local function: its outer function runs again and again, and keeps none of them."""
    outer = function.node.parent.frame()
    if not isinstance(outer, nodes.FunctionDef) or _is_kept(outer, function.node):
        return []
    if not _runs_again(facts, outer):
        return []
    return [MadeAnew(here, outer.name)]


def _is_kept(outer: nodes.FunctionDef, function: nodes.FunctionDef) -> bool:
    """Whether the outer function returns the function or stores it in an object."""
    for name in outer.nodes_of_class(nodes.Name):
        if name.name != function.name or (isinstance(name.parent, nodes.Call) and name is name.parent.func):
            continue
        parent = name.parent
        while parent is not outer and not isinstance(parent, nodes.Call):
            if isinstance(parent, _RETURNING):
                return True
            if isinstance(parent, nodes.Assign) and not all(isinstance(t, nodes.AssignName) for t in parent.targets):
                return True
            parent = parent.parent
    return False


def _runs_again(facts: Facts, outer: nodes.FunctionDef) -> bool:
    """Whether the function is called from two places, or in a loop, or by a function of which the same holds."""
    pending: list[Context] = list(facts.analysis.contexts.by_scope.get(outer, ()))
    seen = set(pending)
    while pending:
        context = pending.pop()
        calls = facts.graph.callers.get(context, [])
        if any(loop_around(call) is not None for _, call, _ in calls):
            return True
        if len({call for _, call, _ in calls}) > 1:
            return True
        for caller, _, _ in calls:
            if caller not in seen:
                seen.add(caller)
                pending.append(caller)
    return False

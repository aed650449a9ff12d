"""Which function gets the decorator: the outermost that can become a graph serves all that it calls."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.results.facts import Facts, FunctionFacts
from hybridize.settings import AnalysisOptions, Gain
from hybridize.verdicts.comments import TAKEN_OFF
from hybridize.verdicts.coverage import function_of
from hybridize.verdicts.model import Step, Verdict
from hybridize.verdicts.repetition import Often, Repetition, able


def serve(facts: Facts, verdicts: dict[nodes.NodeNG, Verdict], options: AnalysisOptions) -> None:
    """Write down for each function that should become a graph who serves it: callers that should, and as safely.

    It is served if nothing but those callers runs it again and again: not what calls it once, or every so many rounds
    to show how things are, and not a test. What should become a graph is not recursive, so among the callers of callers
    there is always one that nobody serves, and that is the one to decorate.
    """
    worthy = {node: verdict for node, verdict in verdicts.items() if pays(verdict, options)}
    graphs = {node for node, verdict in verdicts.items() if verdict.hybrid or verdict.covered_by_callers}
    safe = {node for node, verdict in worthy.items() if verdict.fixable and _safe(verdict)}
    fixable = {node for node, verdict in worthy.items() if verdict.fixable}
    others = {which: Repetition(facts, graphs | which, able(verdicts)) for which in map(frozenset, (safe, fixable))}
    functions = {function.node: function for function in facts.functions}
    for function in facts.functions:
        verdict = worthy.get(function.node)
        if verdict is None:
            continue
        around = worthy.get(function.node.parent.frame())
        outer = [around] if around is not None else []
        servers = frozenset(safe if _safe(verdict) else fixable)
        if not outer and others[servers].of(function).often is not Often.AGAIN:
            outer = [worthy[node] for node in _above(function, functions, graphs, servers)]
        if outer:
            verdict.served_by = tuple(Step(each.place, f"`{each.qualname}` leads to it") for each in outer)


def pays(verdict: Verdict, options: AnalysisOptions) -> bool:
    """Whether the function would be as right as a graph, and gain as much as is asked for."""
    enough = Gain(verdict.gain.level).rank >= options.min_gain.rank
    idle = verdict.left_to_keras or verdict.unprofitable or not _is_offered(verdict)
    return verdict.precondition == "P1" and enough and (not idle or options.min_gain is Gain.NONE)


_SAID = frozenset({"no-known-caller", "tensor-by-type-hint", "tensor-by-usage", "conflicting-dtypes"})
"""Assumptions under which a function that nobody calls is still told what it could be."""


def _is_offered(verdict: Verdict) -> bool:
    """Whether somebody calls the function, or it is there for others to call and says itself what it takes.

    Who calls it otherwise, and whether in a graph, nobody can tell: a promise that it gains would be a guess. Where the
    decorator was commented out, somebody has tried it and decided.
    """
    if any(reason.kind == TAKEN_OFF for reason in verdict.assumptions):
        return False
    if verdict.called:
        return True
    public = not any(part.startswith("_") and not part.endswith("__") for part in verdict.qualname.split("."))
    return public and not verdict.nested and all(reason.kind in _SAID for reason in verdict.assumptions)


def _above(
    function: FunctionFacts,
    functions: dict[nodes.NodeNG, FunctionFacts],
    graphs: set[nodes.NodeNG],
    servers: frozenset[nodes.NodeNG],
) -> list[nodes.NodeNG]:
    """The nearest callers, however far up, that are among the servers."""
    found: dict[nodes.NodeNG, None] = {}
    seen: set[nodes.NodeNG] = {function.node}
    queue = list(function.callers)
    for caller, _, traced in queue:
        node = function_of(caller)
        if traced or node is None or node in seen or node in graphs:
            continue
        seen.add(node)
        if node in servers:
            found[node] = None
        else:
            queue += functions[node].callers
    return list(found)


def _safe(verdict: Verdict) -> bool:
    return verdict.proven and not verdict.assumptions

"""Which function gets the decorator: the outermost that can become a graph serves all that it calls."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.contexts import Context
from hybridize.inference.facts import Facts, FunctionFacts
from hybridize.settings import AnalysisOptions, Gain
from hybridize.verdicts.comments import TAKEN_OFF
from hybridize.verdicts.coverage import function_of
from hybridize.verdicts.model import Step, Verdict


def serve(facts: Facts, verdicts: dict[nodes.NodeNG, Verdict], options: AnalysisOptions) -> None:
    """Write down for each function that should become a graph who serves it: callers that all should, and as safely.

    Calls by tests do not count where others call the function, too. What should become a graph is not recursive, so
    among the callers of callers there is always one that nobody serves, and that is the one to decorate.
    """
    tests = {module.file.relative for module in facts.program.modules if module.file.is_test}
    worthy = {node: verdict for node, verdict in verdicts.items() if pays(verdict, options)}
    for function in facts.functions:
        verdict = worthy.get(function.node)
        if verdict is None:
            continue
        around = worthy.get(function.node.parent.frame())
        outer = [around] if around is not None else _servers(function, worthy, verdicts, tests)
        if outer:
            verdict.served_by = tuple(Step(each.place, f"`{each.qualname}` leads to it") for each in outer)


def pays(verdict: Verdict, options: AnalysisOptions) -> bool:
    """Whether the function would be as right as a graph, and gain as much as is asked for."""
    enough = Gain(verdict.gain.level).rank >= options.min_gain.rank
    idle = verdict.left_to_keras or not _is_offered(verdict)
    return verdict.precondition == "P1" and enough and (not idle or options.min_gain is Gain.NONE)


_SAID = frozenset({"no-known-caller", "tensor-by-type-hint", "tensor-by-usage", "conflicting-dtypes", TAKEN_OFF})
"""Assumptions under which a function that nobody calls is still told what it could be."""


def _is_offered(verdict: Verdict) -> bool:
    """Whether somebody calls the function, or it is there for others to call and says itself what it takes.

    Who calls it otherwise, and whether in a graph, nobody can tell: a promise that it gains would be a guess.
    """
    if verdict.called:
        return True
    public = not any(part.startswith("_") and not part.endswith("__") for part in verdict.qualname.split("."))
    return public and not verdict.nested and all(reason.kind in _SAID for reason in verdict.assumptions)


def _servers(
    function: FunctionFacts,
    worthy: dict[nodes.NodeNG, Verdict],
    verdicts: dict[nodes.NodeNG, Verdict],
    tests: set[str],
) -> list[Verdict]:
    """The callers that serve a function; empty where one does not."""
    callers: list[Context] = [caller for caller, _, _ in function.callers]
    outside = [caller for caller in callers if caller.module_path not in tests]
    found: dict[int, Verdict] = {}
    for caller, _, traced in function.callers:
        if traced or (outside and caller not in outside):
            continue
        node = function_of(caller)
        other = verdicts.get(node) if node is not None else None
        if other is not None and (other.hybrid or other.covered_by_callers):
            continue
        here = verdicts[function.node]
        if other is None or node not in worthy or not other.fixable or (_safe(here) and not _safe(other)):
            return []
        found[id(other)] = other
    return list(found.values())


def _safe(verdict: Verdict) -> bool:
    return verdict.proven and not verdict.assumptions

"""Which function gets the decorator: the outermost that can become a graph serves all that it calls."""

from __future__ import annotations

from collections.abc import Mapping

from astroid import nodes

from hybridize.inference.facts.callers import Way
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.repetition import EagerRuns, Often
from hybridize.settings import AnalysisOptions
from hybridize.verdicts.decide.coverage import function_of
from hybridize.verdicts.decide.recommend import Candidate, pays
from hybridize.verdicts.evidence.gain import FoundWanting
from hybridize.verdicts.gain.operations import MUCH
from hybridize.verdicts.gain.thresholds import MEDIUM
from hybridize.verdicts.model.parts import Step, StepKind


def serving(
    facts: Facts, candidates: Mapping[nodes.NodeNG, Candidate], options: AnalysisOptions
) -> dict[nodes.NodeNG, tuple[Step, ...]]:
    """For functions that should become graphs, who serves them: callers that should, and as surely.

    A function is served if nothing but those callers runs it again and again: not what calls it once, or every so many
    rounds to show how things are, and not a test. What should become a graph is not recursive, so among the callers of
    callers there is always one that nobody serves, and that is the one to decorate. What somebody tried as a graph and
    found wanting is none, nor are its parts.
    """
    worthy = {node: candidate for node, candidate in candidates.items() if pays(candidate, options)}
    graphs = {node for node, found in candidates.items() if found.mode.hybrid or found.callers.covered}
    tried = frozenset(
        node for node, found in candidates.items() if isinstance(found.gain.unprofitable, FoundWanting)
    )
    able = {node for node, candidate in candidates.items() if candidate.able}
    editable = frozenset(node for node, candidate in worthy.items() if candidate.editable)
    sure = frozenset(node for node in editable if not worthy[node].on_credit)
    wanted = frozenset(node for node in sure if not worthy[node].given_up)
    others = {which: EagerRuns(facts, graphs | which | tried, able) for which in (wanted, sure, editable)}
    out: dict[nodes.NodeNG, tuple[Step, ...]] = {}
    for function in facts.functions:
        candidate = worthy.get(function.node)
        if candidate is None:
            continue
        around = worthy.get(function.node.parent.frame())
        outer = [around] if around is not None else []
        # Little is gained beside a caller that gains much: not even a less doubtful edit is worth it. That an edit is
        # safer is worth no second finding: whoever decorates the caller has a graph in a graph of it.
        if candidate.proven and candidate.gain.runs >= MEDIUM:
            servers = wanted
        else:
            servers = editable if candidate.on_credit or candidate.gain.runs < MUCH else sure
        if not outer and others[servers].of(function).often is not Often.PER_ITERATION:
            outer = [candidates[node] for node in _above(facts, function, graphs, servers | tried)]
        if outer:
            out[function.node] = tuple(
                Step(each.subject.place, StepKind.SERVED, each.subject.qualname) for each in outer
            )
    return out


def _above(
    facts: Facts,
    function: FunctionFacts,
    graphs: set[nodes.NodeNG],
    servers: frozenset[nodes.NodeNG],
) -> list[nodes.NodeNG]:
    """The nearest callers, however far up, that are among the servers."""

    def judge(way: Way) -> nodes.NodeNG | bool | None:
        node = function_of(way.caller)
        if way.traced or node is None or node in graphs:
            return False
        return node if node in servers else None

    ends = facts.graph.callers.ends(facts.known_calls(function), judge)
    return [each for each in dict.fromkeys(ends) if isinstance(each, nodes.NodeNG) and each is not function.node]

"""The assumptions of a function about code that the analysis cannot see: its own, and those of what it calls."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.facts.call_graph import Propagated
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import Assumption, Because, Use
from hybridize.program.calls import called_by
from hybridize.program.places import place_of, source_of
from hybridize.verdicts.evidence.assumptions import UnseenCode
from hybridize.verdicts.model.steps import steps_down


def unseen_code(facts: Facts, function: FunctionFacts) -> list[UnseenCode]:
    """One for each callee (attribute, decorator, ...): where the function meets it first, and at how many places.

    In the order of their places; what the function itself uses stands first.
    """
    path = function.module.file.relative
    found: dict[tuple[object, ...], list[Propagated[Assumption]]] = {}
    for propagated in function.gaps.assumptions:
        found.setdefault(_callee(propagated.origin), []).append(propagated)
    firsts = [(min(each, key=_order), len({p.origin.node for p in each})) for each in found.values()]
    return [_evidence(facts, path, first, sites) for first, sites in sorted(firsts, key=lambda pair: _order(pair[0]))]


def uncovered(path: str, node: nodes.NodeNG, what: str, written: nodes.NodeNG | None = None) -> UnseenCode:
    """That something which no run has shown does the same in a graph; `written` where it is not written at the node."""
    source = source_of(node if written is None else written)
    return UnseenCode(place_of(path, node), Use.CONSTRUCT, Because.NO_RUN, what, "", source, "")


def _callee(assumption: Assumption) -> tuple[object, ...]:
    """What is the same for all uses of one callee: its name or, without one, how it is written in one scope."""
    use, because = assumption.use, assumption.because
    if assumption.name:
        return use, because, assumption.name, assumption.member if use in _OF_MEMBERS else ""
    return use, because, assumption.node.scope(), source_of(called_by(assumption.node))


_OF_MEMBERS = frozenset({Use.METHOD, Use.ATTRIBUTE})
"""Uses of one member of an object; for all others the object decides."""


def _order(propagated: Propagated[Assumption]) -> tuple[bool, int, int, str, str, int]:
    node, origin = propagated.via, propagated.origin
    at = (node.lineno or 0, node.col_offset or 0)
    return propagated.next is not None, *at, origin.name, origin.member, origin.node.lineno or 0


def _evidence(facts: Facts, path: str, first: Propagated[Assumption], sites: int) -> UnseenCode:
    origin, called = first.origin, called_by(first.origin.node)
    written = source_of(origin.node) if sites == 1 or called is origin.node else f"{source_of(called)}(…)"
    return UnseenCode(
        place_of(path, first.via),
        origin.use,
        origin.because,
        origin.name,
        origin.member,
        written,
        facts.knowledge.policy(origin.name) if origin.name else "",
        "" if first.next is None else source_of(first.via),
        sites,
        chain=steps_down(first, facts.graph),
    )

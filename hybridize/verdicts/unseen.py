"""The assumptions of a function about code that the analysis cannot see: its own, and those of what it calls."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.results.facts import Facts, FunctionFacts
from hybridize.verdicts.evidence import UnseenCode
from hybridize.program.places import place_of, source_of
from hybridize.verdicts.steps import steps_down


def unseen_code(facts: Facts, function: FunctionFacts) -> list[UnseenCode]:
    """In the order of their places, the function's own first."""
    path = function.module.file.relative
    own: list[UnseenCode] = []
    below: list[UnseenCode] = []
    # Those that may be equal: comparing each with all others would cost more than making them.
    alike: dict[tuple[nodes.NodeNG, str, str], list[UnseenCode]] = {}
    for propagated in function.gaps.assumptions:
        found = propagated.origin
        direct = propagated.next is None
        evidence = UnseenCode(
            place_of(path, propagated.via),
            found.use,
            found.because,
            found.name,
            found.member,
            source_of(found.node),
            facts.knowledge.policy(found.name) if found.name else "",
            "" if direct else source_of(propagated.via),
            chain=steps_down(propagated, facts.graph),
        )
        others = alike.setdefault((propagated.via, evidence.written, found.name), [])
        if evidence not in others:
            others.append(evidence)
            (own if direct else below).append(evidence)
    return sorted(own, key=_position) + sorted(below, key=_position)


def _position(found: UnseenCode) -> tuple[int, int]:
    return found.place.line, found.place.column

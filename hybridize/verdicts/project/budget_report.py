"""What the limits of the analysis cost: functions whose verdicts might be others without them."""

from __future__ import annotations

from collections.abc import Iterable

from hybridize.inference.facts.facts import Facts
from hybridize.verdicts.model.verdict import Verdict

JOINED, GIVEN_UP, TYPES_GIVEN_UP = "joined", "given_up", "types_given_up"
_CONTEXTS = "contexts"
"""The limit past which all further calls of a function are judged together."""


def limited(facts: Facts, verdicts: Iterable[Verdict]) -> dict[str, int]:
    """How many functions were not analysed to the end, and how many candidates have calls that were judged together.

    The arguments of such calls are joined: what holds of all of them is told, and what holds of one alone may be lost.
    """
    limits = {(each.module.file.relative, each.node.lineno): each.gaps.budget for each in facts.functions}
    hit = [(verdict, limits.get((verdict.path, verdict.place.line), "")) for verdict in verdicts]
    return {
        JOINED: sum(limit == _CONTEXTS and verdict.candidate for verdict, limit in hit),
        GIVEN_UP: sum(limit not in ("", _CONTEXTS) for _, limit in hit),
        TYPES_GIVEN_UP: int(facts.types_given_up),
    }

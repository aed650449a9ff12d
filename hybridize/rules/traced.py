"""Rules about statements of traced bodies: what the analysis observed of a hybrid function, by kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from hybridize.rules.base import Rule, RuleContext
from hybridize.rules.model import Finding
from hybridize.verdicts import sentences
from hybridize.verdicts.evidence import Evidence, Observed
from hybridize.verdicts.model import Place, Verdict


class TracedStatement(Rule):
    """A rule about what stands in the body of a hybrid function, or is reached from it.

    One cause is one finding: where several hybrid functions lead to a statement, it is told of the first of them.
    """

    kinds: ClassVar[frozenset[str]]
    """The kinds of hazards that it tells of."""
    consequence: ClassVar[str]
    """What comes of it, as the end of the message."""

    def check(self, verdict: Verdict, context: RuleContext) -> Iterator[Finding]:
        """One finding for each statement of the hybrid function, or call that leads to one."""
        if not verdict.hybrid:
            return
        told: set[Place] = set()
        for hazard in verdict.decision.hazards:
            if hazard.kind in self.kinds and self.speaks_of(hazard, verdict) and hazard.place not in told:
                if context.first_to_reach(hazard) is verdict:
                    told.add(hazard.place)
                    said = sentences.message(hazard)
                    message = f"in `{verdict.qualname}`, which runs as a graph, {said}: {self.consequence}"
                    yield self.finding(verdict.subject, message, place=hazard.place, related=hazard.chain)

    def speaks_of(self, hazard: Evidence, verdict: Verdict) -> bool:
        """Whether a hazard of one of the kinds is certain: what may as well work, or happens once, is no fault."""
        return not isinstance(hazard, Observed) or (hazard.certain and not hazard.guarded)

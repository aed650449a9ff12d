"""Rules about Python values that a hybrid function draws while it is traced, and keeps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from hybridize.rules.base import Rule, RuleContext
from hybridize.rules.model import Finding
from hybridize.verdicts import sentences
from hybridize.verdicts.model import Place, Verdict


class FrozenEffect(Rule):
    """A rule about side effects of some kinds, whose value the graph keeps."""

    kinds: ClassVar[frozenset[str]]
    """The kinds of effects that it tells of."""
    consequence: ClassVar[str]
    """What comes of it, as the end of the message."""

    def check(self, verdict: Verdict, context: RuleContext) -> Iterator[Finding]:
        """One finding for each statement of the hybrid function, or call that leads to one."""
        if not verdict.hybrid:
            return
        told: set[Place] = set()
        for effect in verdict.computation.effects:
            if effect.what in self.kinds and not context.is_told_elsewhere(effect) and not effect.guarded:
                if effect.place not in told:
                    told.add(effect.place)
                    message = f"`{verdict.qualname}` {sentences.effect(effect)} while it is traced: {self.consequence}"
                    yield self.finding(verdict.subject, message, place=effect.place, related=effect.chain)

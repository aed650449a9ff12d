"""Rules about what does not fit: one finding at each statement."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from hybridize.program.position import shortened
from hybridize.rules.base import Rule, RuleContext
from hybridize.rules.model import Finding
from hybridize.verdicts.model.parts import Mismatching

SHOWN = 40
"""Characters of a statement that a message shows."""


class MismatchRule(Rule):
    """A rule about one sort of what does not fit."""

    what: ClassVar[Mismatching]
    consequence: ClassVar[str]
    """What comes of it, between the statement and the reason."""

    def check_project(self, context: RuleContext) -> Iterator[Finding]:
        """One finding for each statement."""
        for each in context.mismatches:
            if each.what is self.what:
                message = f"`{shortened(each.written, SHOWN)}` {self.consequence}: {each.reason}"
                yield self.finding(each.subject, message, place=each.place, related=each.related)

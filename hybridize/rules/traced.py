"""Rules about the bodies of traced functions: what stands there, or in what they call, one finding at a place."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from hybridize.rules.base import Rule, RuleContext, at_the_end, is_certain, named, steps_of_others
from hybridize.rules.model import Finding, Fix
from hybridize.verdicts.evidence import sentences, words
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.model.parts import Effect, Place, Step
from hybridize.verdicts.model.verdict import Verdict


class Cause(NamedTuple):
    """What a rule has to say of a statement of a traced body, or of a call that leads to one."""

    place: Place
    message: str
    chain: tuple[Step, ...]
    origin: Place
    """Where that stands which is wrong."""
    fix: Fix | None = None
    remedy: str = ""
    """What to do; empty where the rule says it."""


class TracedBody(Rule, ABC):
    """A rule about what a trace runs."""

    of_lambdas = True

    @abstractmethod
    def causes(self, verdict: Verdict, context: RuleContext) -> Iterator[Cause]:
        """What is to be said of a traced function."""

    def check(self, verdict: Verdict, context: RuleContext) -> Iterator[Finding]:
        """One finding for each cause: at the statement in the traced function, or at the call that leads to it."""
        if not verdict.mode.traced:
            return
        told: set[Place] = set()
        for cause in self.causes(verdict, context):
            if cause.origin not in told:
                told.add(cause.origin)
                yield self.finding(
                    verdict.subject,
                    cause.message,
                    place=cause.place,
                    fix=cause.fix,
                    related=cause.chain,
                    origin=cause.origin,
                    remedy=cause.remedy,
                )


class TracedHazard(TracedBody):
    """A rule about hazards of some kinds.

    One cause is one finding: where several traced functions lead to a statement, it is told of the nearest of them, and
    the others are named.
    """

    kinds: ClassVar[frozenset[str]]
    """The kinds of hazards that it tells of."""
    consequence: ClassVar[str]
    """What comes of it, as the end of the message; empty where the hazards say so themselves."""

    @property
    def ending(self) -> str:
        """The end of the message."""
        return f"; {self.consequence}" if self.consequence else ""

    def causes(self, verdict: Verdict, context: RuleContext) -> Iterator[Cause]:
        """The hazards that are certain."""
        for hazard in verdict.faults:
            if hazard.kind in self.kinds and is_certain(hazard) and context.first_to_reach(hazard) is verdict:
                place, chain = innermost(verdict, hazard.place, hazard.chain)
                said, end = sentences.message(hazard), at_the_end(chain, place)
                message = f"{in_graph(verdict)}: {said}{end}{self.ending}"
                origin = chain[-1].place if chain else place
                others = context.also_reached(hazard)
                yield Cause(place, message, (*chain, *others), origin, remedy=_remedy(hazard))


class TracedEffect(TracedBody):
    """A rule about side effects of some kind, each of which is told of the nearest function that leads to it."""

    @abstractmethod
    def is_told(self, verdict: Verdict, effect: Effect, context: RuleContext) -> bool:
        """Whether the rule speaks of an effect, of which somebody takes notice, in a function."""

    @abstractmethod
    def cause(self, verdict: Verdict, effect: Effect, context: RuleContext) -> Cause:
        """What it says."""

    def causes(self, verdict: Verdict, context: RuleContext) -> Iterator[Cause]:
        """The effects of which no other function tells, with the names of those that lead there as well.

        Where a switch makes all of it run eagerly, each call has them.
        """
        for effect in verdict.computation.effects if verdict.callers.switched_off is None else ():
            told = [found for found in context.leading_to(effect) if self.is_told(*found, context)]
            if told and told[0] == (verdict, effect):
                said = self.cause(verdict, effect, context)
                yield said._replace(chain=(*said.chain, *steps_of_others(told)))


class FrozenEffect(TracedEffect):
    """A rule about side effects of some kinds, whose value the graph keeps."""

    kinds: ClassVar[frozenset[str]]
    """The kinds of effects that it tells of."""
    consequence: ClassVar[str]
    """What comes of it, as the end of the message."""

    def is_told(self, verdict: Verdict, effect: Effect, context: RuleContext) -> bool:
        """The effects of its kinds."""
        return effect.what in self.kinds

    def ending(self, effect: Effect) -> str:
        """The end of the message."""
        return self.consequence

    def cause(self, verdict: Verdict, effect: Effect, context: RuleContext) -> Cause:
        """That it happens with each trace."""
        place, chain = innermost(verdict, effect.place, effect.chain)
        message = f"{in_graph(verdict)}: it {effect_at(effect, place, chain)} only while it is traced; "
        message += self.ending(effect)
        return Cause(place, message, chain, effect.cause, remedy=sentences.remedy_of_effect(effect))


def _remedy(hazard: Evidence) -> str:
    """What to do about a hazard; empty where the rule knows better."""
    said = sentences.remedy(hazard)
    return "" if said == sentences.GENERAL_REMEDY else said


def in_graph(verdict: Verdict) -> str:
    """That a function runs as a graph, and what traces it."""
    mode, name = verdict.mode, named(verdict)
    decorator = verdict.framework.decorator.replace("tensorflow.", "tf.")
    if mode.hybrid:
        made = mode.hybridized_by[0]
        if made.how == "decorator":
            return f"{name} is a `{decorator}`"
        return f"{name} is made a `{decorator}`{_at(made.place, verdict.place)}"
    if mode.tracer is None or mode.tracer.name.endswith(".compile"):
        title = verdict.framework.title if mode.tracer is None else "Keras"
        return f"{title} traces {name}"
    callee = mode.tracer.name
    callee = callee if len(callee) <= _SHOWN else f".{callee.rpartition('.')[2]}(…)"
    return f"`{callee}`{_at(mode.tracer.place, verdict.place)} traces {name}"


def _at(place: Place, near: Place) -> str:
    """Where, if that is in the same file; `explain` says it of all."""
    return f" at line {place.line}" if place.path == near.path else ""


_SHOWN = 24
"""Characters of what traces a function that a message shows."""


def effect_at(effect: Effect, place: Place, chain: tuple[Step, ...]) -> str:
    """What an effect does, and where, for a finding at a place from which a chain of calls leads to it."""
    return words.done(effect) + at_the_end(chain, place)


def innermost(verdict: Verdict, place: Place, chain: tuple[Step, ...]) -> tuple[Place, tuple[Step, ...]]:
    """The last place of a chain of calls that is written in the function itself, and what follows it.

    A fault in a function that is defined inside the traced one stands there, and not at the call of the inner function.
    """
    own = verdict.subject.place
    inside = [
        number
        for number, step in enumerate(chain)
        if step.place.path == own.path and own.line <= step.place.line <= verdict.end_line
    ]
    if not inside:
        return place, chain
    return chain[inside[-1]].place, chain[inside[-1] + 1 :]

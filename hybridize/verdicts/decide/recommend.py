"""What is advised, and how safe the edit is that does it: decided here, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hybridize.settings import AnalysisOptions, Gain
from hybridize.verdicts.evidence.assumptions import (
    ArrayDtype,
    DecoratorTakenOff,
    DoneElsewhere,
    NoKnownCaller,
    NotRaised,
    OnlyTestsCall,
    ReturnsTensors,
    TakenForPython,
    TakenForTensor,
    TrainingStep,
    Unchanged,
    UnnoticedEffect,
)
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.model.parts import (
    Action,
    Callers,
    Conversion,
    GraphMode,
    InputSignature,
    Parameter,
    Safety,
    Step,
    Subject,
)
from hybridize.verdicts.model.verdict import Advice, Decision, GainEstimate, Recommendation

_DOUBTS = (DoneElsewhere, NotRaised, TakenForPython, Unchanged, UnnoticedEffect, ReturnsTensors)


@dataclass(frozen=True, slots=True)
class Candidate:
    """What a recommendation is made from."""

    subject: Subject
    mode: GraphMode
    callers: Callers
    gain: GainEstimate
    decision: Decision
    advice: Advice
    editable: bool
    """A decorator can be put on it at all: it is a plain `def`."""

    @property
    def able(self) -> bool:
        """It could become a graph, and would gain by it if it ran often enough."""
        return self.advice.possible and self.gain.level is not Gain.NONE

    @property
    def on_credit(self) -> bool:
        """The advice makes light of what speaks against a graph, since so much is gained: somebody may not take it."""
        return any(isinstance(each, _DOUBTS) for each in self.advice.assumptions)

    @property
    def given_up(self) -> bool:
        """Somebody had it as a graph, and took the decorator off."""
        return any(isinstance(each, DecoratorTakenOff) for each in self.decision.assumptions)

    @property
    def proven(self) -> bool:
        """Every premise was seen: the papers' precondition holds, by the data flow from known callers."""
        return self.decision.proven and self.decision.precondition == "P1" and not self.advice.assumptions


def recommend(
    candidate: Candidate, served_by: tuple[Step, ...], options: AnalysisOptions, pinned: InputSignature | None = None
) -> Recommendation:
    """What is advised for a function; `served_by` are the callers that should become graphs in its place.

    `pinned` is the signature that the decorator would get.
    """
    decision, advice = candidate.decision, candidate.advice
    if pays(candidate, options) and not served_by:
        return Recommendation(
            Action.HYBRIDIZE,
            advice.basis,
            hybridizing(candidate, pinned),
            advice.traces,
            _taken_for_granted(candidate),
            conversions=advice.conversions,
        )
    if decision.transformation == Action.DEHYBRIDIZE.value and decision.precondition is not None:
        return Recommendation(Action.DEHYBRIDIZE, (decision.precondition,), removing(candidate.mode), advice.traces)
    if decision.transformation == Action.RECONFIGURE.value and decision.precondition is not None:
        return Recommendation(Action.RECONFIGURE, (decision.precondition,), pinning(candidate.mode), advice.traces)
    return Recommendation(traces=advice.traces, served_by=served_by)


def _taken_for_granted(candidate: Candidate) -> tuple[Evidence, ...]:
    """What the advice assumes: of the arguments, and of how often the function runs."""
    assumed = candidate.advice.assumptions
    if candidate.advice.training and not candidate.callers.called:
        assumed += (TrainingStep(candidate.subject.place),)
    return assumed


def hybridizing(candidate: Candidate, pinned: InputSignature | None = None) -> Safety | None:
    """How safe it is to add the decorator; None where it cannot be added.

    With a signature the function sees axes of unknown length where that has `None`.
    """
    if not candidate.editable:
        return None
    return Safety.SAFE if candidate.proven and (pinned is None or pinned.is_closed) else Safety.UNSAFE


def removing(mode: GraphMode) -> Safety | None:
    """How safe it is to remove the decorator; None where nothing can be removed.

    Never safe: without the decorator the function returns Python values where it returned tensors, and other code may
    use the object that the decorator makes.
    """
    return None if mode.decorator is None else Safety.UNSAFE


def pinning(mode: GraphMode) -> Safety | None:
    """How safe it is to give a hybrid function a signature; None where there is no decorator to write it in.

    Never safe: the function refuses what others pass that is not like it, and sees axes of unknown length.
    """
    return None if mode.decorator is None else Safety.UNSAFE


def passing_tensors(conversions: Iterable[Conversion | None], alike: bool) -> Safety:
    """How safe it is to pass tensors in the place of numbers. `alike`: nobody can tell one trace from another."""
    found = list(conversions)
    if not found or None in found:
        return Safety.DISPLAY_ONLY
    return Safety.SAFE if alike and all(each is not None and each.same for each in found) else Safety.UNSAFE


def proves(parameters: Iterable[Parameter], assumptions: Iterable[Evidence], seen: bool, complete: bool) -> bool:
    """Whether every premise rests on dataflow from known callers.

    `seen`: all callers are known to be in the project, or some are and the others would call it alike. `complete`:
    nothing was left out of the analysis of the function for want of time.
    """
    return seen and complete and not any(assumptions) and all(p.tensor is not None for p in parameters)


def pays(candidate: Candidate, options: AnalysisOptions) -> bool:
    """Whether the function would be as right as a graph, and gain as much as is asked for."""
    gain, callers = candidate.gain, candidate.callers
    enough = gain.level.rank >= options.min_gain.rank
    idle = callers.only_keras or gain.unprofitable is not None or not _is_offered(candidate)
    return candidate.advice.possible and enough and (not idle or options.min_gain is Gain.NONE)


def _is_offered(candidate: Candidate) -> bool:
    """Whether somebody calls the function or is handed it, or it is there for others and says itself what it takes.

    What the loop of an eager function runs is called as often as its rounds, though nobody calls that function here.

    A step of training in a class is there to be called, by whatever runs the class; a function that nobody calls was
    left behind. A private method that a class of others calls is what that makes of it, a graph mostly; that tests call
    it besides shows nothing. Who calls others, and whether in a graph, nobody can tell: a promise that they gain would
    be a guess.
    """
    assumptions, callers = candidate.decision.assumptions, candidate.callers
    names = candidate.subject.qualname.split(".")
    step = candidate.advice.training and not callers.nested and not callers.hook and len(names) > 1
    public = not any(name.startswith("_") and not name.endswith("__") for name in names)
    called = callers.called and (public or not any(isinstance(each, OnlyTestsCall) for each in assumptions))
    if called or callers.handed_over or callers.looped or step:
        return True
    return public and not callers.nested and all(map(_is_said, assumptions))


def _is_said(assumption: Evidence) -> bool:
    """Whether a function that nobody calls is told under this assumption what it could be: it says it itself."""
    if isinstance(assumption, TakenForTensor):
        return assumption.evidence != "speculative"
    return isinstance(assumption, (NoKnownCaller, ArrayDtype, DecoratorTakenOff))

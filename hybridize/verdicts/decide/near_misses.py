"""Near misses: eager functions that would gain as graphs, and that one thing alone holds back.

A cause is one place of the program: what a helper does holds back everybody who calls it, and is one cause of each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from hybridize.verdicts.decide.recommend import Candidate
from hybridize.verdicts.evidence.assumptions import (
    DoneElsewhere,
    NoKnownCaller,
    NoSignOfTensor,
    TakenForTensor,
    TrainingStep,
)
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.gain import BENEFITS, OneCallObject
from hybridize.verdicts.evidence.preconditions import (
    AnalysisFailed,
    NeverRuns,
    OutOfBudget,
    Recursive,
    SideEffects,
    Undetermined,
)
from hybridize.verdicts.evidence.retracing import ChangingValue, ManyTraces, OldProgram, RetracedArgument
from hybridize.verdicts.evidence.safety import DoneLast, KerasBuildTrace, NotAFunction, Observed
from hybridize.verdicts.model.parts import Action, Computation, Effect, Place, Safety, WhyNot
from hybridize.verdicts.model.verdict import Decision, NearMiss, Recommendation

_NO_REMEDY = (AnalysisFailed, KerasBuildTrace, NeverRuns, NotAFunction, OldProgram, OutOfBudget)
"""What no edit at one place changes. What Keras traces while it builds is served by a graph around the model."""

_SHOWN_BY_A_CALLER = (NoSignOfTensor, TakenForTensor, TrainingStep)


def near_miss(
    candidate: Candidate,
    computation: Computation,
    recommendation: Recommendation,
    pays_without: Callable[[Evidence], bool],
    last: Callable[[Sequence[Evidence]], Evidence | None],
) -> NearMiss | None:
    """What alone holds a function back, from being a graph or from a safe fix; None where nothing does, or several.

    `pays_without` says whether the function would be a graph, and gain, were it not for a cause. `last` gives causes as
    one, if the last statements of the function hold them.
    """
    if recommendation.action is Action.HYBRIDIZE:
        assumed = _assumed((*candidate.decision.assumptions, *recommendation.granted))
        alone = len(assumed) == 1 and recommendation.fix is Safety.UNSAFE
        return NearMiss(assumed[0], from_safety=True) if alone else None
    if candidate.mode.hybrid or candidate.callers.covered or not candidate.editable or recommendation.served_by:
        return None
    if computation.has_tensor_computation is not True:
        return None
    found = causes(candidate.decision, computation)
    cause = last(found) or (found[0] if len(found) == 1 else None)
    if cause is None or type(cause) is Undetermined or isinstance(cause, _NO_REMEDY):
        return None
    return NearMiss(cause) if pays_without(cause) else None


def _assumed(assumptions: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """What keeps a fix from being safe; where nobody calls the function, a caller shows its arguments as well."""
    uncalled = any(isinstance(each, NoKnownCaller) for each in assumptions)
    return distinct([each for each in assumptions if not (uncalled and isinstance(each, _SHOWN_BY_A_CALLER))])


def causes(decision: Decision, computation: Computation) -> tuple[Evidence, ...]:
    """Everything that keeps an eager function from being a graph, one for each place."""
    counting = (each for each in computation.effects if each.why_not is not WhyNot.GUARDED)
    effects = [SideEffects(each.place, each, chain=each.chain) for each in counting]
    failures = [each for each in decision.failures if isinstance(each, (Recursive, Undetermined))]
    hazards = [each for each in decision.hazards if not isinstance(each, BENEFITS) and not _is_kept(each)]
    if any(isinstance(each, (ChangingValue, OneCallObject, RetracedArgument)) for each in hazards):
        # The traces that are counted are those of these values, or of what these objects hold.
        hazards = [each for each in hazards if not isinstance(each, ManyTraces)]
    # What is most telling comes last, and stays: a hazard names what a side effect only is.
    return distinct((*effects, *failures, *hazards))


def distinct(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """One for each place where something happens; what is said at a `def` is a thing of its own each."""
    found: dict[object, Evidence] = {}
    for each in evidence:
        found[origin(each) if each.chain or _is_statement(each) else each] = each
    return tuple(found.values())


def origin(evidence: Evidence) -> Place:
    """Where a thing is, however many calls lead there."""
    return evidence.chain[-1].place if evidence.chain else evidence.place


def done_elsewhere(evidence: Evidence) -> DoneElsewhere | None:
    """That something happens only with another one of the calls that are judged together; None where it does not."""
    if isinstance(evidence, SideEffects):
        return effect_elsewhere(evidence.effect)
    if isinstance(evidence, Observed) and (evidence.of_another or evidence.implementation):
        said = "meets what a graph cannot do"
        return DoneElsewhere(evidence.place, said, evidence.implementation, chain=evidence.chain)
    return None


def effect_elsewhere(effect: Effect) -> DoneElsewhere | None:
    """The same of a side effect."""
    if effect.why_not is None or not effect.why_not.is_elsewhere:
        return None
    return DoneElsewhere(effect.place, effect.said, effect.implementation, chain=effect.chain)


def blocks(obstacles: Iterable[Evidence], cause: Evidence) -> bool:
    """Whether something else than the cause is in the way."""
    return any(origin(each) != origin(cause) and not _is_within(cause, each) for each in obstacles)


def _is_within(cause: Evidence, other: Evidence) -> bool:
    """Whether something else is done by the same last statements."""
    if not isinstance(cause, DoneLast) or not isinstance(other, Observed):
        return False
    return other.place.path == cause.place.path and cause.line <= other.place.line <= cause.end_line


def _is_statement(evidence: Evidence) -> bool:
    return isinstance(evidence, (Observed, SideEffects))


def _is_kept(evidence: Evidence) -> bool:
    """Whether all that is said is that the first call makes something, which is kept."""
    return isinstance(evidence, Observed) and evidence.guarded

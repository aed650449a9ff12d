"""What is advised, and how safe it is, from verdicts' parts that are filled in by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hybridize.inference.facts.repetition import Often
from hybridize.settings import AnalysisOptions, Gain
from hybridize.verdicts.decide.recommend import Candidate, passing_tensors, pays, proves, recommend, removing
from hybridize.verdicts.evidence.assumptions import (
    ArrayDtype,
    DecoratorTakenOff,
    NoKnownCaller,
    NoSignOfTensor,
    SameObjects,
    TakenForTensor,
    TrainingStep,
)
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.gain import SeldomRun
from hybridize.verdicts.evidence.retracing import ManyTraces
from hybridize.verdicts.model.parts import (
    Action,
    Callers,
    Conversion,
    Decorator,
    GraphMode,
    Parameter,
    Place,
    Safety,
    Step,
    StepKind,
    Subject,
    SubjectKind,
    Traces,
)
from hybridize.verdicts.model.verdict import Advice, Decision, GainEstimate, Recommendation

HERE = Place("main.py", 3)
OPTIONS = AnalysisOptions()
NO_GAIN_ASKED = AnalysisOptions(min_gain=Gain.NONE)
MUCH_GAIN_ASKED = AnalysisOptions(min_gain=Gain.HIGH)
WORTHY = Candidate(
    Subject(SubjectKind.FUNCTION, "main.py", "main", "step", HERE),
    GraphMode(),
    Callers(called=True),
    GainEstimate(Gain.MEDIUM, 20),
    Decision("P1", "P1", "hybridize", proven=True),
    Advice(("P1",), traces=Traces(1)),
    editable=True,
)
SERVED = (Step(HERE, StepKind.SERVED, "train"),)
KNOWN = Parameter("x", 0, "positional-or-keyword", tensor=True)
PLAIN = Parameter("n", 1, "positional-or-keyword", tensor=False)
UNKNOWN = Parameter("u", 2, "positional-or-keyword", tensor=None)


def named(qualname: str) -> Subject:
    """A function of this name."""
    return replace(WORTHY.subject, qualname=qualname)


def uncalled(qualname: str = "step", *assumptions: Evidence, nested: bool = False) -> Candidate:
    """The same function, which nobody calls."""
    decided = replace(WORTHY.decision, assumptions=assumptions or (NoKnownCaller(HERE),))
    return replace(WORTHY, subject=named(qualname), callers=Callers(nested=nested), decision=decided)


def test_what_pays_and_is_proven_is_made_a_graph_safely() -> None:
    assert recommend(WORTHY, (), OPTIONS) == Recommendation(Action.HYBRIDIZE, ("P1",), Safety.SAFE, Traces(1))


def test_what_is_not_proven_is_unsafe_and_what_cannot_be_edited_has_no_fix() -> None:
    assumed = replace(WORTHY, decision=replace(WORTHY.decision, proven=False))
    assert recommend(assumed, (), OPTIONS).fix is Safety.UNSAFE
    assert recommend(replace(WORTHY, editable=False), (), OPTIONS).fix is None


def test_what_a_caller_serves_is_left_to_it() -> None:
    assert recommend(WORTHY, SERVED, OPTIONS) == Recommendation(traces=Traces(1), served_by=SERVED)


def test_a_decorator_is_never_removed_safely() -> None:
    decorated = GraphMode((), {}, Decorator(HERE, "tf.function"))
    published = Decision("P3", "P3", "dehybridize", proven=True)
    needless = replace(WORTHY, mode=decorated, decision=published, advice=Advice())
    assert recommend(needless, (), OPTIONS) == Recommendation(Action.DEHYBRIDIZE, ("P3",), Safety.UNSAFE)
    assert removing(GraphMode()) is None


def test_nothing_is_advised_where_nothing_holds() -> None:
    assert recommend(replace(WORTHY, decision=Decision(), advice=Advice()), (), OPTIONS) == Recommendation()
    only_published = replace(WORTHY, decision=Decision(None, "P1"), advice=Advice())
    assert recommend(only_published, (), OPTIONS) == Recommendation()


PAYING = {
    "it gains as much as is asked for": (WORTHY, OPTIONS, True),
    "it gains exactly as much": (replace(WORTHY, gain=GainEstimate(Gain.HIGH)), MUCH_GAIN_ASKED, True),
    "it gains less than is asked for": (WORTHY, MUCH_GAIN_ASKED, False),
    "only Keras runs it": (replace(WORTHY, callers=Callers(called=True, only_keras=True)), OPTIONS, False),
    "it is seldom run": (
        replace(WORTHY, gain=GainEstimate(Gain.HIGH, unprofitable=SeldomRun(HERE, Often.ONCE))),
        OPTIONS,
        False,
    ),
    "another precondition holds": (
        replace(WORTHY, decision=Decision("P2", "P2", "dehybridize"), advice=Advice()),
        OPTIONS,
        False,
    ),
    "it is traced a few times, and nothing but the papers' tables speaks against it": (
        replace(WORTHY, decision=Decision(), advice=Advice(("few-values",), traces=Traces(3))),
        OPTIONS,
        True,
    ),
    "it would be traced at each call": (
        replace(WORTHY, advice=Advice(("few-values",), (ManyTraces(HERE, 9, None),))),
        OPTIONS,
        False,
    ),
    "nobody calls it, and it trains": (
        replace(uncalled("_Net._step"), advice=Advice(("captured-tensors",), training=True)),
        OPTIONS,
        True,
    ),
    "nobody calls it, and it would train, but belongs to no class": (
        replace(uncalled("step", NoSignOfTensor(HERE, "x")), advice=Advice(("captured-tensors",), training=True)),
        OPTIONS,
        False,
    ),
    "nobody calls it": (uncalled(), OPTIONS, True),
    "nobody calls it, and it says itself what it takes": (
        uncalled("step", TakenForTensor(HERE, "x", "type-hint", False), ArrayDtype(HERE, "y")),
        OPTIONS,
        True,
    ),
    "nobody calls it, and its name makes one think of tensors": (
        uncalled("step", TakenForTensor(HERE, "x", "speculative", False)),
        OPTIONS,
        False,
    ),
    "nobody calls it, and something in it is not known": (
        uncalled("step", NoKnownCaller(HERE), NoSignOfTensor(HERE, "x")),
        OPTIONS,
        False,
    ),
    "somebody commented its decorator out": (uncalled("step", DecoratorTakenOff(HERE)), OPTIONS, True),
    "nobody calls it, and it is private": (uncalled("_step"), OPTIONS, False),
    "nobody calls it, and its class is private": (uncalled("_Net.step"), OPTIONS, False),
    "nobody calls it, and Python does": (uncalled("Net.__call__"), OPTIONS, True),
    "nobody calls it, and it stands in a function": (uncalled(nested=True), OPTIONS, False),
}


@pytest.mark.parametrize(("candidate", "options", "expected"), PAYING.values(), ids=PAYING)
def test_what_pays(candidate: Candidate, options: AnalysisOptions, expected: bool) -> None:
    assert pays(candidate, options) is expected


def test_all_that_could_be_graphs_are_told_where_no_gain_is_asked_for() -> None:
    for candidate, _, _ in PAYING.values():
        assert pays(candidate, NO_GAIN_ASKED) is candidate.advice.possible


def test_what_is_able_gains_something() -> None:
    assert WORTHY.able
    assert not replace(WORTHY, gain=GainEstimate()).able
    assert not replace(WORTHY, advice=Advice(("P1",), (ManyTraces(HERE, 9, None),))).able
    assert not replace(WORTHY, advice=Advice()).able


def test_what_the_tables_do_not_prove_is_never_safe() -> None:
    assert WORTHY.proven
    assert not replace(WORTHY, decision=Decision(proven=True), advice=Advice(("few-values",))).proven
    assert not replace(WORTHY, advice=Advice(("P1",), assumptions=(SameObjects(HERE),))).proven


def test_a_step_that_nobody_calls_is_taken_to_run_again_and_again() -> None:
    step = replace(uncalled("Net.step"), advice=Advice(("P1",), training=True))
    assert recommend(step, (), OPTIONS).granted == (TrainingStep(HERE),)
    called = replace(WORTHY, advice=Advice(("P1",), training=True))
    assert recommend(called, (), OPTIONS).granted == ()


def test_what_proves() -> None:
    assumption = NoKnownCaller(HERE)
    assert proves((KNOWN, PLAIN), (), seen=True, complete=True)
    assert proves((), (), seen=True, complete=True)
    assert not proves((KNOWN, UNKNOWN), (), seen=True, complete=True)
    assert not proves((KNOWN,), (assumption,), seen=True, complete=True)
    assert not proves((KNOWN,), (), seen=False, complete=True)
    assert not proves((KNOWN,), (), seen=True, complete=False)


def test_tensors_are_passed_safely_where_every_body_does_the_same_with_them() -> None:
    same, other = Conversion((), True), Conversion((), False)
    assert passing_tensors([same, same], alike=True) is Safety.SAFE
    assert passing_tensors([same, same], alike=False) is Safety.UNSAFE
    assert passing_tensors([same, other], alike=True) is Safety.UNSAFE
    assert passing_tensors([same, None], alike=True) is Safety.DISPLAY_ONLY
    assert passing_tensors([], alike=True) is Safety.DISPLAY_ONLY

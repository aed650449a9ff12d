"""Tables I and II of the paper, row by row, from premises that are filled in by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hybridize.inference.domain.literals import Literal
from hybridize.verdicts.decide.preconditions import Outcome, Premises, decision, judge
from hybridize.verdicts.evidence.assumptions import NoKnownCaller
from hybridize.verdicts.evidence.gain import FewOperations
from hybridize.verdicts.evidence.preconditions import LiteralParameter, Recursive, SideEffects, Undetermined
from hybridize.verdicts.evidence.safety import Coroutine, DifferingAxis
from hybridize.verdicts.model.parts import (
    Action,
    Computation,
    Decorator,
    Effect,
    GraphMode,
    Hybridization,
    ImplicitParameter,
    LiteralValue,
    Parameter,
    Place,
    Step,
    StepKind,
    WrittenArgument,
)
from hybridize.verdicts.model.verdict import Decision

HERE = Place("main.py", 3)
CALL = Place("main.py", 30)
HYBRID = GraphMode((Hybridization("decorator", HERE),), {}, Decorator(HERE, "tf.function"))
PRINTS = Effect("output", "calls `print`", Place("main.py", 4), chain=(Step(HERE, StepKind.CALL, "f()"),))
UNDETERMINED = Undetermined(HERE)

TENSOR = Parameter("x", 0, "positional-or-keyword", tensor=True)
CONTAINER = Parameter("xs", 0, "positional-or-keyword", container=True)
PLAIN = Parameter("p", 1, "positional-or-keyword")
UNKNOWN = Parameter("u", 1, "positional-or-keyword", tensor=None)
NUMBER = Parameter(
    "n", 1, "positional-or-keyword", literal=True, literal_values=(LiteralValue("int", Literal(10), CALL),)
)
PERHAPS_NUMBER = Parameter("m", 1, "positional-or-keyword", literal=None)


def premises(
    *parameters: Parameter, effects: bool | None = False, recursive: bool | None = False, computes: bool | None = True
) -> Premises:
    """An eager function with these parameters, of which everything is known unless something is None."""
    computation = Computation(effects, (PRINTS,) if effects else (), recursive, (), computes)
    return Premises(HERE, GraphMode(), parameters, (), computation, (), (), False, False, UNDETERMINED, True)


def hybrid(
    *parameters: Parameter, effects: bool | None = False, recursive: bool | None = False, computes: bool | None = True
) -> Premises:
    """The same of a hybrid function whose decorator could be removed."""
    return replace(premises(*parameters, effects=effects, recursive=recursive, computes=computes), mode=HYBRID)


def kinds(outcome: Outcome) -> list[str]:
    """The failures by their words."""
    return [failure.kind for failure in outcome.failures]


EAGER = {
    "a tensor arrives and nothing is in the way": (premises(TENSOR, PLAIN), "P1", []),
    "tensors in a container": (premises(CONTAINER), "P1", []),
    "no tensor": (premises(PLAIN), None, ["no-tensor-parameter"]),
    "no parameter": (premises(), None, ["no-tensor-parameter"]),
    "a literal": (premises(TENSOR, NUMBER), None, ["literal-parameter"]),
    "side effects": (premises(TENSOR, effects=True), None, ["side-effects"]),
    "recursion": (premises(TENSOR, recursive=True), None, ["recursive"]),
    "all of it": (
        premises(NUMBER, effects=True, recursive=True),
        None,
        ["no-tensor-parameter", "literal-parameter", "recursive", "side-effects"],
    ),
    "a tensor perhaps": (premises(UNKNOWN), None, ["undetermined"]),
    "a tensor, and perhaps another": (premises(TENSOR, UNKNOWN), "P1", []),
    "a literal perhaps": (premises(TENSOR, PERHAPS_NUMBER), None, []),
    "side effects perhaps": (premises(TENSOR, effects=None), None, ["undetermined"]),
    "recursion perhaps": (premises(TENSOR, recursive=None), None, ["undetermined"]),
}


@pytest.mark.parametrize(("given", "precondition", "failures"), EAGER.values(), ids=EAGER)
def test_table_i(given: Premises, precondition: str | None, failures: list[str]) -> None:
    outcome = judge(given)
    assert (outcome.precondition, outcome.published) == (precondition, precondition)
    assert outcome.transformation is (Action.HYBRIDIZE if precondition else None)
    assert kinds(outcome) == failures


def test_a_hazard_of_ours_keeps_the_published_precondition_and_no_other() -> None:
    given = replace(premises(TENSOR), hazards=(Coroutine(HERE),))
    assert judge(given) == Outcome(None, "P1", None, takes_signature=True)
    few = replace(premises(TENSOR), hazards=(FewOperations(HERE, 1, "TensorFlow"),))
    assert judge(few) == Outcome("P1", "P1", Action.HYBRIDIZE, takes_signature=True)
    both = replace(premises(TENSOR), hazards=(*few.hazards, *given.hazards))
    assert judge(both) == Outcome(None, "P1", None, takes_signature=True)


def test_what_the_analysis_did_not_finish_is_undetermined() -> None:
    given = replace(premises(PLAIN), complete=False)
    assert kinds(judge(given)) == ["no-tensor-parameter", "undetermined"]


def test_failures_stand_where_they_show() -> None:
    outcome = judge(premises(NUMBER, effects=True, recursive=True))
    assert [failure.place for failure in outcome.failures] == [HERE, CALL, HERE, PRINTS.place]
    assert outcome.failures[1] == LiteralParameter(CALL, "n", NUMBER.literal_values)
    assert outcome.failures[3] == SideEffects(PRINTS.place, PRINTS, chain=PRINTS.chain)
    given = premises(TENSOR, recursive=True)
    cycle = (Step(CALL, StepKind.CALL, "f(x)"),)
    around = replace(given, computation=replace(given.computation, recursion=cycle))
    assert judge(around).failures == (Recursive(CALL, chain=cycle),)


WEIGHT = ImplicitParameter("w", "closure", True)
CONSTANT = ImplicitParameter("c", "global", False)
HYBRIDS = {
    "no tensor": (hybrid(PLAIN), ("P2", "P2"), []),
    "no tensor, and recursive": (hybrid(PLAIN, recursive=True), ("P2", "P2"), []),
    "no tensor parameter, but one around it": (
        replace(hybrid(PLAIN), implicit_parameters=(CONSTANT, WEIGHT)),
        (None, "P2"),
        [],
    ),
    "no tensor around it either": (replace(hybrid(PLAIN), implicit_parameters=(CONSTANT,)), ("P2", "P2"), []),
    "a method that reads its weights": (replace(hybrid(PLAIN), reads_state=True), (None, "P2"), []),
    "a tensor around it, and no computation": (
        replace(hybrid(PLAIN, computes=False), implicit_parameters=(WEIGHT,)),
        ("P2", "P2"),
        [],
    ),
    "no tensor, with side effects": (hybrid(PLAIN, effects=True), (None, None), ["side-effects"]),
    "a tensor and a literal": (hybrid(TENSOR, NUMBER), ("P3", "P3"), []),
    "a tensor and a literal, with side effects": (
        hybrid(TENSOR, NUMBER, effects=True),
        (None, None),
        ["side-effects"],
    ),
    "a tensor": (hybrid(TENSOR), (None, None), ["no-literal-parameter"]),
    "a tensor, and no computation": (hybrid(TENSOR, computes=False), ("P6", None), ["no-literal-parameter"]),
    "a tensor, and perhaps no computation": (hybrid(TENSOR, computes=None), (None, None), ["no-literal-parameter"]),
    "no computation, with side effects": (
        hybrid(TENSOR, computes=False, effects=True),
        (None, None),
        ["no-literal-parameter", "side-effects"],
    ),
    "a tensor perhaps": (hybrid(UNKNOWN), (None, None), ["undetermined"]),
    "a literal perhaps": (hybrid(TENSOR, PERHAPS_NUMBER), (None, None), []),
}


@pytest.mark.parametrize(("given", "preconditions", "failures"), HYBRIDS.values(), ids=HYBRIDS)
def test_table_ii(given: Premises, preconditions: tuple[str | None, str | None], failures: list[str]) -> None:
    outcome = judge(given)
    assert (outcome.precondition, outcome.published) == preconditions
    assert outcome.transformation is (Action.DEHYBRIDIZE if preconditions[0] else None)
    assert kinds(outcome) == failures


KEPT = {
    "it has arguments": {"mode": replace(HYBRID, arguments={"jit_compile": WrittenArgument("True", True, True)})},
    "there is more than the decorator": {"mode": replace(HYBRID, decorator=None)},
    "somebody uses the object": {"needed_as_graph": True},
}


@pytest.mark.parametrize("changes", KEPT.values(), ids=KEPT)
def test_a_decorator_that_serves_otherwise_stays(changes: dict[str, object]) -> None:
    outcome = judge(replace(hybrid(PLAIN), **changes))  # type: ignore[arg-type]
    assert (outcome.precondition, outcome.transformation) == ("P2", None)


def test_an_axis_that_is_read_is_a_failure_of_both_tables() -> None:
    axis = (DifferingAxis(HERE, "x"),)
    assert judge(replace(premises(TENSOR), read_axes=axis)).failures == axis
    assert judge(replace(hybrid(TENSOR), read_axes=axis)).failures == axis
    assert kinds(judge(replace(premises(PLAIN), read_axes=axis))) == ["statically-read-axis", "no-tensor-parameter"]


def test_the_outcome_becomes_a_part_of_the_verdict() -> None:
    hazards, assumptions = [Coroutine(HERE)], [NoKnownCaller(HERE)]
    outcome = Outcome("P1", "P1", Action.HYBRIDIZE, (Recursive(HERE),))
    assert decision(outcome, hazards, assumptions, True) == Decision(
        "P1", "P1", "hybridize", (Recursive(HERE),), tuple(hazards), tuple(assumptions), True
    )
    assert decision(Outcome(), [], [], False) == Decision()


@pytest.mark.parametrize(("array", "precondition"), [(True, None), (False, "P2"), (None, "P2")])
def test_arrays_are_tensors_of_a_graph(array: bool | None, precondition: str | None) -> None:
    outcome = judge(hybrid(replace(PLAIN, array=array), computes=False))
    assert (outcome.precondition, outcome.published) == (precondition, "P2")

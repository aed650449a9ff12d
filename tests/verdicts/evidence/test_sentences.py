"""What verdicts say in words: one sentence for each kind of evidence, from fields that are filled in by hand."""

from __future__ import annotations

import inspect

import pytest

from hybridize.inference.domain.literals import Literal
from hybridize.inference.facts.enumerations import Misfit
from hybridize.inference.facts.repetition import Often
from hybridize.inference.state.assumptions import Because, Use
from hybridize.program.position import shortened
from hybridize.verdicts.evidence import assumptions, blocks, gain, preconditions, retracing, safety, sentences, words
from hybridize.verdicts.evidence.assumptions import (
    DoneElsewhere,
    FilledBefore,
    NotRaised,
    NumberPassedAsTensor,
    TakenForData,
    TakenForPython,
    TakenForTensor,
    Unchanged,
    UnnoticedEffect,
    UnseenCode,
    WorksInBothModes,
)
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.blocks import (
    ArrayAsTensor,
    ChangedInPlace,
    FewRounds,
    NumberAsTensor,
    OpenShape,
    ValueOfRound,
)
from hybridize.verdicts.evidence.gain import (
    FewOperations,
    FoundWanting,
    GainTooSmallForUnsafeFix,
    NoTensorComputation,
    OneCallObject,
    OnePass,
    SeldomRun,
    SmallShareOfLoop,
    SwitchedOff,
    VaryingShape,
)
from hybridize.verdicts.evidence.preconditions import LiteralParameter, SideEffects, UnknownParameter
from hybridize.verdicts.evidence.retracing import (
    ChangingShape,
    Lengths,
    MadeInLoop,
    ManyShapes,
    NewFunction,
    NewObject,
    RetracedArgument,
)
from hybridize.verdicts.evidence.safety import (
    CalledByPython,
    DoneLast,
    EffectHazard,
    FrozenRead,
    Observed,
    OpenTypes,
    ReceiverWithoutHash,
    RefusedCall,
    ResultType,
    Returned,
    SecondObject,
    ShownLast,
    UnknownAxis,
    UnrolledLoop,
    Unusable,
    UnusableArgument,
    WithoutAutoGraph,
)
from hybridize.verdicts.model.parts import Effect, LiteralValue, Place, Step, StepKind

HERE = Place("main.py", 3)
LOOP = Place("main.py", 40)
PRINTS = Effect("output", "calls `print`", HERE)
THROUGH = Effect("output", "calls `print`", HERE, "helper(x)")


def literals(*values: int) -> tuple[LiteralValue, ...]:
    """Integers that arrive."""
    return tuple(LiteralValue("int", Literal(value), HERE) for value in values)


def unseen(
    use: Use,
    written: str,
    name: str = "",
    member: str = "",
    because: Because = Because.UNDESCRIBED,
    through: str = "",
    sites: int = 1,
) -> UnseenCode:
    """A use of code that cannot be seen."""
    return UnseenCode(HERE, use, because, name, member, written, "it may do anything", through, sites)


LOGGED = Effect("output", "calls `logging.info`", HERE)
SAID = {
    "`.numpy()` works only eagerly": DoneLast(
        HERE, Observed(HERE, "eager-only-call", "`.numpy()` works only eagerly"), ("loss", "norm"), 7, 8
    ),
    "calls `logging.info`": ShownLast(
        HERE, SideEffects(HERE, LOGGED), ("loss",), 7, 7
    ),
    "a graph of 1 TensorFlow operation is hardly faster": FewOperations(HERE, 1, "TensorFlow"),
    "a graph of 7 Keras operations is hardly faster": FewOperations(HERE, 7, "Keras"),
    "somebody commented the decorator out here, and says why": FoundWanting(HERE),
    "only graphs and Keras run it": SeldomRun(HERE, Often.NEVER),
    "no loop of many rounds calls it: tracing it takes longer than a few calls": SeldomRun(HERE, Often.ONCE),
    "it runs only in a few rounds of this loop": SeldomRun(HERE, Often.SELDOM),
    "only tests call it in the project: how often it runs is not known": SeldomRun(HERE, Often.TESTED),
    "nothing in the project is known to run it: how often it runs is not known": (
        SeldomRun(HERE, Often.UNKNOWN)
    ),
    "the loop that calls it goes through its data once, and tracing it takes as long as many calls": OnePass(HERE),
    "it is a small part of each round of the loop that calls it: a graph would not be noticed": SmallShareOfLoop(HERE),
    "a graph would gain little, and would be right only under assumptions": GainTooSmallForUnsafeFix(HERE),
    "`model` receives an object that is made for this call: each new object would be traced": (
        OneCallObject(HERE, "model")
    ),
    "this works in a graph only if no tensor arrives here, which is assumed": TakenForPython(HERE),
    "what is called here under a condition on a tensor is assumed not to raise, whichever side runs": NotRaised(HERE),
    "it reads what this may change (`self.mode`), which is assumed to be the same at each of its calls": (
        Unchanged(HERE, "self.mode")
    ),
    f"it changes a list if the call leads to line {HERE.line}, which is assumed not to be so": (
        DoneElsewhere(HERE, "changes a list")
    ),
    f"it changes a list if an object of `Net` arrives (line {HERE.line}), which is assumed not to be": DoneElsewhere(
        HERE, "changes a list", "Net"
    ),
    "`rate` is another number at each call: a tensor of it, which the calls are to pass, is assumed to have the dtype "
    "of what it meets": NumberPassedAsTensor(HERE, "rate"),
    "it assigns `memo[key]` where the key is missing; an eager call is assumed to have done so before": FilledBefore(
        HERE, "assigns `memo[key]`"
    ),
    "`next` is assumed to take from an iterator of a data set": TakenForData(HERE),
    "it asks whether it runs eagerly; both ways are assumed to do the same": (
        WorksInBothModes(HERE)
    ),
    "it calls `logging.info` only while it is traced, which is assumed not to matter": (
        UnnoticedEffect(HERE, "calls `logging.info`")
    ),
    "this Python loop has 600 rounds, and the graph holds the operations of each": UnrolledLoop(HERE, 600, 2),
    "`x` is float32[3] or float32[4]": OpenTypes(HERE, "x", ("float32[3]", "float32[4]")),
    "`x` is float32[?] of several lengths": OpenTypes(HERE, "x", ("float32[?]",)),
    "`x` is a, b, c, d or others": OpenTypes(HERE, "x", ("a", "b", "c", "d", "e")),
    "`x` gets int32[3]; the `input_signature` says float32[?]": (
        RefusedCall(HERE, Misfit.TYPE, "x", "int32[3]", "float32[?]")
    ),
    "`x` gets 3, and the `input_signature` leaves it out: it must be its default 2": (
        RefusedCall(HERE, Misfit.DEFAULT, "x", "3", "2")
    ),
    "it gets more positional arguments (2) than the `input_signature` has (1)": (
        RefusedCall(HERE, Misfit.TOO_MANY, "", "2", "1")
    ),
    "it gets nothing for `x`, which has no default": RefusedCall(HERE, Misfit.MISSING, "x", "", ""),
    "it gets the keyword `x`, which the `input_signature` does not have": (
        RefusedCall(HERE, Misfit.UNEXPECTED, "x", "", "")
    ),
    "the `input_signature` leaves out `x`, which has no default": (
        RefusedCall(HERE, Misfit.UNSPECIFIED, "x", "", "")
    ),
    "the `input_signature` has more members (2) than the function has parameters (1)": (
        RefusedCall(HERE, Misfit.EXTRA, "", "2", "1")
    ),
    "`x.shape[0]` is `None` where a number is needed": UnknownAxis(HERE, "x.shape[0]", "x", "0"),
    "`self.t += 1` changes `self.t` later": FrozenRead(
        HERE, "self.t", "self.t += 1", HERE
    ),
    "`autograph=False` leaves this condition or loop on a tensor to Python": WithoutAutoGraph(HERE),
    "`net` receives more than one object, and each makes its variables with its first call": (
        SecondObject(HERE, "net")
    ),
    "the program runs every `tf.function` eagerly: it is switched here": SwitchedOff(HERE),
    "`x` may have another shape at nearly every call, and each shape would be traced": VaryingShape(HERE, "x"),
    "PyTorch computes nothing in it": NoTensorComputation(HERE, "PyTorch"),
    "reads `.numpy()`": Observed(HERE, "eager-only-call", "reads `.numpy()`"),
    "calls `print`": EffectHazard(HERE, PRINTS),
    "calls `print` (through `helper(x)`)": SideEffects(HERE, THROUGH),
    "Python calls `__len__` itself and expects a Python result": CalledByPython(HERE, "__len__"),
    "Keras calls `build` itself and expects a Python result": CalledByPython(HERE, "build", "Keras"),
    "objects of `Net` have no hash, which `tf.function` needs": ReceiverWithoutHash(HERE, "Net"),
    "`x` receives a `Config`, which `tf.function` does not take (it has no hash)": (
        UnusableArgument(HERE, "x", "Config", Unusable.NO_HASH)
    ),
    "`x` receives a `Box`, which the graph builds again from its items, without its own `total`": (
        UnusableArgument(HERE, "x", "Box", Unusable.MAPPING, "total")
    ),
    "`c` receives a decorated function (`g`), which a graph gets without its decorator": (
        UnusableArgument(HERE, "c", "g", Unusable.WRAPPED)
    ),
    "it returns a Python object, a Python int, a list with Python integers, and a graph returns only tensors": (
        ResultType(HERE, (Returned.OBJECT, "int", Returned.INTEGERS))
    ),
    "a new `tf.function` is made in each round of the loop at line 40": MadeInLoop(HERE, LOOP),
    "a new `tf.function` is made in each round of the loop at other.py:40": MadeInLoop(HERE, Place("other.py", 40)),
    "`x` is a new object in each round of the loop at line 40": NewObject(HERE, "x", LOOP),
    "`x` is a new function in each round of the loop at line 40": NewFunction(HERE, "x", LOOP),
    "`xs` has 1, 2 or 5 members, and each length is traced": Lengths(HERE, "xs", (1, 2, 5)),
    "`x` has 2 shapes or dtypes: float32[3], float32[4]": ManyShapes(HERE, "x", ("float32[3]", "float32[4]")),
    "`n` receives the Python value `1`": LiteralParameter(HERE, "n", literals(1, 1)),
    "`n` receives the Python values `1`, `2`, `3`, `4`": LiteralParameter(HERE, "n", literals(1, 2, 3, 2, 4)),
    "`n` receives the Python values `1`, `2`, `3`, `4` …": LiteralParameter(HERE, "n", literals(1, 2, 3, 4, 5)),
    "what arrives at `x` is not known: a result, a name": UnknownParameter(HERE, "x", ("a result", "a name")),
    "what arrives at `x` is not known: nothing is known about it": UnknownParameter(HERE, "x", ()),
    "`x` is assumed to be a tensor, because of its annotation": TakenForTensor(HERE, "x", "type-hint", False),
    "`x` is assumed to be a tensor, because of the function's name": TakenForTensor(HERE, "x", "speculative", False),
    "`x` is assumed to be a tensor, because of what the function is for": (
        TakenForTensor(HERE, "x", "speculative", True)
    ),
    "`somelib.tick`: it may do anything": unseen(Use.CALL, "hook(x)", "somelib.tick"),
    "`somelib.tick`: it may do anything (at line 3, through `helper(x)`)": unseen(
        Use.CALL, "hook(x)", "somelib.tick", through="helper(x)"
    ),
    "`somelib.tick`: it may do anything (12 call sites, the first at line 3)": unseen(
        Use.CALL, "hook(…)", "somelib.tick", sites=12
    ),
    "`somelib.tick`: it may do anything (2 call sites, the first at line 3, through `helper(x)`)": unseen(
        Use.CALL, "hook(…)", "somelib.tick", through="helper(x)", sites=2
    ),
    "`somelib.Rows`: it may do anything (2 places, the first at line 3)": (
        unseen(Use.ITERATION, "rows", "somelib.Rows", sites=2)
    ),
    "`somelib.Meter.tick`: it may do anything": unseen(Use.METHOD, "m.tick(x)", "somelib.Meter", "tick"),
    "`somelib.Meter`: it may do anything": unseen(Use.OPERATOR, "m + x", "somelib.Meter", "+"),
    "no method `tick` of `keras.Model` is known; it is assumed to have no Python side effects": unseen(
        Use.METHOD, "m.tick(x)", "keras.Model", "tick", because=Because.NO_ENTRY
    ),
    "`hook(x)` calls unknown code, which is assumed to have no Python side effects": unseen(Use.CALL, "hook(x)"),
    "iterating over `rows` may run unknown code, which is assumed to have no Python side effects": unseen(
        Use.ITERATION, "rows"
    ),
    "`somelib.counted` is unknown; it is assumed to return the function as it is": unseen(
        Use.DECORATOR, "counted", "somelib.counted"
    ),
    "`counted` is unknown; it is assumed to return the function as it is": unseen(
        Use.DECORATOR, "counted"
    ),
    "`counted` decorates too many functions to follow; it is assumed to return the function as it is": unseen(
        Use.DECORATOR, "counted", because=Because.NOT_FOLLOWED
    ),
    "`x` has another shape in each round of the loop at line 40": (
        RetracedArgument(HERE, ChangingShape(HERE, "x", LOOP))
    ),
    "`rate` is a Python number that changes: a tensor of float32 is passed in its place": (
        NumberAsTensor(HERE, "rate", "float32")
    ),
    "a tensor of float32 is passed for the array `x`, as an operation makes one eagerly": (
        ArrayAsTensor(HERE, "x", "float32")
    ),
    "the shape of `x` is not known: each shape, as that of a smaller last batch, is a trace": OpenShape(HERE, "x"),
    "`x` may be an array, which is changed in place eagerly and not by a graph": ChangedInPlace(HERE, "x"),
    "nothing tells that the loop has many rounds, and the first one takes as long as many others": FewRounds(HERE),
    "each round may have its own `rate`, and each value is a trace": ValueOfRound(HERE, "rate"),
}


@pytest.mark.parametrize(("sentence", "evidence"), SAID.items(), ids=[type(each).__name__ for each in SAID.values()])
def test_evidence_in_words(sentence: str, evidence: Evidence) -> None:
    assert sentences.message(evidence) == sentence


def test_every_kind_of_evidence_can_be_said_and_has_a_word() -> None:
    kinds = {
        each
        for family in (gain, safety, retracing, preconditions, assumptions, blocks)
        for each in vars(family).values()
        if inspect.isclass(each) and issubclass(each, Evidence)
    }
    said = {kind for kind in kinds if not kind.__subclasses__()}
    assert {kind.__name__ for kind in said - set(sentences.SENTENCES)} == set()
    for kind in said:
        assert kind.named or inspect.getattr_static(kind, "kind") is not inspect.getattr_static(Evidence, "kind")


def test_a_long_call_is_cut() -> None:
    call = "helper(" + "x" * 50 + ")"
    assert shortened(call, 58) == call
    assert shortened(call, 57) == call[:56] + "…"
    said = words.effect(Effect("output", "prints", HERE, call))
    assert said == f"prints (through `{call[:39]}…`)"
    assert sentences.message(unseen(Use.CALL, call)).startswith(f"`{call[:39]}…` calls")


STEPS = {
    "`f(x)`": Step(HERE, StepKind.CALL, "f(x)"),
    "called as `f(x)`": Step(HERE, StepKind.CALLED_AS, "f(x)"),
    "`train` leads to it": Step(HERE, StepKind.SERVED, "train"),
    "a tensor arrives at `x` here": Step(HERE, StepKind.TENSOR, "x"),
    "`n` is 10 here": Step(HERE, StepKind.LITERAL, "n", "10"),
    "`n` is `epoch` here, which changes from call to call": Step(HERE, StepKind.CHANGING, "n", "epoch"),
    "`x` is a float32[3] here": Step(HERE, StepKind.SPEC, "x", "float32[3]"),
    "called again and again in this loop": Step(HERE, StepKind.CALLING_LOOP),
    "reached again and again from this loop": Step(HERE, StepKind.LEADING_LOOP),
    "called again and again by this call": Step(HERE, StepKind.ITERATOR),
    "called here, in a graph": Step(HERE, StepKind.CALLER),
    "changed here, after the first call": Step(HERE, StepKind.CHANGE),
    "`Dense` is made here": Step(HERE, StepKind.MADE, "Dense"),
    "`train` leads there as well": Step(HERE, StepKind.REACHED, "train"),
}


@pytest.mark.parametrize(("sentence", "step"), STEPS.items(), ids=[step.kind.value for step in STEPS.values()])
def test_steps_in_words(sentence: str, step: Step) -> None:
    assert sentences.step(step) == sentence


def test_every_step_can_be_said() -> None:
    assert {step.kind for step in STEPS.values()} == set(StepKind)


@pytest.mark.parametrize("evidence", SAID.values(), ids=SAID)
def test_a_remedy_is_an_order_in_whole_sentences(evidence: Evidence) -> None:
    said = sentences.remedy(evidence)
    assert said[0].isupper() and said.endswith(".") and "{" not in said

"""Assumptions: what a fix takes for granted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hybridize.inference.facts.enumerations import Because, Use
from hybridize.program.position import shortened
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.words import SHOWN_CALL


@dataclass(frozen=True, slots=True)
class NoKnownCaller(Evidence):
    """Nobody in the project calls it."""

    named = "no-known-caller"


@dataclass(frozen=True, slots=True)
class OnlyTestsCall(Evidence):
    """Only tests call it, and other people may."""

    named = "no-known-caller"


@dataclass(frozen=True, slots=True)
class TakenForTensor(Evidence):
    """A parameter is taken for a tensor although no tensor was seen on its way to it."""

    parameter: str
    evidence: str
    """`type-hint`, `usage` or `speculative`."""
    hybrid: bool
    """Somebody made the function a graph."""

    @property
    def kind(self) -> str:
        """By what it is taken for one."""
        return f"tensor-by-{self.evidence}"


@dataclass(frozen=True, slots=True)
class NoSignOfTensor(Evidence):
    """A parameter is taken for no tensor for want of any sign of one."""

    named = "no-sign-of-tensor"
    parameter: str


@dataclass(frozen=True, slots=True)
class NotSymbolic(Evidence):
    """A parameter is taken to receive no symbolic tensor of Keras."""

    named = "keras-symbolic-argument"
    parameter: str


@dataclass(frozen=True, slots=True)
class UnknownArgument(Evidence):
    """Some calls pass what is not known."""

    named = "unknown-argument"
    parameter: str


OF_ARGUMENTS = (NoSignOfTensor, TakenForTensor, UnknownArgument)
"""What is assumed of arguments."""


@dataclass(frozen=True, slots=True)
class UnseenCode(Evidence):
    """Code runs that the analysis cannot see, in the function itself or below."""

    use: Use
    because: Because
    name: str
    """The qualified name of the function, or of the object's class; empty where it is not known."""
    member: str
    """The method, attribute or operator; empty where the thing itself is used."""
    written: str
    """The use as it is written."""
    policy: str
    """What is assumed of names like this one."""
    through: str = ""
    """The call that leads to it, as it is written; empty where the function itself uses it."""
    sites: int = 1
    """How many places use it, in the function and below; this is the first."""

    @property
    def kind(self) -> str:
        """The word by which the report knows it."""
        return UNCOVERED if self.because in (Because.NO_RUN, Because.GIVEN_UP) else UNSEEN_KINDS[self.use]


UNSEEN_KINDS: Mapping[Use, str] = {
    Use.CALL: "unknown-callee",
    Use.METHOD: "unknown-callee",
    Use.ATTRIBUTE: "unknown-attribute",
    Use.OPERATOR: "unknown-operator",
    Use.ITERATION: "unknown-iteration",
    Use.MANAGER: "unknown-context-manager",
    Use.PROTOCOL: "unknown-special-method",
    Use.DECORATOR: "unknown-decorator",
}
"""The words for assumptions about unseen code, by what is done with it."""
UNCOVERED = "uncovered"
"""The word for what is known, but was not run in a trace with what it is given."""


@dataclass(frozen=True, slots=True)
class ArrayDtype(Evidence):
    """Arrays that arrive are taken to have the dtype of the tensors that they meet."""

    named = "conflicting-dtypes"
    parameter: str


@dataclass(frozen=True, slots=True)
class DecoratorTakenOff(Evidence):
    """Somebody commented the decorator out."""

    named = "decorator-taken-off"
    explained: bool = False
    """The comment says what speaks against it."""


@dataclass(frozen=True, slots=True)
class FewValues(Evidence):
    """The Python values of a parameter are taken to be few: each is a trace of its own."""

    named = "few-values"
    parameter: str


@dataclass(frozen=True, slots=True)
class NumberPassedAsTensor(Evidence):
    """The calls are to pass tensors for a number that changes: what it meets is taken for tensors of their dtype."""

    named = "number-as-tensor"
    parameter: str


@dataclass(frozen=True, slots=True)
class SameObjects(Evidence):
    """What the function reads from outside, or gets as objects, is taken to stay the same from call to call."""

    named = "captured-tensors"


@dataclass(frozen=True, slots=True)
class TakenForSequence(Evidence):
    """A statement that takes the parts of a tuple or list, where a tensor may arrive as well as far as is known."""

    named = "unpacked-sequence"


@dataclass(frozen=True, slots=True)
class TakenForPython(Evidence):
    """What would not be converted if it were a tensor is taken to be none: something else arrives there as well."""

    named = "perhaps-no-tensor"


@dataclass(frozen=True, slots=True)
class TakenForNet(Evidence):
    """An object of which nothing is known is called with tensors, and is taken to compute with them as a net does."""

    named = "taken-for-net"
    written: str


@dataclass(frozen=True, slots=True)
class NotRaised(Evidence):
    """A call under a condition on a tensor is taken not to raise: eagerly only one side runs, a trace takes both."""

    named = "perhaps-raises"


@dataclass(frozen=True, slots=True)
class PassedByTests(Evidence):
    """What a graph could not do happens with what tests pass alone."""

    named = "seen-in-tests"


@dataclass(frozen=True, slots=True)
class ReturnsTensors(Evidence):
    """What a function returns is taken for tensors, where something else may come back as well as far as is known."""

    named = "returned-tensors"


@dataclass(frozen=True, slots=True)
class TakenForData(Evidence):
    """What `next` takes from is taken for an iterator of a data set, which a graph takes from at each call."""

    named = "taken-for-data-set"


@dataclass(frozen=True, slots=True)
class WorksInBothModes(Evidence):
    """Code that asks whether it runs eagerly is taken to come to the same in a graph."""

    named = "asks-for-mode"


@dataclass(frozen=True, slots=True)
class UnnoticedEffect(Evidence):
    """Nobody is taken to miss a side effect that a graph has while it is traced alone."""

    named = "unnoticed-effect"
    said: str


@dataclass(frozen=True, slots=True)
class DoneElsewhere(Evidence):
    """A call stands for several, or leads to several functions; what not all of them do is taken not to happen."""

    named = "done-elsewhere"
    said: str
    implementation: str = ""
    """The class whose method does it, of those that may run there."""


@dataclass(frozen=True, slots=True)
class Unchanged(Evidence):
    """What the function reads is taken to be the same at each of its calls, though it may be changed between them."""

    named = "unchanged-state"
    name: str


@dataclass(frozen=True, slots=True)
class FilledBefore(Evidence):
    """A memo is taken to hold already what the function would store there: a tensor of a trace is of no use later."""

    named = "filled-before"
    said: str


@dataclass(frozen=True, slots=True)
class TrainingStep(Evidence):
    """Nobody tells how often it runs: it is taken for a step of training, which runs again and again."""

    named = "training-step"


_TAKEN_FOR_TENSOR = {
    ("type-hint", False): "its annotation",
    ("type-hint", True): "its annotation",
    ("usage", False): "how the body uses it",
    ("usage", True): "how the body uses it",
    ("speculative", False): "the function's name",
    ("speculative", True): "what the function is for",
}
"""By evidence, and whether the function is hybrid."""


def _taken_for_tensor(found: TakenForTensor) -> str:
    why = _TAKEN_FOR_TENSOR[found.evidence, found.hybrid]
    return f"`{found.parameter}` is assumed to be a tensor, because of {why}"


_UNSEEN: Mapping[Use, str] = {
    Use.CALL: "`{}` calls unknown code",
    Use.METHOD: "`{}` calls unknown code",
    Use.ATTRIBUTE: "reading `{}` may run unknown code",
    Use.OPERATOR: "`{}` may run unknown code",
    Use.ITERATION: "iterating over `{}` may run unknown code",
    Use.MANAGER: "entering `{}` may run unknown code",
    Use.PROTOCOL: "`{}` may run unknown special methods",
    Use.DECORATOR: "`{}` is unknown",
    Use.CONSTRUCT: "`{}` is unknown",
}


def _unseen_code(found: UnseenCode) -> str:
    end = found.chain[-1].place if found.chain and found.through else found.place
    where = f"at line {end.line}" if end.path == found.place.path else f"at {end.path}:{end.line}"
    if found.through:
        where += f", through `{shortened(found.through, SHOWN_CALL)}`"
    if found.sites > 1:
        sites = "call sites" if found.use in (Use.CALL, Use.METHOD) else "places"
        where = f"{found.sites} {sites}, the first {where}"
    return f"{_unseen(found)} ({where})" if found.through or found.sites > 1 else _unseen(found)


def _unseen(found: UnseenCode) -> str:
    written = shortened(found.written, SHOWN_CALL)
    if found.use is Use.DECORATOR:
        taken = "it is assumed to return the function as it is"
        if found.because is Because.NOT_FOLLOWED:
            return f"`{written}` decorates too many functions to follow; {taken}"
        what = _UNSEEN[found.use].format(found.name or written)
        return f"{what}; {taken}"
    if found.use is Use.METHOD and found.because is Because.NO_ENTRY:
        return f"no method `{found.member}` of `{found.name}` is known; it is assumed to have no Python side effects"
    if found.because is Because.GIVEN_UP:
        return f"`{found.name}` was not analysed to the end; it is assumed to do the same in a graph"
    if found.use is Use.CONSTRUCT:
        return f"`{written}` is assumed to do the same in a graph: {found.name.rstrip(',')}"
    if found.because is Because.NO_RUN:
        return f"`{found.name}` is assumed to do the same in a graph with the arguments of `{written}`"
    if found.name:
        return f"`{outside_name(found)}`: {found.policy}"
    return f"{_UNSEEN[found.use].format(written)}, which is assumed to have no Python side effects"


def outside_name(found: UnseenCode) -> str:
    """The function or object that cannot be seen, with its method or attribute."""
    return f"{found.name}.{found.member}" if found.use in (Use.METHOD, Use.ATTRIBUTE) else found.name


def _done_elsewhere(found: DoneElsewhere) -> str:
    end = found.chain[-1].place if found.chain else found.place
    where = f"line {end.line}" if end.path == found.place.path else f"{end.path}:{end.line}"
    if found.implementation:
        return f"it {found.said} if an object of `{found.implementation}` arrives ({where}), which is assumed not to be"
    return f"it {found.said} if the call leads to {where}, which is assumed not to be so"


SENTENCES: Mapping[type[Evidence], str | Callable[[Any], str]] = {
    NoKnownCaller: "nobody in the project calls it: its arguments are known only by annotation, use or name",
    OnlyTestsCall: "only tests call it: others are assumed to call it as the tests do",
    TakenForTensor: _taken_for_tensor,
    NoSignOfTensor: "nothing shows whether `{e.parameter}` is a tensor",
    NotSymbolic: "`{e.parameter}` is assumed to be no symbolic Keras tensor, though the function tests for one",
    UnknownArgument: "some calls pass an unknown value for `{e.parameter}`",
    UnseenCode: _unseen_code,
    ArrayDtype: "`{e.parameter}` receives NumPy arrays, which are assumed to have the dtype of the tensors they meet",
    NumberPassedAsTensor: "`{e.parameter}` is another number at each call: a tensor of it, which the calls are to "
    "pass, is assumed to have the dtype of what it meets",
    FewValues: "`{e.parameter}` is assumed to have few values, each of which is traced once",
    TakenForSequence: "what is unpacked here is assumed to be a tuple or list, though it may be a tensor",
    PassedByTests: "only tests pass here what a graph cannot handle",
    TakenForPython: "this works in a graph only if no tensor arrives here, which is assumed",
    TakenForNet: "`{e.written}` is assumed to compute with the tensors that it gets",
    NotRaised: "what is called here under a condition on a tensor is assumed not to raise, whichever side runs",
    ReturnsTensors: "it is assumed to return tensors only",
    TakenForData: "`next` is assumed to take from an iterator of a data set",
    WorksInBothModes: "it asks whether it runs eagerly; both ways are assumed to do the same",
    UnnoticedEffect: "it {e.said} only while it is traced, which is assumed not to matter",
    DoneElsewhere: _done_elsewhere,
    Unchanged: "it reads what this may change (`{e.name}`), which is assumed to be the same at each of its calls",
    FilledBefore: "it {e.said} where the key is missing; an eager call is assumed to have done so before",
    SameObjects: "the models, variables and other objects that it uses are assumed to be the same at each call",
    TrainingStep: "it computes gradients and applies them, so it is assumed to run many times",
    DecoratorTakenOff: "somebody commented its `@tf.function` out",
}


REMEDIES: Mapping[type[Evidence], str] = {
    NoKnownCaller: "Call it in the project (a test counts), or say `--closed-world`.",
    OnlyTestsCall: "Call it in the project, or say `--closed-world`.",
    TakenForTensor: "Call it with a tensor for `{e.parameter}` in the project (a test counts).",
    NoSignOfTensor: "Annotate `{e.parameter}`, or call the function in a test.",
    NotSymbolic: "Annotate the parameter (`{e.parameter}: tf.Tensor`).",
    UnknownArgument: "Annotate `{e.parameter}` where the value comes from.",
    UnseenCode: "Describe the package in a model (`[tool.hybridize.models]`), or read the code and apply the fix.",
    ArrayDtype: "Pass a tensor for `{e.parameter}`: `tf.constant(…)` with the dtype that the function computes in.",
    NumberPassedAsTensor: "Apply the fix if what `{e.parameter}` meets is float32 (a float) or int32 (an integer).",
    FewValues: "Pass a tensor for `{e.parameter}` if its values are many; else apply the fix.",
    TakenForSequence: "Apply the fix if no tensor is unpacked or iterated over there.",
    PassedByTests: "Apply the fix if the tests pass with it.",
    TakenForPython: "Apply the fix if no tensor arrives there.",
    TakenForNet: "Annotate `{e.written}` where it comes from, or apply the fix if it is a model.",
    NotRaised: "Apply the fix if both sides work for each input.",
    ReturnsTensors: "Apply the fix if it returns tensors only.",
    TakenForData: "Apply the fix if it is an iterator of a `tf.data.Dataset`.",
    WorksInBothModes: "Read what it does in a graph, and apply the fix.",
    UnnoticedEffect: "Apply the fix if it may happen once for all calls.",
    DoneElsewhere: "Apply the fix if no call leads there.",
    Unchanged: "Apply the fix if nothing changes it between two calls.",
    FilledBefore: "Apply the fix if the memo is filled before the first call.",
    SameObjects: "Apply the fix if the function uses the same models and variables at each call.",
    TrainingStep: "Apply the fix if it runs in a loop.",
    DecoratorTakenOff: "Find out why it was taken off, and delete the comment or apply the fix.",
}

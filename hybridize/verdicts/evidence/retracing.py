"""Retracing: what makes a function be traced more than once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar

from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.gain import LowGain
from hybridize.verdicts.evidence.words import listed
from hybridize.verdicts.model.parts import Place


class Remedy(Enum):
    """What helps against retracing; the value is the word for the cause."""

    MAKE_FUNCTION_ONCE = "made-anew"
    MAKE_OBJECT_ONCE = "new-objects"
    RESET_OBJECT = "new-metrics"
    ONE_LENGTH = "lengths"
    RELAX_SHAPES = "shapes"
    ONE_DTYPE = "dtypes"
    PASS_TENSOR = "values"
    PASS_TENSOR_INSIDE = "items"


@dataclass(frozen=True, slots=True)
class Retrace(Evidence):
    """Why a graph is traced again, where no number or text says so."""

    remedy: ClassVar[Remedy]

    @property
    def kind(self) -> str:
        """The word for the cause."""
        return self.remedy.value


@dataclass(frozen=True, slots=True)
class MadeInLoop(Retrace):
    """A loop makes a `tf.function` in each round."""

    remedy = Remedy.MAKE_FUNCTION_ONCE
    loop: Place


@dataclass(frozen=True, slots=True)
class MadeAtEachCall(Retrace):
    """A function makes one at each call, and is called in a loop."""

    remedy = Remedy.MAKE_FUNCTION_ONCE
    maker: str


@dataclass(frozen=True, slots=True)
class NewObject(Retrace):
    """An object is made for each call."""

    remedy = Remedy.MAKE_OBJECT_ONCE
    parameter: str
    loop: Place
    tensors: tuple[str, ...] = ()
    """Its attributes that are read and hold tensors or arrays, as far as they are known."""


@dataclass(frozen=True, slots=True)
class NewFunction(NewObject):
    """A function is made for each call."""


@dataclass(frozen=True, slots=True)
class NewMetric(NewObject):
    """A metric is made for each call, which would do again once it is reset."""

    remedy = Remedy.RESET_OBJECT


@dataclass(frozen=True, slots=True)
class NewReceiver(Retrace):
    """The object of a method is made for each call."""

    remedy = Remedy.MAKE_OBJECT_ONCE
    loop: Place


@dataclass(frozen=True, slots=True)
class GrowingArgument(Retrace):
    """A container grows between the calls."""

    remedy = Remedy.ONE_LENGTH
    parameter: str
    loop: Place


@dataclass(frozen=True, slots=True)
class ListsOfValues(Retrace):
    """Each call gets new lists of lists, whose members nothing tells to be tensors."""

    remedy = Remedy.PASS_TENSOR
    parameter: str


@dataclass(frozen=True, slots=True)
class ChangingItem(Retrace):
    """A dictionary gets another number under a key between the calls."""

    remedy = Remedy.PASS_TENSOR_INSIDE
    parameter: str
    loop: Place


@dataclass(frozen=True, slots=True)
class Lengths(Retrace):
    """`*values` has many lengths."""

    remedy = Remedy.ONE_LENGTH
    parameter: str
    lengths: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ManyShapes(Retrace):
    """Tensors of more shapes than usual arrive."""

    remedy = Remedy.RELAX_SHAPES
    parameter: str
    specs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ManyDtypes(ManyShapes):
    """Tensors of more dtypes than usual arrive."""

    remedy = Remedy.ONE_DTYPE


@dataclass(frozen=True, slots=True)
class ChangingShape(Retrace):
    """A loop changes the shape of a tensor."""

    remedy = Remedy.RELAX_SHAPES
    parameter: str
    loop: Place


@dataclass(frozen=True, slots=True)
class LengthByValue(Retrace):
    """A tensor is as long as the values of another one happen to make it."""

    remedy = Remedy.RELAX_SHAPES
    parameter: str


@dataclass(frozen=True, slots=True)
class LengthByFlag(Retrace):
    """An array or list is as long as a loop went on until a flag ended it."""

    remedy = Remedy.RELAX_SHAPES
    parameter: str


@dataclass(frozen=True, slots=True)
class WouldRetrace(Evidence):
    """An eager function would be traced again and again."""

    named = "retracing"


@dataclass(frozen=True, slots=True)
class RetracedArgument(WouldRetrace):
    """For a reason that hybrid functions have, too."""

    reason: Retrace


@dataclass(frozen=True, slots=True)
class ForEachVariable(WouldRetrace):
    """An optimizer calls it for each variable."""


@dataclass(frozen=True, slots=True)
class MadeAnew(WouldRetrace):
    """It is defined inside a function that is called more than once."""

    outer: str


@dataclass(frozen=True, slots=True)
class GrowingTensors(WouldRetrace):
    """It gets a container of tensors that grows."""


@dataclass(frozen=True, slots=True)
class ChangingValue(WouldRetrace):
    """Python values arrive that change from call to call."""

    parameter: str
    loop: Place


@dataclass(frozen=True, slots=True)
class ChangingPart(ChangingValue):
    """They arrive within a tuple, list or dictionary."""


@dataclass(frozen=True, slots=True)
class Counted(WouldRetrace):
    """What arrives is not known, and the body does something every so many calls, which counters decide."""

    parameter: str
    test: str


@dataclass(frozen=True, slots=True)
class ManyTraces(WouldRetrace):
    """It would be traced often for the calls that there are."""

    traces: int | None
    """None where the program does not say how many: a loop of unknown rounds passes another value in each."""
    calls: int | None
    """None where the program does not say how many."""


@dataclass(frozen=True, slots=True)
class OldProgram(Evidence):
    """Its module is written for TensorFlow 1: it uses what no supported release has."""

    named = "deferred-execution"
    name: str


@dataclass(frozen=True, slots=True)
class WorksInGraphs(Evidence):
    """It asks for what raises in eager execution: whoever calls it is part of a graph."""

    named = "deferred-execution"
    name: str


@dataclass(frozen=True, slots=True)
class DeferredProgram(OldProgram):
    """Its module builds graphs that sessions run: it uses what does nothing in eager execution, or fails."""


@dataclass(frozen=True, slots=True)
class OtherFramework(LowGain):
    """Its module works with another framework: what is there of TensorFlow is another half of the project."""


@dataclass(frozen=True, slots=True)
class ContainsTrainingLoop(LowGain):
    """It is the loop that trains or goes through the data: the step inside is what should be a graph."""


def _lengths(found: Lengths) -> str:
    return f"`{found.parameter}` has {listed(tuple(map(str, found.lengths)))} members, and each length is traced"


def _shapes(found: ManyShapes) -> str:
    return f"`{found.parameter}` has {len(found.specs)} shapes or dtypes: {', '.join(found.specs)}"


SENTENCES: Mapping[type[Evidence], str | Callable[[Any], str]] = {
    MadeInLoop: "a new `tf.function` is made in each round of the loop at {loop}",
    MadeAtEachCall: "`{e.maker}` makes a new `tf.function` at each call, and a loop calls it",
    NewObject: "`{e.parameter}` is a new object in each round of the loop at {loop}",
    NewMetric: "`{e.parameter}` is a new metric in each round of the loop at {loop}",
    NewFunction: "`{e.parameter}` is a new function in each round of the loop at {loop}",
    NewReceiver: "its object is a new one in each round of the loop at {loop}",
    GrowingArgument: "`{e.parameter}` is a container that grows in the loop at {loop}",
    ListsOfValues: "`{e.parameter}` is new lists of lists in each round, and each number or text in them is traced",
    ChangingItem: "`{e.parameter}` holds another number in each round of the loop at {loop}, and each is traced",
    Lengths: _lengths,
    ManyShapes: _shapes,
    ManyDtypes: _shapes,
    ChangingShape: "`{e.parameter}` has another shape in each round of the loop at {loop}",
    LengthByValue: "the length of `{e.parameter}` depends on the values of a tensor, and each length is traced",
    LengthByFlag: "`{e.parameter}` holds the rounds of a loop that a flag ends, and each number of rounds is traced",
    ForEachVariable: "the optimizer calls it for each variable, and each variable would be traced",
    ChangingPart: (
        "`{e.parameter}` holds another Python value in each round of the loop at {loop}, and each is traced"
    ),
    ChangingValue: "`{e.parameter}` is another Python value in each round of the loop at {loop}, and each is traced",
    Counted: "`{e.parameter}` counts the calls (`{e.test}`), and each number is traced",
    ManyTraces: lambda found: (
        ("it would be traced again and again" if found.traces is None else f"it would be traced {found.traces} times")
        + (f" in {found.calls} calls" if found.calls is not None else ", once for each combination of Python values")
    ),
    OldProgram: "its module is for TensorFlow 1: no supported release has `{e.name}`",
    WorksInGraphs: "`{e.name}` works only in graphs: a graph calls the function already",
    DeferredProgram: "its module builds graphs for sessions, as in TensorFlow 1 (`{e.name}` of `compat.v1`)",
    OtherFramework: "its module works with another framework, such as PyTorch, and not with TensorFlow",
    ContainsTrainingLoop: "it contains the training loop: the step inside the loop is what gains as a graph",
    MadeAnew: ("`{e.outer}` would make a new `tf.function` of it at each call, and is called more than once"),
    GrowingTensors: "it gets a list of tensors that grows in a loop, and each length would be traced",
}


REMEDIES: Mapping[type[Evidence], str] = {
    ForEachVariable: "Decorate the step around the optimizer in its place.",
    MadeAnew: "Define it outside of `{e.outer}`, and pass what it takes from there.",
    GrowingTensors: "Pass one tensor (`tf.stack`), or keep the tensors in a `tf.TensorArray`.",
    ChangingValue: "Pass `{e.parameter}` as a tensor: `tf.constant({e.parameter})`.",
    ChangingPart: "Pass the number in `{e.parameter}` as a tensor: `tf.constant(n)` in place of `n`.",
    Counted: "Pass `{e.parameter}` as a tensor: `tf.constant({e.parameter})`, or decorate what does not count.",
    ManyTraces: "Pass tensors where Python values change from call to call: `tf.constant(n)` in place of `n`.",
}

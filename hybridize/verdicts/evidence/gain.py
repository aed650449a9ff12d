"""Benefit conditions: the function could become a graph, and would not gain."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hybridize.inference.facts.enumerations import Often
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.words import attribute_list, counted


@dataclass(frozen=True, slots=True)
class LowGain(Evidence):
    """A graph would not pay."""

    named = "low-gain"


@dataclass(frozen=True, slots=True)
class FewOperations(LowGain):
    """A call runs too few operations."""

    operations: int
    framework: str


@dataclass(frozen=True, slots=True)
class OnlyKeras(LowGain):
    """Keras alone runs the function."""


@dataclass(frozen=True, slots=True)
class PartOfModel(LowGain):
    """It applies layers, and only tests call it."""


@dataclass(frozen=True, slots=True)
class SwitchedOff(LowGain):
    """The program runs all functions eagerly, decorated or not."""


@dataclass(frozen=True, slots=True)
class FoundWanting(LowGain):
    """Somebody tried the decorator, commented it out, and says beside it what was wrong."""


@dataclass(frozen=True, slots=True)
class SeldomRun(LowGain):
    """It runs too seldom for a trace to pay."""

    often: Often


@dataclass(frozen=True, slots=True)
class FewCalls(LowGain):
    """A module just shows how it is used, a few times, which is too seldom for a trace to pay."""

    calls: int


@dataclass(frozen=True, slots=True)
class OnePass(LowGain):
    """The loop around its calls goes once through something, and nothing tells that this is long."""


@dataclass(frozen=True, slots=True)
class SmallShareOfLoop(LowGain):
    """It runs little beside what else a round of the loop runs that calls it."""


@dataclass(frozen=True, slots=True)
class GainTooSmallForUnsafeFix(LowGain):
    """It runs few operations, and that it may be a graph rests on assumptions."""


@dataclass(frozen=True, slots=True)
class OneCallObject(LowGain):
    """A parameter gets an object that is made for the call."""

    parameter: str
    tensors: tuple[str, ...] = ()
    """Its attributes that are read and hold tensors or arrays, as far as they are known."""


@dataclass(frozen=True, slots=True)
class VaryingShape(LowGain):
    """A parameter may have another shape at nearly every call."""

    parameter: str


@dataclass(frozen=True, slots=True)
class NoTensorComputation(Evidence):
    """The framework computes nothing in the function."""

    named = "no-tensor-computation"
    framework: str


@dataclass(frozen=True, slots=True)
class NoSeenComputation(Evidence):
    """No operation was found in it, and not everything that it calls is known."""

    named = "no-seen-computation"
    framework: str


@dataclass(frozen=True, slots=True)
class CoveredByCallers(Evidence):
    """All callers run as graphs already."""

    named = "covered-by-callers"


BENEFITS = (LowGain, NoTensorComputation, NoSeenComputation, CoveredByCallers)
"""What says that a graph would not pay, and nothing about whether it would be right."""


_SELDOM = {
    Often.NEVER: "only graphs and Keras run it",
    Often.ONCE: "no loop of many rounds calls it: tracing it takes longer than a few calls",
    Often.SELDOM: "it runs only in a few rounds of this loop",
    Often.TESTED: "only tests call it in the project: how often it runs is not known",
    Often.UNKNOWN: "nothing in the project is known to run it: how often it runs is not known",
}


def _operations(found: FewOperations) -> str:
    return f"a graph of {counted(found.operations, f'{found.framework} operation')} is hardly faster"


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number:,} times"


SENTENCES: Mapping[type[Evidence], str | Callable[[Any], str]] = {
    FewOperations: _operations,
    OnlyKeras: "only Keras runs it: while it builds models, and as a graph inside `fit`",
    PartOfModel: (
        "it applies Keras layers, and only tests call it: the step that trains a model holds it in its graph"
    ),
    SwitchedOff: "the program runs every `tf.function` eagerly: it is switched here",
    FoundWanting: "somebody commented the decorator out here, and says why",
    SeldomRun: lambda found: _SELDOM[found.often],
    FewCalls: lambda found: f"it runs {_times(found.calls)} in all, and tracing it takes as long as many calls",
    OnePass: "the loop that calls it goes through its data once, and tracing it takes as long as many calls",
    SmallShareOfLoop: "it is a small part of each round of the loop that calls it: a graph would not be noticed",
    GainTooSmallForUnsafeFix: "a graph would gain little, and would be right only under assumptions",
    OneCallObject: "`{e.parameter}` receives an object that is made for this call: each new object would be traced",
    VaryingShape: "`{e.parameter}` may have another shape at nearly every call, and each shape would be traced",
    NoTensorComputation: "{e.framework} computes nothing in it",
    NoSeenComputation: "no {e.framework} operation was found in it, and some of what it calls is not known",
    CoveredByCallers: "all its callers run as graphs already",
}


def _tensors(found: OneCallObject) -> str:
    said = attribute_list(found.parameter, found.tensors, f"the tensors that it reads of `{found.parameter}`")
    return f"Pass {said}, instead of the object."


REMEDIES: Mapping[type[Evidence], str | Callable[[Any], str]] = {
    SwitchedOff: "Remove the switch.",
    OneCallObject: _tensors,
}

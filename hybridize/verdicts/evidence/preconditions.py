"""Preconditions that do not hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.words import SHOWN_VALUES, TAKE_OUTSIDE, effect
from hybridize.verdicts.model.parts import Effect, LiteralValue


@dataclass(frozen=True, slots=True)
class NoTensorParameter(Evidence):
    """No parameter receives a tensor."""

    named = "no-tensor-parameter"


@dataclass(frozen=True, slots=True)
class NoLiteralParameter(Evidence):
    """No parameter receives a literal."""

    named = "no-literal-parameter"


@dataclass(frozen=True, slots=True)
class LiteralParameter(Evidence):
    """A parameter receives literals."""

    named = "literal-parameter"
    parameter: str
    values: tuple[LiteralValue, ...]


@dataclass(frozen=True, slots=True)
class Recursive(Evidence):
    """It calls itself."""

    named = "recursive"


@dataclass(frozen=True, slots=True)
class SideEffects(Evidence):
    """It has side effects, of which this is the first."""

    named = "side-effects"
    effect: Effect


@dataclass(frozen=True, slots=True)
class Undetermined(Evidence):
    """Not everything that it does is known."""

    named = "undetermined"


@dataclass(frozen=True, slots=True)
class AnalysisFailed(Undetermined):
    """The analysis of the function failed."""

    error: str


@dataclass(frozen=True, slots=True)
class OutOfBudget(Undetermined):
    """The analysis of the function took too long."""

    budget: str


@dataclass(frozen=True, slots=True)
class NeverRuns(Undetermined):
    """No way was found in which it runs."""


@dataclass(frozen=True, slots=True)
class UnknownParameter(Undetermined):
    """What arrives at a parameter is not known."""

    parameter: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UnknownIterator(Undetermined):
    """It takes from what may be a Python iterator, or one of a data set."""

    written: str


def _literals(found: LiteralParameter) -> str:
    values = list(dict.fromkeys(each.value for each in found.values))
    shown = ", ".join(f"`{value}`" for value in values[:SHOWN_VALUES])
    more = " …" if len(values) > SHOWN_VALUES else ""
    return f"`{found.parameter}` receives the Python {'value' if len(values) == 1 else 'values'} {shown}{more}"


def _unknown_parameter(found: UnknownParameter) -> str:
    reasons = ", ".join(found.reasons) or "nothing is known about it"
    return f"what arrives at `{found.parameter}` is not known: {reasons}"


SENTENCES: Mapping[type[Evidence], str | Callable[[Any], str]] = {
    NoTensorParameter: "no parameter receives a tensor",
    NoLiteralParameter: "no parameter receives a Python number or text",
    LiteralParameter: _literals,
    Recursive: "it calls itself",
    SideEffects: lambda found: effect(found.effect),
    Undetermined: "not everything that it does is known",
    AnalysisFailed: "the analysis failed here ({e.error})",
    OutOfBudget: "the analysis ran out of its budget ({e.budget})",
    NeverRuns: "nothing was found that runs it",
    UnknownParameter: _unknown_parameter,
    UnknownIterator: "`{e.written}` may take from a Python iterator, or from one of a data set",
}


REMEDIES: Mapping[type[Evidence], str] = {
    Recursive: "Write the recursion as a loop.",
    UnknownParameter: "Annotate the parameter (`{e.parameter}: tf.Tensor`), or call the function in a test.",
    UnknownIterator: TAKE_OUTSIDE,
}

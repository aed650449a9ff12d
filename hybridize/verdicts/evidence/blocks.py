"""What a block that would be a function takes for granted beside that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hybridize.verdicts.evidence.base import Evidence


@dataclass(frozen=True, slots=True)
class NumberAsTensor(Evidence):
    """A Python number that changes with the rounds is passed as a tensor."""

    named = "number-as-tensor"
    parameter: str
    dtype: str


@dataclass(frozen=True, slots=True)
class ArrayAsTensor(Evidence):
    """A tensor is passed in the place of an array of another dtype than that of the tensors it meets."""

    named = "array-as-tensor"
    parameter: str
    dtype: str


@dataclass(frozen=True, slots=True)
class OpenShape(Evidence):
    """The shape of what arrives is not known to be the same in each round."""

    named = "open-shape"
    parameter: str


@dataclass(frozen=True, slots=True)
class ChangedInPlace(Evidence):
    """What arrives may be an array, which the block changes in place."""

    named = "array-in-place"
    parameter: str


@dataclass(frozen=True, slots=True)
class ValueOfRound(Evidence):
    """What arrives may be a Python number or text of which each round has another one."""

    named = "value-of-round"
    parameter: str


@dataclass(frozen=True, slots=True)
class FewRounds(Evidence):
    """The loop runs once through something, and nothing tells that this is long."""

    named = "few-rounds"


SENTENCES: Mapping[type[Evidence], str | Callable[[Any], str]] = {
    NumberAsTensor: "`{e.parameter}` is a Python number that changes: a tensor of {e.dtype} is passed in its place",
    ArrayAsTensor: "a tensor of {e.dtype} is passed for the array `{e.parameter}`, as an operation makes one eagerly",
    OpenShape: "the shape of `{e.parameter}` is not known: each shape, as that of a smaller last batch, is a trace",
    ChangedInPlace: "`{e.parameter}` may be an array, which is changed in place eagerly and not by a graph",
    ValueOfRound: "each round may have its own `{e.parameter}`, and each value is a trace",
    FewRounds: "nothing tells that the loop has many rounds, and the first one takes as long as many others",
}
REMEDIES: Mapping[type[Evidence], str] = {
    ValueOfRound: "Pass a tensor for `{e.parameter}`.",
}

"""From calls that were observed to rules: of all expressions that no call contradicts, the one that says most.

A rule is right for a call if it covers what came back: of a call of which little is known it may say less, but it must
hold for every call that the description stands for. Part of the calls is held out, and each rule checked on it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hybridize.frameworks.generate import templates
from hybridize.frameworks.tensor_types import dimensions
from hybridize.frameworks.tensor_types.arguments import UNKNOWN, Argument, Constant, DTypeObject, Items
from hybridize.frameworks.tensor_types.dimensions import Refused, Shape
from hybridize.frameworks.tensor_types.dtype_rules import Setting
from hybridize.frameworks.tensor_types.dtypes import DType, named
from hybridize.frameworks.tensor_types.interpreter import (
    Part,
    Refusal,
    Result,
    Rule,
    Several,
    Types,
    apply,
    chooses,
    dtype_by,
    evaluate_list,
    is_list,
    shape_by,
)
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType

HELD_OUT = 4
"""One call of so many is held out."""
LEAST_CALLS = 8
"""A rule rests on so many calls at least."""
LEAST_SHARE = 0.5
"""Of so many of the results the rule must say all that was seen."""
KINDS = {
    "tensor": TensorKind.TENSOR,
    "array": TensorKind.NDARRAY,
    "variable": TensorKind.VARIABLE,
    "keras": TensorKind.KERAS,
    "input": TensorKind.KERAS,
}
PYTHON = {"int": "int64", "float": "float64", "bool": "bool"}

Spec = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Observed:
    """The type of one result that was seen."""

    dtype: DType | None
    shape: Shape


@dataclass(frozen=True, slots=True)
class Case:
    """A call that was made, or a description that stands for several calls."""

    arguments: Mapping[str, Argument]
    results: tuple[Observed, ...]
    """What came back for just this description."""
    truth: tuple[Observed, ...]
    """What came back for the call of which all is known: the rule must cover it."""
    eager: tuple[Observed, ...] | None
    """What came back when the call was really made; None if it failed."""
    several: bool
    setting: Setting
    held_out: bool = False


@dataclass(slots=True)
class Fit:
    """How an expression does on some cases."""

    expression: str
    equal: int = 0
    less: int = 0
    wrong: list[Case] = field(default_factory=list)

    @property
    def share(self) -> float:
        return self.equal / (self.equal + self.less) if self.equal + self.less else 0.0


def argument(spec: Spec) -> Argument:
    """The argument that a description of `call_types` stands for; unknown where it is no tensor of one shape."""
    sort = spec[0]
    if sort in ("constant", "text"):
        return Constant(spec[1])
    if sort in ("list", "tuple", "rest"):
        return Items(tuple(map(argument, spec[1])))
    if sort == "dtype":
        return DTypeObject(named(spec[1]))
    if sort == "elements":
        return TensorType(TensorKind.TENSOR, named(spec[1]), (len(spec[2]),), elements=tuple(spec[2]))
    if sort not in KINDS:
        return UNKNOWN
    return TensorType(KINDS[sort], named(spec[1]), None if spec[2] is None else tuple(spec[2]))


def observed(spec: Spec) -> Observed | None:
    """One result; None for what is no tensor or array."""
    if spec[0] == "python" and spec[1] in PYTHON:
        return Observed(DType(PYTHON[spec[1]]), ())
    if spec[0] not in KINDS:
        return None
    return Observed(named(spec[1]), None if spec[2] is None else tuple(spec[2]))


def all_observed(spec: Spec) -> tuple[tuple[Observed, ...], bool] | None:
    """All results of a call, and whether they came as a tuple; None if one is no tensor or array."""
    found = [observed(each) for each in spec[1]] if spec[0] == "list" else [observed(spec)]
    known = tuple(each for each in found if each is not None)
    return (known, spec[0] == "list") if len(known) == len(found) else None


def cases(record: Mapping[str, Any], numpy: tuple[int, ...]) -> Iterator[Case]:
    """The calls of a record, each followed by those of which less is known."""
    setting = Setting(numpy=numpy)
    for call in record["calls"]:
        truth = all_observed(call["result"])
        if truth is None:
            continue
        digest = hashlib.sha256(repr(sorted(call["arguments"].items())).encode()).digest()
        held_out = digest[0] % HELD_OUT == 0
        ran = all_observed(call["eager"]) if call.get("eager") else (truth if numpy_array(call) else None)
        eager = ran[0] if ran is not None and len(ran[0]) == len(truth[0]) else None
        for each in (call, *call["blurred"]):
            found = all_observed(each["result"])
            if found is not None and len(found[0]) == len(truth[0]):
                arguments = {name: argument(spec) for name, spec in each["arguments"].items()}
                yield Case(arguments, found[0], truth[0], eager, truth[1], setting, held_out)


def numpy_array(call: Mapping[str, Any]) -> bool:
    """Whether a call was made with arrays, so that it was really made."""
    return "eager" not in call


def judged(expression: str, given: Sequence[Case], place: int | None, dtype: bool, stop: bool = True) -> Fit:
    """An expression against cases: for the dtype or shape of one result, or (`place` None) for the shapes of all."""
    fit = Fit(expression)
    for case in given:
        try:
            if place is None:
                equal, wrong = _judged_list(expression, case)
            elif dtype:
                equal, wrong = _judged_dtype(expression, case, place)
            else:
                equal, wrong = _judged_shape(expression, case, place)
        except Refused:
            equal, wrong = False, case.eager is not None
        if wrong:
            fit.wrong.append(case)
            if stop:
                return fit
        elif equal:
            fit.equal += 1
        else:
            fit.less += 1
    return fit


def _judged_dtype(expression: str, case: Case, place: int) -> tuple[bool, bool]:
    found = dtype_by(expression, case.arguments, case.setting)
    seen = {each[place].dtype for each in (case.truth, case.eager) if each is not None}
    return seen == {found}, found is not None and seen != {found}


def _judged_shape(expression: str, case: Case, place: int) -> tuple[bool, bool]:
    found = shape_by(expression, case.arguments, case.setting)
    truth = case.truth if case.eager is None else case.eager
    return _compared(found, case.results[place].shape, truth[place].shape)


def _compared(found: Shape, seen: Shape, truth: Shape) -> tuple[bool, bool]:
    return dimensions.covers(seen, found), not dimensions.covers(found, truth)


def _judged_list(expression: str, case: Case) -> tuple[bool, bool]:
    shapes = evaluate_list(expression, case.arguments, case.setting)
    if shapes is None:
        return False, False
    if len(shapes) != len(case.results):
        return False, True
    truths = case.truth if case.eager is None else case.eager
    compared = [_compared(found, seen.shape, truth.shape) for found, seen, truth in zip(shapes, case.results, truths)]
    return all(equal for equal, _ in compared), any(wrong for _, wrong in compared)


def contradicted(rule: Rule, given: Sequence[Case]) -> list[tuple[Case, Result]]:
    """The cases that a whole rule is wrong for, with what it says."""
    found: list[tuple[Case, Result]] = []
    for case in given:
        said = apply(rule, case.arguments, case.setting)
        if isinstance(said, Refusal):
            if case.eager is not None:
                found.append((case, said))
            continue
        truth = case.truth if case.eager is None else case.eager
        if said is not None and not all_agree(said, truth, case.several):
            found.append((case, said))
    return found


def all_agree(said: Types, seen: Sequence[Observed], several: bool) -> bool:
    """Whether what a rule says covers all results of a call; `several`: they came as a list or tuple."""
    if isinstance(said, Several):
        return several and all(agrees(said.each, each) for each in seen)
    types = said if isinstance(said, tuple) else (said,)
    return isinstance(said, tuple) == several and len(types) == len(seen) and all(map(agrees, types, seen))


def agrees(said: Types, seen: Observed) -> bool:
    """Whether a type covers what was seen."""
    if not isinstance(said, TensorType):
        return False
    return said.dtype in (None, seen.dtype) and dimensions.covers(said.shape, seen.shape)


@dataclass(frozen=True, slots=True)
class Found:
    """What was found for a function."""

    parts: tuple[Part, ...]
    several: bool
    when: str = ""
    otherwise: Found | None = None

    def entry(self) -> dict[str, Any]:
        """The entry of the data file."""
        if self.when:
            then = Found(self.parts, self.several).entry()
            return {"when": self.when, "then": then, "else": self.otherwise.entry() if self.otherwise else {}}
        if self.several and not (len(self.parts) == 1 and is_list(self.parts[0].shape)):
            return {"dtype": [each.dtype for each in self.parts], "shape": [each.shape for each in self.parts]}
        return {"dtype": self.parts[0].dtype, "shape": self.parts[0].shape}

    @property
    def says_something(self) -> bool:
        """Whether it says the dtype or the shape of any result."""
        here = any(each.dtype or each.shape for each in self.parts)
        return here or self.otherwise is not None and self.otherwise.says_something

    @property
    def complete(self) -> bool:
        """Whether it says something of the dtype and of the shape of every result."""
        here = bool(self.parts) and all(each.dtype and each.shape for each in self.parts)
        return here and (self.otherwise is None or self.otherwise.complete)


class Fitter:
    """The rule of one function."""

    def __init__(
        self, name: str, parameters: Sequence[str], defaults: Mapping[str, Any], given: Sequence[Case], layer: bool
    ) -> None:
        self.name, self.layer, self.defaults = name, layer, defaults
        self.parameters = [each.lstrip("*") for each in parameters]
        self.cases = list(given)
        self.training = [case for case in given if not case.held_out]
        self.checking = [case for case in given if case.held_out]

    def found(self) -> Found | None:
        """The rule; None if there is too little to go by."""
        if len(self.training) < LEAST_CALLS:
            return None
        sorts = {case.several for case in self.cases}
        if len(sorts) == 1:
            return self._uniform(sorts.pop())
        for parameter in self.parameters:
            if self.defaults.get(parameter, "") in (None, False, True):
                when = f"{parameter} | {self.defaults[parameter]!r}"
                chosen = [chooses(when, case.arguments, case.setting) for case in self.cases]
                with_it = [case for case, each in zip(self.cases, chosen) if each]
                without = [case for case, each in zip(self.cases, chosen) if each is False]
                if all(len({case.several for case in each}) == 1 for each in (with_it, without)):
                    one, other = (
                        Fitter(self.name, self.parameters, self.defaults, each, self.layer).found()
                        for each in (with_it, without)
                    )
                    return Found(one.parts, one.several, when, other) if one and other else other
        return None

    def _uniform(self, several: bool) -> Found | None:
        counts = {len(case.results) for case in self.cases}
        if several:
            expression = self.list_expression()
            if expression:
                return Found((Part(self.dtype(0), expression),), True)
        if len(counts) != 1 or counts == {0}:
            return None
        return Found(tuple(Part(self.dtype(place), self.shape(place)) for place in range(counts.pop())), several)

    def list_expression(self) -> str:
        candidates = (each for pattern in templates.LISTS for each in self.filled(pattern))
        return self.best(candidates, None, dtype=False)

    def shape(self, place: int) -> str:
        patterns = templates.LAYER_SHAPES if self.layer else templates.SHAPES
        candidates = (each for pattern in patterns for each in self.filled(pattern))
        return self.best(candidates, place, dtype=False)

    def dtype(self, place: int) -> str:
        patterns = templates.LAYER_DTYPES if self.layer else templates.dtypes(self.name.partition(".")[0])
        candidates = (each for pattern in patterns for each in self.filled(pattern))
        return self.best(candidates, place, dtype=True)

    def filled(self, pattern: str) -> Iterator[str]:
        if self.layer:
            return templates.layer_filled(pattern, self.name, self.parameters, self.defaults)
        return templates.filled(pattern, self.parameters, self.defaults)

    def best(self, candidates: Iterator[str], place: int | None, dtype: bool) -> str:
        """The expression that is right everywhere and says most; of equals the first. Empty if none is good enough."""
        best: Fit | None = None
        for expression in dict.fromkeys(candidates):
            fit = judged(expression, self.training, place, dtype)
            if fit.wrong or best is not None and fit.equal <= best.equal:
                continue
            if judged(expression, self.checking, place, dtype).wrong:
                continue
            best = fit
            if fit.less == 0:
                break
        return best.expression if best is not None and best.share >= LEAST_SHARE else ""

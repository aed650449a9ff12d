"""Verdicts made by hand, so that a rule is tested without the engine."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace

from hybridize.inference.domain.literals import Literal
from hybridize.rules.base import RuleContext
from hybridize.rules.model import Finding
from hybridize.rules.registry import rule
from hybridize.settings import AnalysisOptions, Gain
from hybridize.verdicts.model.parts import (
    Action,
    Callers,
    Computation,
    Decorator,
    Effect,
    GraphMode,
    Hybridization,
    LiteralValue,
    Parameter,
    Place,
    Safety,
    Step,
    StepKind,
    Subject,
    SubjectKind,
)
from hybridize.verdicts.model.verdict import Decision, GainEstimate, Recommendation, Verdict
from hybridize.verdicts.retracing.traces import changing

DEFINITION = Place("model.py", 12, 1, 12, 9)
DECORATOR = Place("model.py", 11, 2, 11, 13)
SUBJECT = Subject(SubjectKind.FUNCTION, "model.py", "model", "step", DEFINITION)


def eager(**changes: object) -> Verdict:
    """A function that should be a graph: P1, safe, proven. `changes` are fields of whichever part has them."""
    verdict = Verdict(
        SUBJECT,
        20,
        (Parameter("x", 0, "positional-or-keyword", tensor=True, sources=(Place("main.py", 5),)),),
        computation=Computation(has_tensor_computation=True),
        callers=Callers(called=True),
        gain=GainEstimate(Gain.HIGH, 14, (Place("main.py", 40),)),
        decision=Decision("P1", "P1", "hybridize", proven=True),
        recommendation=Recommendation(Action.HYBRIDIZE, ("P1",), Safety.SAFE),
    )
    return changed(verdict, **changes)


def hybrid(**changes: object) -> Verdict:
    """A sound hybrid function whose decorator could be removed."""
    verdict = Verdict(
        SUBJECT,
        20,
        (Parameter("x", 0, "positional-or-keyword", tensor=True),),
        mode=GraphMode((Hybridization("decorator", DECORATOR),), {}, Decorator(DECORATOR, "tf.function")),
        computation=Computation(has_tensor_computation=True),
        callers=Callers(called=True),
    )
    verdict = changed(verdict, **changes)
    return replace(verdict, retracing=replace(verdict.retracing, changing=changing(verdict.parameters)))


def needless(precondition: str, **changes: object) -> Verdict:
    """A hybrid function for which a precondition holds, and whose decorator may be removed."""
    removal = Recommendation(Action.DEHYBRIDIZE, (precondition,), Safety.UNSAFE)
    return hybrid(precondition=precondition, transformation="dehybridize", recommendation=removal, **changes)


def changed(verdict: Verdict, **changes: object) -> Verdict:
    """The verdict with other values in some fields, whichever part has them."""
    for name, value in changes.items():
        if name in {field.name for field in fields(verdict)}:
            verdict = replace(verdict, **{name: value})  # type: ignore[arg-type]
            continue
        (part,) = [
            field.name
            for field in fields(verdict)
            if is_dataclass(each := getattr(verdict, field.name)) and name in {inner.name for inner in fields(each)}
        ]
        verdict = replace(verdict, **{part: replace(getattr(verdict, part), **{name: value})})
    return verdict


def number(name: str, *values: tuple[object, int], inside: bool = False, path: str = "model.py") -> Parameter:
    """A parameter that receives literals, each from a call at a line of `path`; a class stands for some value of it."""
    literals = tuple(
        LiteralValue(value.__name__, None, Place(path, line), inside)
        if isinstance(value, type)
        else LiteralValue(type(value).__name__, Literal(value), Place(path, line), inside)
        for value, line in values
    )
    return Parameter(name, 1, "positional-or-keyword", literal=bool(values), literal_values=literals)


def counted(name: str, argument: str, line: int, loop: Place | None = None) -> Parameter:
    """A parameter that receives another integer at each call."""
    value = LiteralValue("int", None, Place("model.py", line), changing=argument, loop=loop)
    return Parameter(name, 1, "positional-or-keyword", literal=True, literal_values=(value,))


def effect(line: int, what: str = "output", via: Place | None = None, print_call: bool = False) -> Effect:
    """A side effect in line `line` of the function, or one at `via` to which a call in that line leads."""
    steps = () if via is None else (Step(via, StepKind.CALL, "helper()"),)
    through = "" if via is None else "helper()"
    return Effect(what, "calls `print`", Place("model.py", line, 5), through, steps, print_call)


def check(code: str, *verdicts: Verdict, options: AnalysisOptions | None = None) -> list[Finding]:
    """What one rule says about some functions of a project."""
    found = rule(code)
    assert found is not None
    context = RuleContext(options or AnalysisOptions(), verdicts)
    return [finding for verdict in verdicts for finding in found.check(verdict, context)]

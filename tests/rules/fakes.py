"""Verdicts made by hand, so that a rule is tested without the engine."""

from __future__ import annotations

from hybridize.rules.base import RuleContext
from hybridize.rules.model import Finding
from hybridize.rules.registry import rule
from hybridize.settings import AnalysisOptions
from hybridize.verdicts.model import Effect, GainEstimate, Hybridization, LiteralValue, Parameter, Place, Step, Verdict

DEFINITION = Place("model.py", 12, 1, 12, 9)
DECORATOR = Place("model.py", 11, 2, 11, 13)


def eager(**fields: object) -> Verdict:
    """A function that could be a graph: P1, safe, with gain, proven."""
    verdict = Verdict("model.py", "model", "step", DEFINITION, 20)
    verdict.parameters = [Parameter("x", 0, "positional-or-keyword", tensor=True, sources=(Place("main.py", 5),))]
    verdict.precondition = verdict.published_precondition = "P1"
    verdict.transformation = "hybridize"
    verdict.gain = GainEstimate("high", 14, (Place("main.py", 40),))
    verdict.called = verdict.proven = verdict.fixable = verdict.has_tensor_computation = True
    return _with(verdict, fields)


def hybrid(**fields: object) -> Verdict:
    """A sound hybrid function whose decorator could be removed."""
    verdict = Verdict("model.py", "model", "step", DEFINITION, 20)
    verdict.hybrid = verdict.called = verdict.has_tensor_computation = True
    verdict.hybridized_by = (Hybridization("decorator", DECORATOR),)
    verdict.parameters = [Parameter("x", 0, "positional-or-keyword", tensor=True)]
    verdict.decorator, verdict.decorator_symbol = DECORATOR, "tf.function"
    return _with(verdict, fields)


def _with(verdict: Verdict, fields: dict[str, object]) -> Verdict:
    for name, value in fields.items():
        assert hasattr(verdict, name)
        setattr(verdict, name, value)
    return verdict


def number(name: str, *values: tuple[str, int], inside: bool = False, path: str = "model.py") -> Parameter:
    """A parameter that receives literals, each from a call at a line of `path`."""
    literals = tuple(LiteralValue(value, Place(path, line), inside) for value, line in values)
    return Parameter(name, 1, "positional-or-keyword", literal=bool(values), literal_values=literals)


def effect(line: int, what: str = "output", via: Place | None = None, print_call: bool = False) -> Effect:
    """A side effect in line `line` of the function, or one at `via` to which a call in that line leads."""
    steps = () if via is None else (Step(via, "`helper()`"),)
    return Effect(what, "calls `print` (output)", Place("model.py", line, 5), via is None, steps, print_call)


def check(code: str, *verdicts: Verdict, options: AnalysisOptions | None = None) -> list[Finding]:
    """What one rule says about some functions of a project."""
    found = rule(code)
    assert found is not None
    context = RuleContext(options or AnalysisOptions(), verdicts)
    return [finding for verdict in verdicts for finding in found.check(verdict, context)]

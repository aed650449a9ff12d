"""All rules, and running them over all verdicts."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterable
from functools import lru_cache

import hybridize.rules
from hybridize.rules.base import Rule, RuleContext
from hybridize.rules.model import Finding
from hybridize.settings import AnalysisOptions
from hybridize.sources.model import SourceError
from hybridize.verdicts.model import Place, Verdict


@lru_cache(maxsize=1)
def all_rules() -> tuple[Rule, ...]:
    """Every rule, by code: the concrete classes in the modules of this package whose names begin with `hyb`."""
    found: list[Rule] = []
    for module in pkgutil.iter_modules(hybridize.rules.__path__):
        if module.name.startswith("hyb"):
            content = importlib.import_module(f"hybridize.rules.{module.name}")
            for item in vars(content).values():
                if inspect.isclass(item) and issubclass(item, Rule) and not inspect.isabstract(item):
                    found.append(item())
    return tuple(sorted(found, key=lambda each: each.code))


def rule(code: str) -> Rule | None:
    """The rule of a code or name, in any case."""
    return next((each for each in all_rules() if code.lower() in (each.code.lower(), each.name)), None)


def run(
    verdicts: Iterable[Verdict], options: AnalysisOptions, errors: list[SourceError] | None = None
) -> list[Finding]:
    """Findings of every code, before selection and suppression, by place; fills in `Verdict.codes`.

    One place gets one code: where two rules speak of the same statement, the more specific one is heard. A rule that
    fails on a function is noted in `errors` and costs no other finding; without `errors` the exception is raised.
    """
    context = RuleContext(options, tuple(verdicts))
    said: dict[Place, list[tuple[Rule, Finding, Verdict]]] = {}
    for verdict in context.verdicts:
        for each in all_rules():
            try:
                findings = list(each.check(verdict, context))
            except Exception as error:
                if errors is None:
                    raise
                errors.append(_failure(each, verdict, error))
                continue
            for finding in findings:
                said.setdefault(finding.place, []).append((each, finding, verdict))
        verdict.codes = []
    kept = [_most_specific(heard) for heard in said.values()]
    for finding, verdict in kept:
        if finding.code not in verdict.codes:
            verdict.codes = sorted([*verdict.codes, finding.code])
    return sorted((finding for finding, _ in kept), key=lambda finding: (finding.place, finding.code))


def _most_specific(heard: list[tuple[Rule, Finding, Verdict]]) -> tuple[Finding, Verdict]:
    codes = {finding.code for _, finding, _ in heard}
    kept = [(finding, verdict) for each, finding, verdict in heard if not codes.intersection(each.yields_to)]
    return min(kept, key=lambda pair: pair[0].code)


def _failure(failed: Rule, verdict: Verdict, error: Exception) -> SourceError:
    text = f"{failed.code} failed on `{verdict.qualname}`: {type(error).__name__}: {error}".splitlines()[0]
    return SourceError(verdict.path, verdict.place.line, "internal-error", f"{text} (please report this)")

"""All rules, and running them over all verdicts."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import Protocol, TypeVar

import hybridize.rules
from hybridize.rules.base import Rule, RuleContext
from hybridize.rules.model import Finding
from hybridize.settings import AnalysisOptions
from hybridize.sources.model import SourceError
from hybridize.verdicts.model.parts import EagerSwitch, Mismatch, Subject, SubjectKind
from hybridize.verdicts.model.verdict import JudgedBlock, Verdict


class Coded(Protocol):
    """Whatever carries the code of a rule: a finding, or its form in a table for hosts."""

    @property
    def code(self) -> str:
        """Such as HYB001."""

    @property
    def cause(self) -> Hashable:
        """Equal for findings on one cause."""


C = TypeVar("C", bound=Coded)


@lru_cache(maxsize=1)
def all_rules() -> tuple[Rule, ...]:
    """Every rule, by code: the concrete classes in the modules of this package whose names begin with `hyb`."""
    found: list[Rule] = []
    for module in pkgutil.iter_modules(hybridize.rules.__path__):
        if module.name.startswith("hyb"):
            content = importlib.import_module(f"hybridize.rules.{module.name}")
            for item in vars(content).values():
                # What several rules have in common stands in modules of its own.
                own = inspect.isclass(item) and item.__module__ == content.__name__
                if own and issubclass(item, Rule) and not inspect.isabstract(item):
                    found.append(item())
    return tuple(sorted(found, key=lambda each: each.code))


def rule(code: str) -> Rule | None:
    """The rule of a code or name, in any case."""
    return next((each for each in all_rules() if code.lower() in (each.code.lower(), each.name)), None)


def run(
    verdicts: Iterable[Verdict],
    options: AnalysisOptions,
    errors: list[SourceError] | None = None,
    switches: Iterable[EagerSwitch] = (),
    mismatches: Iterable[Mismatch] = (),
    blocks: Iterable[JudgedBlock] = (),
) -> list[Finding]:
    """Findings of every code, by place.

    Several codes may speak of one cause here. Whoever reports selects first, and then calls `most_specific`: a code
    that nobody sees must not hide another. A rule that fails on a function is noted in `errors` and costs no other
    finding; without `errors` the exception is raised.
    """
    context = RuleContext(options, tuple(verdicts), tuple(switches), tuple(mismatches), tuple(blocks))
    said: list[Finding] = []
    for verdict in (None, *context.verdicts):
        of_lambda = verdict is not None and verdict.subject.kind is SubjectKind.LAMBDA
        for each in all_rules():
            if of_lambda and not each.of_lambdas:
                continue
            if verdict is not None and verdict.mode.perhaps and not each.of_what_is_written:
                continue
            try:
                findings = list(each.check_project(context) if verdict is None else each.check(verdict, context))
            except MemoryError:
                raise
            except Exception as error:
                if errors is None:
                    raise
                errors.append(_failure(each, verdict, error))
                continue
            said += findings
    return sorted(said, key=_position)


def codes(findings: Iterable[Finding]) -> dict[Subject, tuple[str, ...]]:
    """The codes about each subject when nothing is deselected, in order."""
    found: dict[Subject, set[str]] = {}
    for finding in most_specific(findings):
        found.setdefault(finding.subject, set()).add(finding.code)
    return {subject: tuple(sorted(each)) for subject, each in found.items()}


def most_specific(findings: Iterable[C]) -> list[C]:
    """The findings but for those whose cause another one names more specifically: its code is one they yield to."""
    found = list(findings)
    codes: dict[Hashable, set[str]] = {}
    for finding in found:
        codes.setdefault(finding.cause, set()).add(finding.code)
    yields_to = {each.code: each.yields_to for each in all_rules()}
    return [finding for finding in found if codes[finding.cause].isdisjoint(yields_to[finding.code])]


def _position(finding: Finding) -> tuple[object, ...]:
    """By place; what stands at one place by code, and behind one call as the causes stand in their files."""
    cause = finding.cause
    return finding.place, finding.code, cause.path, cause.line, cause.column


def _failure(failed: Rule, verdict: Verdict | None, error: Exception) -> SourceError:
    path, line = (".", 1) if verdict is None else (verdict.path, verdict.place.line)
    about = "the project" if verdict is None else f"`{verdict.qualname}`"
    text = f"{failed.code} failed on {about}: {type(error).__name__}: {error}".splitlines()[0]
    return SourceError(path, line, "internal-error", f"{text} (please report this)")

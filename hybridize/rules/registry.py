"""All rules, and running them over all verdicts."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from functools import lru_cache

import hybridize.rules
from hybridize.rules.base import Rule, RuleContext
from hybridize.rules.model import Finding
from hybridize.settings import AnalysisOptions
from hybridize.verdicts.model import Place, Verdict

_SPECIFIC_FIRST = ("HYB004", "HYB005", "HYB002", "HYB003", "HYB001")
"""Where several codes fit one place, the first of these stays."""


@lru_cache(maxsize=1)
def all_rules() -> tuple[Rule, ...]:
    """Every rule, by code: the modules of this package whose names begin with `hyb`."""
    found: list[Rule] = []
    for module in pkgutil.iter_modules(hybridize.rules.__path__):
        if module.name.startswith("hyb"):
            content = importlib.import_module(f"hybridize.rules.{module.name}")
            for item in vars(content).values():
                if isinstance(item, type) and issubclass(item, Rule) and item is not Rule:
                    found.append(item())
    return tuple(sorted(found, key=lambda rule: rule.code))


def rule(code: str) -> Rule | None:
    """The rule of a code or name."""
    return next((r for r in all_rules() if code.lower() in (r.code.lower(), r.name)), None)


def run(verdicts: Iterable[Verdict], options: AnalysisOptions) -> list[Finding]:
    """Findings of every code, before selection and suppression; `Verdict.codes` is filled in on the way.

    One place gets one code: where two rules speak of the same statement, the more specific one stays.
    """
    context = RuleContext(options)
    out: dict[Place, Finding] = {}
    for verdict in verdicts:
        codes: set[str] = set()
        for each in all_rules():
            for finding in each.check(verdict, context):
                codes.add(finding.code)
                known = out.get(finding.place)
                if known is None or _rank(finding) < _rank(known):
                    out[finding.place] = finding
        verdict.codes = sorted(codes)
    return sorted(out.values(), key=lambda finding: (finding.place, finding.code))


def _rank(finding: Finding) -> int:
    return _SPECIFIC_FIRST.index(finding.code) if finding.code in _SPECIFIC_FIRST else len(_SPECIFIC_FIRST)

"""What every rule has: a code, a name, its documentation, and a check of one verdict."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from hybridize.rules.model import Finding
from hybridize.settings import AnalysisOptions
from hybridize.verdicts.model import Verdict

SECTIONS = (
    "What it does", "Why is this bad?", "Example", "Use instead", "Fix safety", "Options", "References",
)  # fmt: skip
"""The sections of a rule's documentation, in their order. `Options` may be missing."""


@dataclass(frozen=True)
class RuleContext:
    """What a rule may look at besides the verdict."""

    options: AnalysisOptions


class Rule:
    """A rule. The docstring of a subclass is its documentation, in SECTIONS headed `## `; its first line a summary."""

    code: ClassVar[str]
    name: ClassVar[str]
    """Reads as "allow NAME"."""
    preview: ClassVar[bool] = False
    severity: ClassVar[str] = "warning"

    def check(self, verdict: Verdict, context: RuleContext) -> Iterator[Finding]:
        """The findings about one function."""
        raise NotImplementedError

    @property
    def summary(self) -> str:
        """One line: what the rule finds."""
        return self.documentation.partition("\n")[0]

    @property
    def documentation(self) -> str:
        """The whole page, as Markdown below the title."""
        return inspect.cleandoc(type(self).__doc__ or "")

    @property
    def sections(self) -> dict[str, str]:
        """The documentation by section."""
        parts = re.split(r"^## (.+)$", self.documentation, flags=re.MULTILINE)
        return {title.strip(): body.strip() for title, body in zip(parts[1::2], parts[2::2], strict=True)}

    def finding(self, verdict: Verdict, message: str, **more: object) -> Finding:
        """A finding at the `def` of the function, unless `place` says otherwise."""
        values: dict[str, object] = {"place": verdict.place, "severity": self.severity, **more}
        return Finding(code=self.code, name=self.name, message=message, qualname=verdict.qualname, **values)  # type: ignore[arg-type]

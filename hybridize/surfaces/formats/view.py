"""What a format is given: findings, and how to name and quote the files that they lie in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hybridize.rules.model import SAFE, UNSAFE, Finding
from hybridize.sources.model import SourceError


@dataclass(frozen=True)
class View:
    """Findings to be printed."""

    findings: Sequence[Finding]
    root: Path
    line: Callable[[str, int], str | None]
    """A line of a file, by its path relative to the root."""
    fixable: frozenset[str] = frozenset({SAFE})
    """The kinds of fixes that `--fix` would make with the options given."""
    errors: Sequence[SourceError] = ()
    """Why files were not checked, and what else went wrong."""

    def name(self, path: str) -> str:
        """How a file is called on a terminal: relative to where the user is, or absolute if it lies elsewhere."""
        whole = self.root / path
        try:
            return whole.relative_to(Path.cwd()).as_posix()
        except (ValueError, OSError):
            return str(whole)

    def character(self, path: str, line: int, column: int) -> int:
        """A column counted in characters: places count, as Python's syntax trees do, in bytes of UTF-8."""
        text = (self.line(path, line) or "").encode("utf-8", "surrogatepass")
        return len(text[: column - 1].decode("utf-8", "replace")) + 1

    def is_fixable(self, finding: Finding) -> bool:
        """Whether `--fix` would repair it."""
        return finding.fix is not None and finding.fix.applicability in self.fixable


def fixable_kinds(unsafe: bool) -> frozenset[str]:
    """The kinds of fixes that are made, without and with `--unsafe-fixes`."""
    return frozenset({SAFE, UNSAFE}) if unsafe else frozenset({SAFE})

"""Small programs, analysed several at a time as the modules of one project: most of what a small project costs is not
its code."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import hybridize
from hybridize.rules.model import Finding
from hybridize.sources.model import SourceError
from hybridize.surfaces.report import FunctionReport

Key = TypeVar("Key")
AT_ONCE = 8
"""More programs at once cost no less each: what grows with a project grows faster than they."""
ALONE = "MUTANT_UNDER_TEST"
"""Where mutmut has set this, each test analyses its own program: it is noted which tests call which function."""
KEPT: dict[object, hybridize.Report] = {}
"""What was analysed for the tests of a module, after which it is dropped."""


def analysed(folder: Path, program: str, **options: object) -> hybridize.Report:
    """What is reported on a program, which is written to a folder beside what is there."""
    (folder / "program.py").write_text(program, encoding="utf-8")
    return hybridize.analyze(folder, root=folder, **options)


@dataclass(frozen=True)
class Said:
    """What is reported on one program."""

    functions: tuple[FunctionReport, ...]
    findings: tuple[Finding, ...]
    errors: tuple[SourceError, ...]
    report: hybridize.Report
    """On all programs that were analysed with this one."""

    def of(self, qualname: str) -> FunctionReport:
        """The row of one function."""
        (row,) = [each for each in self.functions if each.qualname == qualname]
        return row


class Together(Generic[Key]):
    """Programs that do not know each other, in the order in which they are asked about."""

    def __init__(
        self, programs: Mapping[Key, str | Mapping[str, str]], *, at_once: int = AT_ONCE, **options: object
    ) -> None:
        """Each program is a text, or files by paths that no other program has; `options` are those of the analysis."""
        self._programs = {
            key: {f"program_{number}.py": program} if isinstance(program, str) else program
            for number, (key, program) in enumerate(programs.items())
        }
        keys = list(programs)
        self._batches = {
            key: tuple(keys[first : first + at_once]) for first in range(0, len(keys), at_once)
            for key in keys[first : first + at_once]
        }  # fmt: skip
        self._options = options

    def __getitem__(self, key: Key) -> Said:
        files = self._programs[key]
        batch = (key,) if ALONE in os.environ else self._batches[key]
        if (self, batch) not in KEPT:
            KEPT[self, batch] = self._analyzed(batch)
        report = KEPT[self, batch]
        return Said(
            tuple(each for each in report.functions if each.verdict.path in files),
            tuple(each for each in report.findings if each.place.path in files),
            tuple(each for each in report.errors if each.path == "." or each.path in files),
            report,
        )

    def _analyzed(self, batch: tuple[Key, ...]) -> hybridize.Report:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name).resolve()
            (folder / "setup.cfg").touch()
            for path, text in (file for key in batch for file in self._programs[key].items()):
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_text(text, encoding="utf-8")
            return hybridize.analyze(folder, root=folder, **self._options)

"""What a format is given: findings, and how to name and quote the files that they lie in."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from hybridize.rules.model import SAFE, UNSAFE, Finding
from hybridize.sources.model import SourceError
from hybridize.sources.notebooks import Notebook
from hybridize.verdicts.model.parts import Place, Subject, SubjectKind

UNCHECKED = "HYB900"
"""The code that tells that a file was not checked."""


class Replacement(NamedTuple):
    """Lines of a file, and what a fix puts in their place; lines count from 1, `end` is the first that stays."""

    path: str
    start: int
    end: int
    text: str


def _no_replacements(_: Finding) -> tuple[Replacement, ...]:
    return ()


def _problem(error: SourceError) -> Finding:
    place = Place(error.path, error.line)
    subject = Subject(SubjectKind.MODULE, error.path, "", "", place)
    text = f"{error.kind}: {error.message}"
    return Finding(UNCHECKED, "internal-error", text, place, subject, severity="error")


MARKS: Mapping[bool | None, str] = {True: "✓", False: "✗", None: "?"}
MARKS_IN_WORDS: Mapping[bool | None, str] = {True: "[holds]", False: "[fails]", None: "[unknown]"}
_COLOURS = {True: "green", False: "bold red", None: "yellow"}

Style = Callable[[str, str], str]
"""A text in a style, as `bold red`."""


def _plain(text: str, _: str) -> str:
    return text


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
    notebooks: Mapping[str, Notebook] = field(default_factory=dict)
    """By path."""
    replacements: Callable[[Finding], Sequence[Replacement]] = _no_replacements
    """What the fix of a finding changes."""
    style: Style = _plain
    """Colours, on a terminal."""
    marks: Mapping[bool | None, str] = field(default_factory=lambda: MARKS_IN_WORDS)
    """What stands before that which is good, bad, or not known."""

    @cached_property
    def problems(self) -> tuple[Finding, ...]:
        """The errors as findings, for formats that have no other place for them."""
        return tuple(map(_problem, self.errors))

    def name(self, path: str) -> str:
        """How a file is called on a terminal: relative to where the user is, or absolute if it lies elsewhere."""
        whole = self.root / path
        try:
            return whole.relative_to(Path.cwd()).as_posix()
        except (ValueError, OSError):
            return str(whole)

    def at(self, place: Place) -> str:
        """`path:line`, in a notebook `path:cell N:line`."""
        notebook = self.notebooks.get(place.path)
        if notebook is None:
            return f"{self.name(place.path)}:{place.line}"
        where = notebook.locate(place.line)
        return f"{self.name(place.path)}:cell {where.cell}:{where.line}"

    def target(self, finding: Finding) -> str:
        """What to write after `hybridize explain`: where something begins, or a notebook's function by its name."""
        subject, is_block = finding.subject, finding.results is not None
        in_function = subject.kind is not SubjectKind.MODULE and not is_block
        if subject.path in self.notebooks and in_function:
            return shlex.quote(f"{self.name(subject.path)}::{subject.qualname}")
        # Blocks are found in preview alone.
        return "--preview " * is_block + shlex.quote(self.at(subject.place if in_function else finding.place))

    def line_number(self, place: Place) -> int:
        """The line as people count it: in a notebook in its cell."""
        notebook = self.notebooks.get(place.path)
        return place.line if notebook is None else notebook.locate(place.line).line

    def in_file(self, place: Place) -> Place:
        """The place in the file itself, which for a notebook is no program: the lines of the JSON."""
        notebook = self.notebooks.get(place.path)
        if notebook is None:
            return place
        return Place(place.path, notebook.locate(place.line).file_line)

    def character(self, path: str, line: int, column: int) -> int:
        """A column counted in characters: places count, as Python's syntax trees do, in bytes of UTF-8."""
        text = (self.line(path, line) or "").encode("utf-8", "surrogatepass")
        return len(text[: column - 1].decode("utf-8", "replace")) + 1

    def mark(self, good: bool | None) -> str:
        """The mark of what is good, bad, or not known."""
        return self.style(self.marks[good], _COLOURS[good])

    def is_fixable(self, finding: Finding) -> bool:
        """Whether `--fix` would repair it."""
        return finding.fix is not None and finding.fix.applicability in self.fixable


def fixable_kinds(unsafe: bool) -> frozenset[str]:
    """The kinds of fixes that are made, without and with `--unsafe-fixes`."""
    return frozenset({SAFE, UNSAFE}) if unsafe else frozenset({SAFE})

"""The functions that a command is asked about: by file and line, by name, or by a warning of TensorFlow's."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hybridize.rules.model import Finding
from hybridize.sources.notebooks import Notebook
from hybridize.surfaces.arguments import UsageError
from hybridize.surfaces.commands.check import findings_of, make_workspace
from hybridize.surfaces.formats.view import Style, View
from hybridize.surfaces.options import function_meant
from hybridize.surfaces.output import ProgressLine
from hybridize.surfaces.regions import RegionReport
from hybridize.surfaces.report import FunctionReport, Report
from hybridize.surfaces.terminal import marks, styler
from hybridize.surfaces.workspace import Workspace
from hybridize.verdicts.model.parts import Place

_WARNING = re.compile(r"calls to (?P<what>.*?)\s+triggered tf\.function retracing", re.DOTALL)
"""TensorFlow's own warning: `5 out of the last 5 calls to <function f at 0x7f…> triggered tf.function retracing.`"""
_NAMED = re.compile(r"<(?:function|bound method) (?P<name>[^\s<>]+(?:<locals>[^\s<>]+)*)")
_AT_LINE = re.compile(r"(.+?):(?:cell (?P<cell>\d+):)?(?P<line>\d+)(?::\d+)?")
"""As findings are printed: `a.py:3:5`, `book.ipynb:cell 2:3:5`; the column may be left out."""
_AT_NAME = re.compile(r"(.+?)::?((?!\d)\w+(?:(?:\.|::)\w+)*)")


@dataclass(frozen=True)
class Asked:
    """What is asked about."""

    workspace: Workspace
    report: Report
    functions: Sequence[FunctionReport]
    findings: Sequence[Finding]
    """Those in the functions; those at a line of no function: of the module, or in a lambda that runs as a graph."""
    regions: Sequence[RegionReport]
    """Blocks around a line that one thing holds back."""
    other: str
    """What is said of a line of no function at which nothing is found."""
    style: Style
    marks: Mapping[bool | None, str]

    @property
    def view(self) -> View:
        """For printing."""
        root, line = self.workspace.root, self.workspace.line
        notebooks = self.report.notebooks
        return View(
            self.findings, root, line, frozenset(), notebooks=notebooks, style=self.style, marks=self.marks
        )


def warned_function(text: str) -> str | None:
    """The qualified name of the function that a retracing warning is about; None for any other text.

    Raises UsageError for a warning that names no function.
    """
    warning = _WARNING.search(text)
    if warning is None:
        return None
    named = _NAMED.search(warning["what"])
    if named is None:
        raise UsageError(f"the warning names no function that can be looked up: {warning['what']}")
    return named["name"].replace("<locals>.", "")


def functions_named(arguments: argparse.Namespace, name: str) -> Asked:
    """The functions of that name in the project around the current folder; raises UsageError where there is none."""
    asked = _asked(arguments, ".")
    found = tuple(row for row in asked.report.functions if f".{row.qualname}".endswith(f".{name}"))
    if not found:
        meant = _meant(name, asked)
        where = f"{asked.workspace.root}: it belongs to another project"
        raise UsageError(f"there is no function `{name}` in {where}{meant}")
    return replace(asked, functions=found)


def functions_at(
    arguments: argparse.Namespace, place: str, *, whole_files: bool = False, or_findings: bool = False
) -> Asked:
    """The function at `FILE:LINE` (the innermost), or those at `FILE::NAME`; with `whole_files` all of `FILE`, too.

    NAME is a qualified name, or its end: `step` is `Trainer.step` where no function is just called so. One colon will
    do. A line of a notebook is `FILE:cell N:LINE`, as findings say it. `or_findings`: at a line of no function what is
    found there. Raises UsageError for another form, and where there is none.
    """
    path, line, cell, name = place, None, None, ""
    written = None if Path(place).exists() else _AT_LINE.fullmatch(place) or _AT_NAME.fullmatch(place)
    if written is not None and written.re is _AT_LINE:
        path, line, cell = written[1], int(written["line"]), written["cell"]
    elif written is not None:
        path, name = written[1], written[2].replace("::", ".")
    elif not whole_files:
        raise UsageError(f"{arguments.command} needs FILE:LINE or FILE::NAME, not {place!r}")
    asked = _asked(arguments, path)
    if line is not None and cell is not None:
        line = _in_program(asked, path, int(cell), line)
    functions = asked.report.functions
    if name:
        called = tuple(row for row in functions if row.qualname == name)
        functions = called or tuple(row for row in functions if row.qualname.endswith(f".{name}"))
        if not functions and not asked.report.errors:
            raise UsageError(f"there is no function {name!r} in {path}{_meant(name, asked)}")
    if line is not None:
        return _at_line(asked, path, line, or_findings)
    return replace(asked, functions=functions, findings=asked.findings if functions else ())


def _at_line(asked: Asked, path: str, line: int, or_findings: bool) -> Asked:
    """The innermost function at a line; with `or_findings` a block inside of it, or what is found there."""
    report, book = asked.report, _notebook(asked, path)
    nearest = _nearest_line(line, asked)
    if book is not None:
        nearest = book[1].in_cells(nearest)
    # The innermost one begins last.
    functions = tuple([row for row in report.functions if row.place.line <= line <= row.end_line][-1:])
    within = max((row.place.line for row in functions), default=0)
    blocks = tuple(each for each in report.findings if each.results is not None and _covers(each, line))
    held = tuple(each for each in report.regions if _covers(each, line))
    if or_findings and blocks and within < blocks[0].place.line:
        return replace(asked, functions=(), findings=blocks)
    if or_findings and held and within < held[0].place.line:
        return replace(asked, functions=(), findings=(), regions=held)
    if or_findings and not functions:
        findings = tuple(each for each in report.findings if each.place.line == line)
        if findings:
            return replace(asked, functions=(), findings=findings)
        if not report.errors and (book is not None or line <= _length(path)):
            said = "this is in no function, and no block around it would gain as a graph"
            where = f"{path}:{line}" if book is None else asked.view.at(Place(book[0], line, 1))
            return replace(asked, functions=(), findings=(), other=f"{where}: {said}{nearest}\n")
    if not functions and not report.errors:
        said = f"there is no function at line {line} of {path}"
        raise UsageError((said if book is None else book[1].in_cells(said)) + nearest)
    return replace(asked, functions=functions, findings=asked.findings if functions else ())


def is_line_of_cell(text: str) -> bool:
    """Whether a text is `FILE:cell N:LINE`. Unquoted, a shell makes two words of it."""
    written = _AT_LINE.fullmatch(text)
    return written is not None and written["cell"] is not None


def _notebook(asked: Asked, path: str) -> tuple[str, Notebook] | None:
    """The notebook that a path names, with its path in the project."""
    books, root = asked.report.notebooks.items(), asked.workspace.root
    return next((each for each in books if (root / each[0]).resolve() == Path(path).resolve()), None)


def _in_program(asked: Asked, path: str, cell: int, line: int) -> int:
    """The line of a notebook's program that is a line of a cell; raises UsageError where there is none."""
    book = _notebook(asked, path)
    found = None if book is None else book[1].line_of(cell, line)
    if found is None and not asked.report.errors:
        raise UsageError(f"there is no line {line} in a code cell {cell} of {path}")
    return found or 0


def _length(path: str) -> int:
    """How many lines a file has; none, if it is none."""
    return len(Path(path).read_bytes().splitlines()) if Path(path).is_file() else 0


def _meant(name: str, asked: Asked) -> str:
    return function_meant(name, [row.qualname for row in asked.report.functions])


def _nearest_line(line: int, asked: Asked) -> str:
    """The function that is nearest to a line, and where it stands."""
    rows = asked.report.functions
    if not rows:
        return ": the file has no functions"
    near = min(rows, key=lambda row: min(abs(row.place.line - line), abs(row.end_line - line)))
    return f"; the nearest is `{near.qualname}` at line {near.place.line}"


def _covers(found: Finding | RegionReport, line: int) -> bool:
    return found.place.line <= line <= (found.place.end_line or found.place.line)


def _asked(arguments: argparse.Namespace, path: str) -> Asked:
    with ProgressLine() as progress:
        workspace = make_workspace(arguments, [path], progress)
        findings_of(workspace)
        report, color, to_file = workspace.report, arguments.color, arguments.output_file is not None
        style, signs = styler(color, to_file), marks(color, to_file)
        return Asked(workspace, report, report.functions, report.findings, (), "", style, signs)

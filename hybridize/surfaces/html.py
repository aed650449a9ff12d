"""`--report html`: the project as one page for a browser, which needs no network and no other file."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from hybridize.rules.model import Finding
from hybridize.settings import Gain
from hybridize.surfaces.addresses import rule_address
from hybridize.surfaces.explain import answer, explain
from hybridize.surfaces.formats.text import what_to_do
from hybridize.surfaces.formats.view import MARKS, View
from hybridize.surfaces.report import FunctionReport, Report
from hybridize.surfaces.workspace import Workspace
from hybridize.verdicts.decide.near_misses import origin
from hybridize.verdicts.evidence import sentences
from hybridize.verdicts.model.parts import Place

_TEMPLATES = Path(__file__).parent / "templates"
_LIGHT, _DARK = "default", "monokai"
"""The styles of Pygments for code."""


@dataclass(frozen=True)
class _Evidence:
    """A place that a finding names."""

    label: str
    where: str
    anchor: str
    """Empty where the page does not show the file."""
    message: str


@dataclass(frozen=True)
class _Shown:
    """A finding, or a near miss, below its line."""

    code: str
    address: str
    message: str
    evidence: tuple[_Evidence, ...]
    help: str
    near: bool = False


@dataclass(frozen=True)
class _Explanation:
    """Why a function got its verdict."""

    qualname: str
    text: Markup
    """With links to the places that it names."""


@dataclass(frozen=True)
class _Entry:
    """A finding in the list at the top."""

    finding: _Shown
    where: str
    anchor: str
    path: str


@dataclass
class _Line:
    """A line of source with what belongs below it."""

    label: str
    anchor: str
    html: str
    findings: list[_Shown] = field(default_factory=list)
    explanations: list[_Explanation] = field(default_factory=list)


@dataclass(frozen=True)
class _File:
    """A file of the page."""

    path: str
    lines: list[_Line]
    codes: tuple[str, ...]
    count: int


@dataclass(frozen=True)
class _Row:
    """A function in the table."""

    qualname: str
    where: str
    anchor: str
    gain: str
    rank: int
    operations: int
    mode: str
    advice: str
    codes: tuple[str, ...]
    kinds: tuple[str, ...]
    """The choices of the page under which it is shown."""


def render(workspace: Workspace) -> str:
    """The page: the findings, a table of the functions, and the files that hold them, with the evidence."""
    page = _Page(workspace, workspace.report)
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    report = page.report
    return environment.get_template("report.html").render(
        name=report.root.name or str(report.root),
        summary=page.summary(),
        levels=[level.value for level in Gain],
        findings=[page.entry(finding) for finding in report.findings],
        functions=[page.row(function) for function in page.functions],
        files=[page.file(path) for path in page.paths],
        addresses={code: rule_address(code) for function in page.functions for code in function.codes},
        light=HtmlFormatter(style=_LIGHT).get_style_defs(".highlight pre"),
        dark=HtmlFormatter(style=_DARK).get_style_defs(".highlight pre"),
    )


class _Page:
    """What the template is given."""

    def __init__(self, workspace: Workspace, report: Report) -> None:
        self.report = report
        self._workspace = workspace
        self._view = View(
            report.findings, workspace.root, workspace.line, notebooks=report.notebooks, marks=MARKS
        )
        self.functions = [each for each in report.functions if each.candidate or each.codes]
        self._findings: defaultdict[str, list[Finding]] = defaultdict(list)
        for finding in report.findings:
            self._findings[finding.place.path].append(finding)
        paths = {function.path for function in self.functions} | set(self._findings)
        self.paths = sorted(path for path in paths if path in set(report.checked))
        self._index = {path: index for index, path in enumerate(self.paths)}

    def summary(self) -> str:
        """What was found, in one sentence."""
        counts, findings = self.report.statistics, len(self.report.findings)
        advised = sum(each.recommendation.action == "hybridize" for each in self.functions)
        return (
            f"{findings:,} finding{'' if findings == 1 else 's'} in {counts.files:,} files with {counts.functions:,} "
            f"functions, of which {counts.candidates:,} work on tensors; {advised:,} should become graphs. "
            f"Files and functions without tensors and findings are not shown."
        )

    def row(self, function: FunctionReport) -> _Row:
        """A row of the table."""
        missed, advised = function.verdict.near_miss, function.recommendation
        kinds = {
            "finding": bool(function.codes),
            "hybridize": advised.action == "hybridize",
            "near": missed is not None,
            "hybrid": function.hybrid,
        }
        traces = "" if advised.traces is None else f", {advised.traces} trace{'' if advised.traces == 1 else 's'}"
        advice = answer(function.verdict, function.codes)
        if advised.action:
            advice = f"{advised.action} ({advised.fix or 'by hand'}{traces})"
        elif missed is not None and not missed.from_safety:
            advice = f"but for one thing: {sentences.near_miss(missed.cause)}"
        mode = "graph" if function.hybrid else "graph of its callers" if function.covered_by_callers else "eager"
        gain = Gain(function.gain.level)
        return _Row(
            function.qualname,
            f"{function.path}:{self._view.line_number(function.place)}",
            self._anchor(function.place),
            function.gain.level,
            gain.rank,
            function.gain.operations,
            mode,
            advice,
            function.codes,
            tuple(kind for kind, holds in kinds.items() if holds),
        )

    def file(self, path: str) -> _File:
        """A file with everything that is said of it."""
        code = "\n".join(self._workspace.lines(path))
        coloured = highlight(code, PythonLexer(stripnl=False), HtmlFormatter(nowrap=True))
        # Not `splitlines`, for which other characters end lines, too.
        lines = [
            _Line(self._label(path, number), self._anchor(Place(path, number)), html)
            for number, html in enumerate(coloured.removesuffix("\n").split("\n"), 1)
        ]
        for finding in self._findings[path]:
            _below(lines, finding.place).findings.append(self._shown(finding))
        for function in self.functions:
            if function.path == path:
                line = _below(lines, function.place)
                line.findings += self._near(function)
                line.explanations.append(
                    _Explanation(function.qualname, self._linked(explain(self._view, [function], tables=True)))
                )
        found = self._findings[path]
        return _File(path, lines, tuple(sorted({finding.code for finding in found})), len(found))

    def _shown(self, finding: Finding) -> _Shown:
        evidence = [self._evidence("see", each.place, each.message) for each in finding.related]
        evidence += [self._evidence("assumed", each.place, each.message) for each in finding.assumptions]
        return _Shown(
            finding.code, rule_address(finding.code), finding.message, tuple(evidence), what_to_do(finding)
        )

    def entry(self, finding: Finding) -> _Entry:
        """A finding as the list at the top shows it."""
        place = finding.place
        return _Entry(self._shown(finding), self._view.at(place), self._anchor(place), place.path)

    def _linked(self, text: str) -> Markup:
        """A text in which the places of the files that the page shows are links."""
        out, end = Markup(""), 0
        for found in self._places.finditer(text):
            anchor = self._anchors.get((found["file"], found["line"]))
            if anchor is not None:
                out += text[end : found.start()] + Markup('<a href="#{}">{}</a>').format(anchor, found[0])
                end = found.end()
        return out + text[end:]

    @cached_property
    def _places(self) -> re.Pattern[str]:
        names = sorted(map(self._view.name, self.paths), key=len, reverse=True)
        return re.compile(rf"(?<![\w/])(?P<file>{'|'.join(map(re.escape, names))}):(?P<line>(?:cell \d+:)?\d+)")

    @cached_property
    def _anchors(self) -> Mapping[tuple[str, str], str]:
        """By the name of a file and the rest of a place, as texts show them."""
        known: dict[tuple[str, str], str] = {}
        for path in self.paths:
            name = self._view.name(path)
            for number in range(1, len(self._workspace.lines(path)) + 1):
                place = Place(path, number)
                known[name, self._view.at(place).removeprefix(f"{name}:")] = self._anchor(place)
        return known

    def _near(self, function: FunctionReport) -> Iterator[_Shown]:
        missed = function.verdict.near_miss
        if missed is not None and not missed.from_safety:
            evidence = self._evidence("held back by", origin(missed.cause), sentences.near_miss(missed.cause))
            message = f"`{function.qualname}` would gain as a graph but for one thing"
            yield _Shown("near miss", "", message, (evidence,), sentences.remedy(missed.cause), near=True)

    def _evidence(self, label: str, place: Place, message: str) -> _Evidence:
        return _Evidence(label, self._view.at(place), self._anchor(place), message)

    def _anchor(self, place: Place) -> str:
        return f"f{self._index[place.path]}-L{place.line}" if place.path in self._index else ""

    def _label(self, path: str, number: int) -> str:
        notebook = self.report.notebooks.get(path)
        if notebook is None:
            return str(number)
        where = notebook.locate(number)
        return f"{where.cell}:{where.line}"


def _below(lines: Sequence[_Line], place: Place) -> _Line:
    """The line below which something at a place is told; a place past the end belongs to the last line."""
    return lines[min(place.line, len(lines)) - 1]

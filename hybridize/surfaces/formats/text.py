"""For people: each finding with the line it is about, what it rests on, and what can be done."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize.rules.model import DISPLAY_ONLY, UNSAFE, Finding
from hybridize.surfaces.formats.concise import headline
from hybridize.surfaces.formats.view import View
from hybridize.verdicts.model import Place

_ON_THE_WAY = 3
"""Places that are shown besides the last one: `explain` shows them all."""


def render(view: View) -> str:
    """The findings, separated by blank lines."""
    return "".join("\n".join(_finding(view, finding)) + "\n\n" for finding in view.findings)


def _finding(view: View, finding: Finding) -> Iterator[str]:
    yield headline(view, finding)
    yield from excerpt(view, finding.place)
    related = finding.related
    hidden = len(related) - _ON_THE_WAY - 1
    for index, each in enumerate(related):
        if index < _ON_THE_WAY or index >= len(related) - 1:
            yield f"  = see: {view.at(each.place)}: {each.message}"
        elif index == _ON_THE_WAY:
            yield f"  = see: … {hidden} more {'place' if hidden == 1 else 'places'}"
    for assumption in finding.assumptions:
        yield f"  = assumed: {view.at(assumption.place)}: {assumption.message}"
    if finding.fix is not None:
        how = {UNSAFE: " (unsafe: with `--unsafe-fixes`)", DISPLAY_ONLY: " (by hand)"}
        yield f"  = help: {finding.fix.description}{how.get(finding.fix.applicability, '')}"


def excerpt(view: View, place: Place) -> Iterator[str]:
    """The line with its number, and a line of carets below the part that is meant."""
    text = view.line(place.path, place.line)
    if text is None:
        return
    start = view.character(place.path, place.line, place.column) - 1
    end = len(text)
    if place.end_column and place.end_line in (None, place.line):
        end = view.character(place.path, place.line, place.end_column) - 1
    number = str(view.line_number(place))
    margin = " " * len(number)
    indent = "".join("\t" if character == "\t" else " " for character in text[:start])
    yield f"{margin} |"
    yield f"{number} | {text.rstrip()}"
    yield f"{margin} | {indent}{view.style('^' * max(len(text[start:end].rstrip()), 1), 'bold red')}"

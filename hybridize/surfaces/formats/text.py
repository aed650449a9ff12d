"""For people: each finding with the line it is about, what it rests on, and what can be done."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize.rules.model import SAFE, UNSAFE, Finding
from hybridize.surfaces.formats.concise import headline
from hybridize.surfaces.formats.view import View
from hybridize.verdicts.model.parts import Place

_HOW = {SAFE: " (`--fix`)", UNSAFE: " (`--fix --unsafe-fixes`)"}
"""How a fix is made; one that is only shown is for people to make."""


def render(view: View, whole: bool = False) -> str:
    """The findings, separated by blank lines; `whole`: with all that they rest on."""
    return "".join("\n".join(_finding(view, finding, whole)) + "\n\n" for finding in view.findings)


def _finding(view: View, finding: Finding, whole: bool) -> Iterator[str]:
    """What and where, the line, what it rests on, what to do: `explain` shows the rest."""
    yield headline(view, finding)
    yield from excerpt(view, finding.place)
    target = view.target(finding)
    if whole or len(finding.assumptions) == 1 or not target:
        for each in finding.assumptions:
            yield f"  = assumed: {view.at(each.place)}: {each.message}"
    elif finding.assumptions:
        yield f"  = assumed: {len(finding.assumptions)} assumptions, see hybridize explain {target}"
    said = what_to_do(finding)
    if said:
        yield f"  = help: {said}"


def what_to_do(finding: Finding) -> str:
    """The fix and how it is made, or what to do by hand; empty where nothing is known."""
    if finding.fix is None:
        return finding.remedy.rstrip(".")
    return f"{finding.fix.description}{_HOW.get(finding.fix.applicability, '')}"


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

"""Workflow commands that GitHub shows as annotations."""

from __future__ import annotations

from hybridize.rules.model import Finding
from hybridize.surfaces.formats.concise import headline
from hybridize.surfaces.formats.view import View


def render(view: View) -> str:
    """The findings and the files that were not checked, one command a line."""
    return "".join(_command(view, each) + "\n" for each in (*view.findings, *view.problems))


def _command(view: View, finding: Finding) -> str:
    place = view.in_file(finding.place)
    properties: dict[str, object] = {
        "title": f"hybridize ({finding.code})",
        "file": view.name(place.path),
        "line": place.line,
        "col": place.column,
        "endLine": place.end_line or place.line,
    }
    if place.end_column and place.end_line in (None, place.line):
        properties["endColumn"] = place.end_column
    listed = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    return f"::{finding.severity} {listed}::{_data(headline(view, finding))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")

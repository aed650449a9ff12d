"""reviewdog's diagnostic format."""

from __future__ import annotations

from hybridize.rules.model import Finding
from hybridize.surfaces.addresses import DOCUMENTATION, rule_address
from hybridize.surfaces.formats.view import View
from hybridize.surfaces.report import dump
from hybridize.verdicts.model.parts import Place


def render(view: View) -> str:
    """The findings and the files that were not checked."""
    found = [_diagnostic(view, each) for each in (*view.findings, *view.problems)]
    source = {"name": "hybridize", "url": DOCUMENTATION}
    return dump({"source": source, "severity": "WARNING", "diagnostics": found}) + "\n"


def _diagnostic(view: View, finding: Finding) -> dict[str, object]:
    place = view.in_file(finding.place)
    out: dict[str, object] = {
        "message": finding.message,
        "severity": finding.severity.upper(),
        "code": {"value": finding.code, "url": rule_address(finding.code)},
        "location": {"path": view.name(place.path), "range": _range(place)},
    }
    suggestions = [
        {
            "range": {"start": {"line": each.start, "column": 1}, "end": {"line": each.end, "column": 1}},
            "text": each.text,
        }
        for each in view.replacements(finding)
        if each.path == place.path
    ]
    return out | {"suggestions": suggestions} if suggestions else out


def _range(place: Place) -> dict[str, object]:
    # reviewdog counts columns as bytes of UTF-8, as places do.
    end = {"line": place.end_line or place.line, "column": place.end_column or place.column}
    return {"start": {"line": place.line, "column": place.column}, "end": end}

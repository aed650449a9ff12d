"""SARIF 2.1.0, which code scanning services read."""

from __future__ import annotations

from urllib.parse import quote

import hybridize
from hybridize.rules.model import Finding
from hybridize.surfaces.formats.view import View
from hybridize.surfaces.report import dump
from hybridize.verdicts.model import Place


def render(view: View) -> str:
    """The findings as one run of one tool."""
    names = {finding.code: finding.name for finding in view.findings}
    driver = {
        "name": "hybridize",
        "version": hybridize.__version__,
        "rules": [{"id": code, "name": names[code]} for code in sorted(names)],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"ROOT": {"uri": view.root.as_uri().rstrip("/") + "/"}},
        "results": [_result(view, finding) for finding in view.findings],
    }
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    return dump({"$schema": schema, "version": "2.1.0", "runs": [run]}) + "\n"


def _result(view: View, finding: Finding) -> dict[str, object]:
    result: dict[str, object] = {
        "ruleId": finding.code,
        "level": finding.severity,
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": _location(view, finding.place)}],
    }
    if finding.related:
        result["relatedLocations"] = [
            {"physicalLocation": _location(view, step.place), "message": {"text": step.text}}
            for step in finding.related
        ]
    return result


def _location(view: View, place: Place) -> dict[str, object]:
    region = {"startLine": place.line, "startColumn": view.character(place.path, place.line, place.column)}
    if place.end_line and place.end_column:
        end_column = view.character(place.path, place.end_line, place.end_column)
        region |= {"endLine": place.end_line, "endColumn": end_column}
    uri = quote(place.path.encode("utf-8", "surrogateescape"))
    return {"artifactLocation": {"uri": uri, "uriBaseId": "ROOT"}, "region": region}

"""SARIF 2.1.0, which code scanning services read."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from hybridize.rules.model import Finding
from hybridize.rules.names import rule_names
from hybridize.surfaces.addresses import DOCUMENTATION, rule_address
from hybridize.surfaces.fingerprints import fingerprints
from hybridize.surfaces.formats.view import Replacement, View
from hybridize.surfaces.report import dump
from hybridize.verdicts.model.parts import Place
from hybridize.version import __version__


def render(view: View) -> str:
    """The findings as one run of one tool; files that were not checked are notifications of its invocation."""
    codes = sorted({finding.code for finding in view.findings})
    driver = {
        "name": "hybridize",
        "version": __version__,
        "informationUri": DOCUMENTATION,
        "rules": [{"id": code, "name": rule_names()[code], "helpUri": rule_address(code)} for code in codes],
    }
    marks = fingerprints(view.findings, view.line)
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"ROOT": {"uri": view.root.as_uri().rstrip("/") + "/"}},
        "invocations": [_invocation(view)],
        "results": [
            _result(view, finding, codes.index(finding.code), mark)
            for finding, mark in zip(view.findings, marks, strict=True)
        ],
    }
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    return dump({"$schema": schema, "version": "2.1.0", "runs": [run]}) + "\n"


def _invocation(view: View) -> dict[str, object]:
    failed = any(error.kind == "internal-error" for error in view.errors)
    notifications: dict[str, list[object]] = {"toolExecutionNotifications": [], "toolConfigurationNotifications": []}
    for error in view.errors:
        which = "toolConfigurationNotifications" if error.kind == "config-error" else "toolExecutionNotifications"
        place = {"artifactLocation": _artifact(error.path), "region": {"startLine": error.line}}
        notifications[which].append(
            {
                "level": "error",
                "descriptor": {"id": error.kind},
                "message": {"text": error.message},
                "locations": [{"physicalLocation": place}],
            }
        )
    return {"executionSuccessful": not failed, **notifications}


def _result(view: View, finding: Finding, index: int, mark: str) -> dict[str, object]:
    result: dict[str, object] = {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": finding.severity,
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": _location(view, finding.place)}],
        "partialFingerprints": {"hybridize/v1": mark},
    }
    if finding.related:
        result["relatedLocations"] = [
            {"physicalLocation": _location(view, each.place), "message": {"text": each.message}}
            for each in finding.related
        ]
    replacements = view.replacements(finding)
    if finding.fix is not None and replacements:
        described = {"text": finding.fix.description}
        result["fixes"] = [{"description": described, "artifactChanges": _changes(replacements)}]
    return result


def _changes(replacements: Sequence[Replacement]) -> list[dict[str, object]]:
    by_path: dict[str, list[object]] = {}
    for each in replacements:
        # Whole lines, from the first column of one line to that of another.
        region = {"startLine": each.start, "startColumn": 1, "endLine": each.end, "endColumn": 1}
        by_path.setdefault(each.path, []).append({"deletedRegion": region, "insertedContent": {"text": each.text}})
    return [{"artifactLocation": _artifact(path), "replacements": found} for path, found in by_path.items()]


def _location(view: View, place: Place) -> dict[str, object]:
    place = view.in_file(place)
    region = {"startLine": place.line, "startColumn": view.character(place.path, place.line, place.column)}
    if place.end_line and place.end_column:
        end_column = view.character(place.path, place.end_line, place.end_column)
        region |= {"endLine": place.end_line, "endColumn": end_column}
    return {"artifactLocation": _artifact(place.path), "region": region}


def _artifact(path: str) -> dict[str, str]:
    return {"uri": quote(path.encode("utf-8", "surrogateescape")), "uriBaseId": "ROOT"}

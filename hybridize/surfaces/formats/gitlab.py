"""GitLab's code quality report."""

from __future__ import annotations

from hybridize.surfaces.fingerprints import fingerprints
from hybridize.surfaces.formats.view import View
from hybridize.surfaces.report import dump

_SEVERITIES = {"warning": "minor", "error": "major"}
_UNCHECKED = "critical"
"""A file of which nothing is known."""


def render(view: View) -> str:
    """The findings and the files that were not checked as a JSON array of issues."""
    found = [*view.findings, *view.problems]
    issues = []
    for finding, fingerprint in zip(found, fingerprints(found, view.line), strict=True):
        place = view.in_file(finding.place)
        unchecked = finding in view.problems
        issues.append(
            {
                "description": f"{finding.code}: {finding.message}",
                "check_name": finding.name,
                "fingerprint": fingerprint,
                "severity": _UNCHECKED if unchecked else _SEVERITIES[finding.severity],
                "location": {
                    "path": view.name(place.path),
                    "lines": {"begin": place.line, "end": place.end_line or place.line},
                },
            }
        )
    return dump(issues) + "\n"

"""GitLab's code quality report."""

from __future__ import annotations

import hashlib
from collections import Counter

from hybridize.surfaces.formats.view import View
from hybridize.surfaces.report import dump

_SEVERITIES = {"warning": "minor", "error": "major"}


def render(view: View) -> str:
    """The findings as a JSON array of issues."""
    seen: Counter[str] = Counter()
    issues = []
    for finding in view.findings:
        # A fingerprint must survive that the code moves, and must be no other finding's.
        subject = f"{finding.code}\n{finding.place.path}\n{finding.qualname}"
        seen[subject] += 1
        fingerprint = hashlib.sha256(f"{subject}\n{seen[subject]}".encode("utf-8", "surrogatepass")).hexdigest()
        place = finding.place
        issues.append(
            {
                "description": f"{finding.code}: {finding.message}",
                "check_name": finding.name,
                "fingerprint": fingerprint,
                "severity": _SEVERITIES.get(finding.severity, "minor"),
                "location": {
                    "path": view.name(place.path),
                    "lines": {"begin": place.line, "end": place.end_line or place.line},
                },
            }
        )
    return dump(issues) + "\n"

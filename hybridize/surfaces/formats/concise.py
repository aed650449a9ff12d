"""`path:line:column: CODE message`, one line a finding."""

from __future__ import annotations

from hybridize.rules.model import Finding
from hybridize.surfaces.formats.view import View


def render(view: View) -> str:
    """The findings, one a line."""
    return "".join(headline(view, finding) + "\n" for finding in view.findings)


def headline(view: View, finding: Finding) -> str:
    """Where, which code, `[*]` if `--fix` repairs it, what."""
    place = finding.place
    mark = "[*] " if view.is_fixable(finding) else ""
    return f"{view.at(place)}:{place.column}: {finding.code} {mark}{finding.message}"

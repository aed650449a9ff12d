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
    return f"{view.style(view.at(place), 'bold')}:{place.column}: {coded(view, finding)}"


def coded(view: View, finding: Finding) -> str:
    """Which code, `[*]` if `--fix` repairs it, what."""
    mark = view.style("[*]", "cyan") + " " if view.is_fixable(finding) else ""
    return f"{view.style(finding.code, 'bold red')} {mark}{finding.message}"

"""The findings below the names of their files."""

from __future__ import annotations

from itertools import groupby

from hybridize.surfaces.formats.concise import coded
from hybridize.surfaces.formats.view import View


def render(view: View) -> str:
    """A heading for each file, its findings below it, a blank line after them."""
    out = []
    for path, group in groupby(view.findings, key=lambda finding: finding.place.path):
        out.append(f"{view.style(view.name(path), 'bold')}:\n")
        for finding in group:
            where = view.at(finding.place).removeprefix(view.name(path) + ":")
            out.append(f"  {where}:{finding.place.column}: {coded(view, finding)}\n")
        out.append("\n")
    return "".join(out)

"""A JSON array of findings, each as in the report; a file that was not checked is a finding of the code HYB900."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize.surfaces.formats.view import View
from hybridize.surfaces.report import dump, finding_json, in_cells


def render(view: View) -> str:
    """The findings as JSON."""
    return dump(list(rows(view))) + "\n"


def rows(view: View) -> Iterator[object]:
    """Each finding, and each file that was not checked, as plain values."""
    for finding in view.findings:
        yield in_cells(finding_json(finding), view.notebooks)
    for problem in view.problems:
        yield finding_json(problem)

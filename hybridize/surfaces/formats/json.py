"""A JSON array of findings, each as in the report."""

from __future__ import annotations

from hybridize.surfaces.formats.view import View
from hybridize.surfaces.report import dump, finding_json


def render(view: View) -> str:
    """The findings as JSON."""
    return dump([finding_json(finding) for finding in view.findings]) + "\n"

"""The same as `json`, one finding a line."""

from __future__ import annotations

import json

from hybridize.surfaces.formats.json import rows
from hybridize.surfaces.formats.view import View


def render(view: View) -> str:
    """The findings, one object a line."""
    return "".join(json.dumps(row) + "\n" for row in rows(view))

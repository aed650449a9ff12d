"""Making edits of one file, for the tests of this folder."""

from __future__ import annotations

from collections.abc import Mapping

from hybridize.fixes.apply import FixPlan, plan
from hybridize.rules.model import SAFE, Edit, Fix

PATH = "package/module.py"
TF = "import tensorflow as tf\n"


def planned(source: str | bytes, *edits: Edit, brought: Mapping[str, str] | None = None) -> FixPlan:
    """The plan for edits of one file, one fix for each; `brought` is what its star imports of project files bring."""
    data = source if isinstance(source, bytes) else source.encode()
    return plan({PATH: data}, [Fix(SAFE, "edit", (edit,)) for edit in edits], {PATH: brought or {}})


def edited(source: str | bytes, *edits: Edit) -> bytes:
    """The file after edits, none of which may be refused."""
    made = planned(source, *edits)
    assert [refusal.reason for refusal in made.refused] == []
    (change,) = made.changes
    return change.after


def reason(source: str | bytes, edit: Edit) -> str:
    """Why the only edit of a file is refused."""
    made = planned(source, edit)
    assert made.changes == ()
    (refusal,) = made.refused
    return refusal.reason

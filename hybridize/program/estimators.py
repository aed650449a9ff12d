"""Modules that work with estimators: what those call builds the graph of a session, and never runs eagerly."""

from __future__ import annotations

import re

from hybridize.program.model import ModuleTree

_ESTIMATOR = re.compile(
    r"^\s*(?:from\s+tensorflow[\w.]*\s+import\s+(?:\w+,\s*)*estimator\b"
    r"|(?:from|import)\s+tensorflow(?:[\w.]*\.|_)estimator\b)"
    r"|\b(?:tf|tensorflow|tf1|tf_v1)(?:\.compat\.v\d)?\.estimator\.\w*(?:Estimator|Spec)\b",
    re.MULTILINE,
)
_EAGER = "GradientTape"


def line_of_estimator(module: ModuleTree) -> int | None:
    """Where a module speaks of an estimator; None where it does not, or has steps of its own besides."""
    text = module.file.text
    if "stimator" not in text or _EAGER in text:
        return None
    found = _ESTIMATOR.search(text)
    return None if found is None else text.count("\n", 0, found.end()) + 1

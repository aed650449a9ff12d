"""Modules that work with estimators or with TensorFlow 1 alone: what they call builds graphs for sessions."""

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
_ANY = re.compile(r"^\s*(?:import|from)\s+tensorflow(?:\.\w+)*\s", re.MULTILINE)
_VERSION_1 = re.compile(
    r"^\s*(?:import\s+tensorflow\.compat\.v1|from\s+tensorflow\.compat\s+import\s+v1)\s", re.MULTILINE
)
_SWITCHES = ("enable_eager_execution", "enable_v2_behavior")


def line_of_estimator(module: ModuleTree) -> int | None:
    """Where a module speaks of an estimator; None where it does not, or has steps of its own besides."""
    text = module.file.text
    if "stimator" not in text or _EAGER in text:
        return None
    found = _ESTIMATOR.search(text)
    return None if found is None else text.count("\n", 0, found.end()) + 1


def knows_version_1_alone(module: ModuleTree) -> bool:
    """Whether a module has TensorFlow as `tensorflow.compat.v1` only, and runs nothing eagerly that shows it."""
    text = module.file.text
    if "compat" not in text or _EAGER in text or any(name in text for name in _SWITCHES):
        return False
    return _VERSION_1.search(text) is not None and len(_VERSION_1.findall(text)) == len(_ANY.findall(text))

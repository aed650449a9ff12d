"""Find Python functions that should run as TensorFlow graphs, and graph functions that go wrong, and repair them.

The command line is `hybridize`; the same in Python is `analyze`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hybridize.version import __version__

if TYPE_CHECKING:
    from hybridize.rules.model import Finding
    from hybridize.sources.model import SourceError
    from hybridize.surfaces.api import analyze
    from hybridize.surfaces.report import FunctionReport, Report
    from hybridize.verdicts.model.verdict import Verdict

__all__ = ["Finding", "FunctionReport", "Report", "SourceError", "Verdict", "__version__", "analyze"]

_HOMES = {
    "Finding": "hybridize.rules.model",
    "FunctionReport": "hybridize.surfaces.report",
    "Report": "hybridize.surfaces.report",
    "SourceError": "hybridize.sources.model",
    "Verdict": "hybridize.verdicts.model.verdict",
    "analyze": "hybridize.surfaces.api",
}


def __getattr__(name: str) -> object:
    """Import what is asked for only then: `hybridize --version` needs none of it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)

"""Whole-project abstract interpretation: which values reach which parameters, and what running a function does."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hybridize.inference.run import Extent, Facts, Reached, analyze, hybridized, unaffected

__all__ = ["Extent", "Facts", "Reached", "analyze", "hybridized", "unaffected"]


def __getattr__(name: str) -> object:
    """Import the interpreter when it is asked for: verdicts are read and printed without it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from hybridize.inference import run

    return getattr(run, name)

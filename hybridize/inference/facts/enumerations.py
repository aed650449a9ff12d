"""The words of the results that are closed sets: who only reads and prints verdicts needs no more of an analysis."""

from __future__ import annotations

from enum import Enum, IntEnum

from hybridize.inference.state.assumptions import Because, Use

__all__ = ["Because", "Misfit", "Often", "Use"]


class Often(IntEnum):
    """How often a place runs, from the least to the most; the most frequent way that leads there decides."""

    NEVER = 0
    """Only graphs run it, or nothing does."""
    ONCE = 1
    """Module bodies and tests lead to it, by one call and in no loop."""
    PER_CALL = 2
    """Several calls lead to it, and none of them in a loop."""
    SELDOM = 3
    """In loops only every so many rounds: `if step % 100 == 0`."""
    TESTED = 4
    """Tests alone call it, directly or through others: who else does, if anybody, is not known."""
    UNKNOWN = 5
    """Somebody outside of the project decides: nobody calls it, or those do that nobody calls."""
    PER_ITERATION = 6
    """A loop is around it, or around a call that leads there."""


class Misfit(Enum):
    """In which way a call does not fit a signature, or the signature its function."""

    TYPE = "type"
    """A value is no tensor like its specification, and cannot be made one."""
    DEFAULT = "default"
    """A parameter without a specification gets another value than its default."""
    TOO_MANY = "too-many"
    """More arguments than the signature has members."""
    MISSING = "missing"
    """A parameter with a specification gets nothing."""
    UNEXPECTED = "unexpected"
    """A keyword that no parameter has: those of `**keywords` have no specification."""
    UNSPECIFIED = "unspecified"
    """The signature has no specification for a parameter that has no default."""
    EXTRA = "extra"
    """The signature has more members than the function has parameters."""

"""The words of the results that are closed sets: who only reads and prints verdicts needs no more of an analysis."""

from __future__ import annotations

from enum import IntEnum

from hybridize.inference.state.assumptions import Because, Use

__all__ = ["Because", "Often", "Use"]


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
    UNKNOWN = 4
    """Somebody outside of the project decides: nobody calls it, or those that nobody calls and tests."""
    PER_ITERATION = 5
    """A loop is around it, or around a call that leads there."""

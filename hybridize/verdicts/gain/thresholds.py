"""How many graph operations a call must run for a graph to pay, and how many calls there must be."""

from __future__ import annotations

BREAK_EVEN = 8
MEDIUM = 13
HIGH = 21
"""Graph operations a call from which on a graph is faster, about four times, and more than ten times as fast.

Measured with the programs in `tests/verdicts/decide/hazards` (`benchmarks.gain` tells how programs fare): 0.8 to 0.9 of
the eager speed at 6 and 7 operations, 2.2 at 8 to 12, 4.6 at 13 to 20, 15 at 21 to 40.
"""

FEW_CALLS = 6
"""Calls in a whole run from which on a trace may pay: it takes as long as some, mostly as long as a hundred."""

ROUNDS, ROUNDS_OF_KERAS, ROUNDS_OF_TAPE, ROUNDS_OF_OPTIMIZER = 200, 60, 55, 20
"""Eager rounds that take as long as the first call of their graph: of small operations, of a model of Keras, of a
tape, and of one with an optimizer of Keras.

Measured with 2.15 and 2.21: 128 to 510 for 13 to 60 small operations, 18 to 122, 29 to 63, and 8 to 26.
"""
_SECONDS = 0.075
"""What the eager rounds must take in all for a trace to pay: it takes 0.05 to 0.5 seconds."""
_OPERATION, _THROUGH_PYTHON = 17e-6, 7e-5
"""Seconds of an eager operation on a small tensor; and of one that a tape records, with its gradient, or Keras runs."""


def pays(operations: float, rounds: int, enough: int) -> bool:
    """Whether the rounds of a loop, with so many operations in each, cost more than a trace.

    `enough`: the rounds that take as long as that, about, by what they run.
    """
    seconds = operations * rounds * (_OPERATION if enough == ROUNDS else _THROUGH_PYTHON)
    return rounds >= enough and seconds >= _SECONDS

"""How many graph operations a call must run for a graph to pay, and how many calls there must be."""

from __future__ import annotations

BREAK_EVEN = 8
MEDIUM = 13
HIGH = 21
"""Graph operations a call from which on a graph is faster, about four times, and more than ten times as fast.

Measured with the programs in `tests/verdicts/hazards` (`benchmarks.gain` tells how programs fare): 0.8 to 0.9 of the
eager speed at 6 and 7 operations, 2.2 at 8 to 12, 4.6 at 13 to 20, 15 at 21 to 40.
"""

FEW_CALLS = 6
"""Calls in a whole run from which on a trace may pay: it takes as long as some, mostly as long as a hundred."""

"""Verdicts do not hang on the order in which functions are judged."""

from __future__ import annotations

from pathlib import Path

from benchmarks.order import differences

PROGRAMS = Path(__file__).parents[2] / "benchmarks" / "programs"


def test_programs_are_judged_alike_in_any_order() -> None:
    assert list(differences(PROGRAMS, shuffles=1)) == []

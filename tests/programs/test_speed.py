"""The speed of whole programs: what is measured, and how results are kept and summed up."""

from __future__ import annotations

import json
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks import speed
from benchmarks.differential import Run
from benchmarks.speed import Job, Speed, add, measure, summary


def test_the_speed_up_is_the_median_over_pairs() -> None:
    assert Speed(["f"], [4.0, 9.0, 5.0], [2.0, 3.0, 5.0], 0.1, []).faster == 2.0
    assert Speed([], [], [], 0.0, []).faster is None
    assert Speed(["f"], [0.01], [0.001], 0.0, []).faster is None


@pytest.mark.parametrize(("later", "pairs"), [(1.0, speed.PAIRS), (4.9, speed.MOST_PAIRS)])
def test_what_the_first_calls_take_is_left_out(monkeypatch: pytest.MonkeyPatch, later: float, pairs: int) -> None:
    """Close results are measured more often."""

    def observe(program: Path, *rest: Any, eagerly: Sequence[str] = (), **keywords: Any) -> Run:
        graph = Run(
            0, "1.0\n", "", 0.0, seconds=3.0 + later, warming=3.0, functions={"p.py:f": {"traces": 1, "calls": 9}}
        )
        return Run(0, "1.0\n", "", 0.0, seconds=7.0, warming=2.0) if eagerly else graph

    monkeypatch.setattr(speed, "observe", observe)
    found = measure(Job("p", Path("p.py"), ("p.py:f", "p.py:g")), "python")
    assert found.functions == ["p.py:f"] and found.differences == []
    assert len(found.eager) == len(found.graph) == pairs
    assert found.faster == pytest.approx(5.0 / later) and found.first == pytest.approx(1.0)


def test_a_program_that_fails_is_no_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "observe", lambda *_, **__: Run(1, "", "it broke", 0.0))
    with pytest.raises(RuntimeError, match="it broke"):
        measure(Job("p", Path("p.py"), ("p.py:f",)), "python")


def test_results_are_added_and_summed_up(tmp_path: Path) -> None:
    file = tmp_path / "speed.json"
    job = Job("p", Path("p.py"), ("p.py:f",))
    add(file, "fix", job, Speed(["p.py:f"], [1.0], [4.0], 0.5, []))
    add(file, "fix", job, Speed(["p.py:f"], [8.0], [2.0], 0.5, []))
    add(file, "fix", Job("q", Path("q.py"), ()), Speed(["q.py:f"], [9.0], [10.0], 0.5, ["line 1"]))
    add(file, "fix", Job("r", Path("r.py"), ()), Speed([], [], [], 0.0, []))
    assert json.loads(file.read_text("utf-8"))["fix"]["p"]["faster"] == 4.0
    assert summary(file).splitlines()[-1] == (
        "by fix: 2 programs of 3 with changed functions that ran, "
        "geometric mean 1.90, least 0.90, 1 below 0.95, 1 differ"
    )


@pytest.mark.parametrize(("by", "count", "mean"), [("unsafe", 20, 2.0), ("steps", 7, 2.16)])
def test_the_kept_results_hold_what_is_promised(by: str, count: int, mean: float) -> None:
    """Safe and unsafe fixes together: twice as fast in the mean, nothing slower; each ratio follows from its pairs."""
    results = json.loads((Path(speed.__file__).parent / "speed.json").read_text("utf-8"))[by]
    ratios = [entry["faster"] for entry in results.values() if entry["faster"] is not None]
    assert len(ratios) >= count and min(ratios) >= 0.95 and statistics.geometric_mean(ratios) >= mean
    for entry in results.values():
        rounded = Speed(entry["functions"], entry["eager"], entry["graph"], entry["first"], []).faster
        assert (rounded is None) == (entry["faster"] is None)
        assert rounded is None or rounded == pytest.approx(entry["faster"], rel=0.02)

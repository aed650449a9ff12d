"""Runs a project's tests by pytest and prints how each one ended, without times and places: for `benchmarks.subjects`.

A script of its own: it is copied into the project, and its interpreter need not have this one.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

import pytest


class Outcomes:
    """Prints outcomes, and how many there are of each in the end."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Called by pytest after each part of each test."""
        if report.when == "call" or report.outcome != "passed":
            print(report.nodeid, report.when, report.outcome)
            self._counts[report.outcome] += 1

    def pytest_collectreport(self, report: Any) -> None:
        """Called by pytest for each file of tests."""
        if report.failed:
            print(report.nodeid, "cannot be loaded")
            self._counts["not loaded"] += 1

    def pytest_sessionfinish(self) -> None:
        """Called by pytest at the end."""
        print("tests:", ", ".join(f"{count} {outcome}" for outcome, count in sorted(self._counts.items())))


if __name__ == "__main__":
    options = ["-p", "no:terminal", "-p", "no:cacheprovider", "--continue-on-collection-errors"]
    sys.exit(pytest.main([*options, *sys.argv[1:]], plugins=[Outcomes()]))

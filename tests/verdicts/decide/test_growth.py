"""The work for a chain of calls grows as the chain does: nobody goes through all that each function reaches."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import pytest

from benchmarks.growth import SHAPES
from hybridize.settings import AnalysisOptions
from hybridize.surfaces.analysis import analyze_files, read_project

MOST = 2.3
"""How often the calls of our functions may be those of a program of half the size."""


def calls(folder: Path, shape: str, number: int, whole: bool) -> int:
    """How many functions of Python are called to find out what is wrong with a program."""
    folder.mkdir()
    for name, text in SHAPES[shape](number):
        (folder / name).write_text(text, encoding="utf-8")
    project = read_project(folder, AnalysisOptions(), whole=whole)
    called = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal called
        called += event in ("call", "c_call")

    sys.setprofile(count)
    threading.setprofile(count)
    try:
        analysis = analyze_files(project)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    assert not analysis.errors
    return called


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shape", "whole"),
    # A report says of a method what arrives there through all contexts of the base, which end at some 200.
    [*((shape, False) for shape in SHAPES), *((shape, True) for shape in SHAPES if shape != "base")],
)
def test_twice_the_functions_are_twice_the_work(shape: str, whole: bool, tmp_path: Path) -> None:
    # The first run reads what each needs.
    sizes = (("0", 2), ("1", 100), ("2", 200))
    _, small, large = (calls(tmp_path / name, shape, number, whole) for name, number in sizes)
    assert large / small < MOST

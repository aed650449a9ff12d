"""Progress is shown on a terminal alone, moves, and leaves nothing behind."""

from __future__ import annotations

import io
import re
import sys
import threading
from pathlib import Path

import pytest

from hybridize.inference import Extent, Reached
from hybridize.settings import AnalysisOptions
from hybridize.surfaces.analysis import analyze_files, read_project
from hybridize.surfaces.output import ProgressLine


class Terminal(io.StringIO):
    """A terminal that tells when something was shown."""

    def __init__(self) -> None:
        super().__init__()
        self.shown = threading.Semaphore(0)

    def isatty(self) -> bool:
        """It is one."""
        return True

    def write(self, text: str) -> int:
        """Note that something is shown."""
        written = super().write(text)
        if text.startswith("\r\x1b[Khybridize: "):
            self.shown.release()
        return written


def test_it_moves_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with ProgressLine(interval=0.001) as begin:
        assert begin is not None
        for layer in ("inference", "rules"):
            begin(layer)
            while f"\r\x1b[Khybridize: {layer} … " not in terminal.getvalue():
                assert terminal.shown.acquire(timeout=600)
    assert terminal.getvalue().endswith("\r\x1b[K")
    assert "hybridize-progress" not in {thread.name for thread in threading.enumerate()}


def test_it_tells_how_many_functions_were_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with ProgressLine(interval=0.001) as begin:
        assert begin is not None
        begin("inference", lambda: Reached(312, 1200, "model.step"))
        while not re.search(r"inference … 312 of 1,200 functions, \d+ s", terminal.getvalue()):
            assert terminal.shown.acquire(timeout=600)
        assert "model.step" not in terminal.getvalue()


def test_a_counter_that_stands_still_says_what_is_worked_on(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with ProgressLine(interval=0.001, patience=0.0) as begin:
        assert begin is not None
        begin("verdicts", lambda: Reached(1, 2, "model.Net.step"))
        while not re.search(r"verdicts … 1 of 2 functions, \d+ s, at model\.Net\.step", terminal.getvalue()):
            assert terminal.shown.acquire(timeout=600)


def test_an_analysis_can_be_asked_how_many_functions_it_has_reached(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("def f(x):\n    return x\n\n\ndef g(x):\n    return f(x)\n\n\ng(1)\n")
    extents: list[Extent] = []
    layers: list[str] = []

    def noted(layer: str, extent: Extent | None = None) -> None:
        layers.append(layer)
        if extent is not None:
            extents.append(extent)

    analyze_files(read_project(tmp_path, AnalysisOptions(), progress=noted), noted)
    assert list(dict.fromkeys(layers)) == ["sources", "program", "inference", "verdicts", "rules"]
    assert [extent() for extent in extents] == [Reached(2, 2, ""), Reached(2, 2, "main.g")]


def test_nothing_is_shown_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    with ProgressLine() as begin:
        assert begin is None
    assert stream.getvalue() == ""

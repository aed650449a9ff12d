"""Progress is shown on a terminal alone, moves, and leaves nothing behind."""

from __future__ import annotations

import io
import sys
import threading

import pytest

from hybridize.surfaces.output import Progress


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
        if text.endswith(" s"):
            self.shown.release()
        return written


def test_it_moves_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with Progress(interval=0.001) as begin:
        assert begin is not None
        begin("inference")
        for _ in range(3):
            assert terminal.shown.acquire(timeout=60)
        begin("rules")
        while "rules … " not in terminal.getvalue():
            assert terminal.shown.acquire(timeout=60)
    assert "\r\x1b[Khybridize: inference … " in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K")
    assert "hybridize-progress" not in {thread.name for thread in threading.enumerate()}


def test_nothing_is_shown_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    with Progress() as begin:
        assert begin is None
    assert stream.getvalue() == ""

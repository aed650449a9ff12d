"""The table of packages that the analysis got through."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import robust


def test_a_folder_makes_a_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "main.py").write_text("def f(x):\n    return x\n\n\nf(1)\n")
    (tmp_path / "old.py").write_text("print 'x'\n")
    assert robust.main([str(tmp_path)]) == 0
    cells = [cell.strip() for cell in capsys.readouterr().out.splitlines()[-1].strip("|").split("|")]
    assert cells[:4] == [tmp_path.name, "2", "6", "1"] and cells[-3:] == ["0", "1", "0"]
    assert float(cells[4]) > 0 and float(cells[5].replace(",", "")) > 10


def test_a_folder_without_an_end_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert robust.main([str(tmp_path / "missing")]) == 1
    assert "| missing | no end |" in capsys.readouterr().out


def test_an_internal_error_fails(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    found = robust.Passage(1, 2, 3, 0, 0, ("a.py:1: failed",), 0.5, 20.0)
    monkeypatch.setattr(robust, "passage", lambda folder, seconds: found)
    assert robust.main(["package"]) == 1
    printed = capsys.readouterr()
    assert printed.out.splitlines()[-1] == "| package | 1 | 2 | 3 | 0.5 | 20 | 0 | 0 | 1 |" and "a.py:1" in printed.err

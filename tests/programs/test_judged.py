"""The judgements of randomly drawn functions, and their comparison with a report."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from benchmarks import judged

PROJECT = """import tensorflow as tf

def double(x, n):
    return x * n

def show(text):
    print(text)

double(tf.ones(1), 2)
show("a")
"""


def test_twenty_three_functions_of_each_of_six_subjects_have_four_answers() -> None:
    subjects = json.loads(judged.FILE.read_text("utf-8"))
    assert [len(rows) for rows in subjects.values()] == [23] * 6
    for _, _, _, word in (row for rows in subjects.values() for row in rows):
        assert re.fullmatch("[Tt?][CLl?][Ss?][Rr?]", word)


def test_the_comparison(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "main.py").write_text(PROJECT)
    monkeypatch.setattr(judged, "FILE", tmp_path / "judged.json")
    rows = [["main.py", 3, "double", "TLsr"], ["main.py", 6, "show", "t?Sr"]]
    judged.FILE.write_text(json.dumps({"small": rows, "elsewhere": rows}))
    assert judged.main([str(tmp_path)]) == 0
    judged.FILE.write_text(json.dumps({"small": [["main.py", 3, "double", "tLSr"]]}))
    assert judged.main([str(tmp_path)]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("7 answers, 0 otherwise; 0") and said[-1].startswith("4 answers, 2 otherwise; 2")


def test_what_is_only_computed_may_be_counted_either_way() -> None:
    assert judged.compare("tCsr", "tLsr") == ""
    assert judged.compare("tCsr", "tLsr", "l") == "L"
    assert judged.compare("tCsr", "tlsr") == "l"

"""The kept list of findings on the subjects, and its comparison with what the tool says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import findings

PROJECT = """import tensorflow as tf


@tf.function
def power(x, n):
    return x ** n


for n in range(5):
    power(tf.ones(3), n)
"""
DEFENDED = {"HYB001": 0.95, "HYB002": 0.95}
"""The share of the findings that reading must be able to defend without reservation."""
SUBJECT = {"repository": "a/b", "commit": "0" * 40, "folder": "."}


def test_every_finding_of_the_subjects_was_read_and_judged() -> None:
    subjects = json.loads(findings.FILE.read_text("utf-8"))
    assert len(subjects) == 19
    rows = [row for subject in subjects.values() for row in subject["findings"]]
    assert {row["judgement"] for row in rows} <= set(findings.JUDGEMENTS)
    assert all(row["reason"] for row in rows)
    for code in findings.CODES:
        judged = [row["judgement"] for row in rows if row["code"] == code]
        assert judged.count("defend") >= DEFENDED[code] * len(judged)


def test_the_comparison(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "main.py").write_text(PROJECT)
    row = {"file": "main.py", "line": 5, "function": "power", "code": "HYB002"}
    judged = {**row, "judgement": "defend", "reason": "five numbers, five traces"}
    gone = {**judged, "line": 7}
    monkeypatch.setattr(findings, "FILE", tmp_path / "findings.json")

    findings.FILE.write_text(json.dumps({"small": {**SUBJECT, "findings": [judged]}}))
    assert findings.main([str(tmp_path)]) == 0
    findings.FILE.write_text(json.dumps({"small": {**SUBJECT, "findings": [gone]}}))
    assert findings.main([str(tmp_path), "small"]) == 1
    said = capsys.readouterr().out
    assert "new: small: main.py:5: power: HYB002" in said and "gone: small: main.py:7: power: HYB002" in said

    assert findings.main([str(tmp_path), "--note"]) == 0
    (noted,) = json.loads(findings.FILE.read_text())["small"]["findings"]
    assert noted == {**row, "judgement": "unread", "reason": ""}

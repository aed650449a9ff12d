"""The reasons of what stays undetermined, and their comparison with a report."""

from __future__ import annotations

import json
from pathlib import Path

import hybridize
from benchmarks.candidates import FILE, contradictions, undetermined

PROJECT = """import tensorflow as tf
from foreign_tensorflow import make

def double(x):
    return x * tf.ones(2)

@tf.function
def known(x):
    return x

double(tf.ones(2))
known(make())
"""


def test_each_subject_has_the_published_counts_and_each_reason_is_a_sentence() -> None:
    subjects = json.loads(FILE.read_text("utf-8"))
    assert len(subjects) == 19
    for entry in subjects.values():
        assert entry["published"].keys() == {"candidates", "P1", "P2"}
        for reason in [*entry.get("undetermined", {}).values(), entry.get("fewer", "None.")]:
            assert len(reason.split()) > 5 or reason == "None."
            assert reason.endswith(".")


def test_the_comparison(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(PROJECT)
    functions = hybridize.analyze(tmp_path, root=tmp_path).functions
    assert undetermined(functions) == {"main.py:known"}
    reason = {"main.py:known": "it arrives from elsewhere"}
    assert list(contradictions({"published": {"P1": 1}, "undetermined": reason}, functions)) == []
    assert list(contradictions({"published": {"P1": 2}, "undetermined": reason, "fewer": "why"}, functions)) == []
    assert list(contradictions({"published": {"P1": 2}, "undetermined": {"main.py:double": "why"}}, functions)) == [
        "main.py:known: undetermined without a reason",
        "main.py:double: it is determined",
        "1 functions pass P1, 2 as published",
    ]

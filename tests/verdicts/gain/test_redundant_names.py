"""Graphs within graphs in projects of several files."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize

STEPS = """import tensorflow as tf


@tf.function
def inner(x, by):
    return tf.sin(x) * by


@tf.function
def outer(x):
    return inner(x, 2.0) + inner(x, 1.0) + inner(x, 5.0) + inner(x, 6.0)


for _ in range(3):
    outer(tf.ones(2))
"""


@pytest.mark.parametrize(
    ("imported", "codes"),
    [
        ("from ours.ours import steps", []),
        ("from elsewhere import steps", []),
        ("import tensorflow as steps", ["HYB008"]),
        ("from ours import others as steps", ["HYB008"]),
    ],
)
def test_a_call_by_a_name_that_is_not_found_may_be_meant(tmp_path: Path, imported: str, codes: list[str]) -> None:
    (tmp_path / "steps.py").write_text(STEPS, encoding="utf-8")
    test = f"{imported}\n\n\ndef test_inner():\n    assert steps.inner(1.0) > 0\n"
    (tmp_path / "test_steps.py").write_text(test, encoding="utf-8")
    report = hybridize.analyze(tmp_path, root=tmp_path, preview=True)
    assert [each.code for each in report.findings if each.qualname == "inner"] == codes


IN_SOME_CASES = """import sys

import tensorflow as tf


def made(function, graph):
    def decorator(f):
        if {condition}:
            return function(f)
        return f

    return decorator


@tf.function
def inner(x, by):
    return tf.sin(x) * by


@made(tf.function, len(sys.argv) > 1)
def outer(x):
    return inner(x, 2.0) + inner(x, 1.0) + inner(x, 5.0) + inner(x, 6.0)


for _ in range(3):
    outer(tf.ones(2))
"""


@pytest.mark.parametrize(("condition", "codes"), [("graph", []), ("True", ["HYB008"])])
def test_what_is_a_graph_in_some_cases_is_none_in_others(tmp_path: Path, condition: str, codes: list[str]) -> None:
    (tmp_path / "steps.py").write_text(IN_SOME_CASES.format(condition=condition), encoding="utf-8")
    report = hybridize.analyze(tmp_path, root=tmp_path, preview=True)
    assert [each.code for each in report.findings if each.qualname == "inner"] == codes

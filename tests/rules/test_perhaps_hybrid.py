"""What is made hybrid may be one of several functions: nothing that a trace would do is said of any of them."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize

PROGRAM = """\
import sys

import tensorflow as tf

seen = []


def falling(n):
    seen.append(n)
    return falling(n - 1) if n > 0 else helper(n, 2) + helper(n, 3) + helper(n, 5) + helper(n, 6)


@tf.function
def helper(n, by):
    return n * by


def doubling(n):
    return n * 2


steps = {{"falling": falling, "doubling": doubling}}
{made}
step(tf.constant(3))
"""


def codes(folder: Path, made: str) -> list[str]:
    """What is said of the program, in the order of its lines."""
    (folder / "main.py").write_text(PROGRAM.format(made=made), encoding="utf-8")
    asked = ["HYB004", "HYB005", "HYB007", "HYB008", "HYB015"]
    report = hybridize.analyze(folder, root=folder, select=asked, preview=True)
    return [finding.code for finding in report.findings]


@pytest.mark.parametrize(
    "made", ['step = tf.function(steps["falling"])', "step = tf.function(falling)", "step = tf.function(func=falling)"]
)
def test_one_function(made: str, tmp_path: Path) -> None:
    assert codes(tmp_path, made) == ["HYB005", "HYB007", "HYB008"]


@pytest.mark.parametrize(
    "made",
    [
        "step = tf.function(steps[sys.argv[1]])",
        "step = tf.function(falling if len(sys.argv) > 1 else doubling)",
        "step = tf.function(getattr(sys.modules[__name__], sys.argv[1], steps.get(sys.argv[1])))",
    ],
)
def test_one_of_several(made: str, tmp_path: Path) -> None:
    """The helper has no graphs alone around it, either."""
    assert codes(tmp_path, made) == []


def test_what_is_written_is_wrong_for_all_of_them(tmp_path: Path) -> None:
    assert set(codes(tmp_path, "step = tf.function(steps[sys.argv[1]], experimental_compile=True)")) == {"HYB015"}


def test_each_of_them_by_itself_elsewhere(tmp_path: Path) -> None:
    made = "step = tf.function(steps[sys.argv[1]])\nothers = tf.function(falling)"
    assert "HYB005" in codes(tmp_path, made)

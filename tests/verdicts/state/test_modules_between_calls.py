"""Names of another module that its functions bind anew between the calls: a graph keeps what was there."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize

STATE = """\
import tensorflow as tf

SCALE = 1.0
OTHER = 1.0
WEIGHT = tf.Variable(1.0)


def grow():
    global SCALE
    SCALE += 1.0


def grow_other():
    global OTHER
    OTHER += 1.0


def replace():
    global double

    def double(x):
        return x * 3.0


def double(x):
    return x * 2.0
"""
PROGRAM = """\
import importlib

import state
import tensorflow as tf


def step(x):
    y = tf.sin(x) + tf.cos(x)
    return tf.reduce_sum(y * y) * {read}


{before}
for _ in range(100):
    print(step(tf.ones(3)))
    {between}
"""


@pytest.mark.parametrize(
    ("read", "before", "between", "safe"),
    [
        ("state.SCALE", "", "state.grow()", False),
        ("state.SCALE", "", "importlib.reload(state)", False),
        ("state.double(x[0])", "", "state.replace()", False),
        ("state.SCALE", "state.grow()", "", True),
        ("state.SCALE", "importlib.reload(state)", "", True),
        ("state.SCALE", "", "state.grow_other()", True),
        ("state.WEIGHT", "", "state.grow_other()", True),
    ],
)
def test_what_other_modules_bind_anew(tmp_path: Path, read: str, before: str, between: str, safe: bool) -> None:
    """Run on 2.15 and 2.21: the graph goes on with the first number, or the first function."""
    (tmp_path / "state.py").write_text(STATE, encoding="utf-8")
    program = PROGRAM.format(read=read, before=before, between=between)
    (tmp_path / "main.py").write_text(program, encoding="utf-8")
    rows = hybridize.analyze(tmp_path, root=tmp_path, min_gain="none").functions
    (step,) = (each for each in rows if each.qualname == "step")
    assert (step.recommendation.fix == "safe") is safe

"""What a module has bound a name to where it defines a function stays, if nothing binds the name again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

PROGRAM = """\
import numpy as np
import tensorflow as tf

mask = np.zeros((3, 4), np.float32)
{before}


def masked(x):
    y = x * mask
    return tf.reduce_sum(tf.square(y)) + tf.reduce_mean(tf.tanh(y)) + tf.reduce_max(y)


{after}
for _ in range(100):
    masked(tf.ones((3, 4)))
    {between}
"""
FLAT = "mask = mask + 1.0\nmask = tf.convert_to_tensor(mask)\nmask = tf.reshape(mask, [3, 4])"


def _changes(folder: Path, before: str, after: str = "", between: str = "pass") -> bool:
    report = analysed(folder, PROGRAM.format(before=before, after=after, between=between))
    (function,) = [each for each in report.functions if each.qualname == "masked"]
    return "late-binding" in {hazard.kind for hazard in function.hazards}


@pytest.mark.parametrize("before", [FLAT, f"if mask.size:\n    {FLAT.splitlines()[1]}"])
def test_bound_for_good_where_the_function_is_defined(tmp_path: Path, before: str) -> None:
    assert not _changes(tmp_path, before)


@pytest.mark.parametrize(
    ("after", "between"),
    [
        ("", "mask = mask * 2.0"),
        ("masked(tf.ones((3, 4)))\nmask = mask * 2.0", "pass"),
        ("def double():\n    global mask\n    mask = mask * 2.0\n", "double()"),
    ],
)
def test_bound_again_later(tmp_path: Path, after: str, between: str) -> None:
    assert _changes(tmp_path, FLAT, after, between)


AROUND = """\
import tensorflow as tf


def outer(x):
    def scaled(v):
        return v * 2.0

    {other}

    def step(v):
        return tf.reduce_sum(scaled(v)) + tf.reduce_mean(tf.tanh(v)) + tf.reduce_max(v)

    kept.append(step)
    first = step(x)
    {between}
    return first + step(x)


kept = []
for _ in range(10):
    outer(tf.ones((3, 4)))
"""
OTHER = "def another():\n        nonlocal scaled\n        scaled = tf.square"


def _changes_around(folder: Path, other: str = "pass", between: str = "pass") -> bool:
    report = analysed(folder, AROUND.format(other=other, between=between))
    (function,) = [each for each in report.functions if each.qualname.endswith("step")]
    return "late-binding" in {hazard.kind for hazard in function.hazards}


def test_each_call_of_the_function_around_binds_names_of_its_own(tmp_path: Path) -> None:
    assert not _changes_around(tmp_path)


@pytest.mark.parametrize(("other", "between"), [("pass", "scaled = tf.square"), (OTHER, "another()")])
def test_bound_again_in_the_same_call(tmp_path: Path, other: str, between: str) -> None:
    assert _changes_around(tmp_path, other, between)

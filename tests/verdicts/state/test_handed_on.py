"""What code that cannot be seen is handed between the calls may be changed by it: no safe fix."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

PROGRAM = """\
import somelib
import tensorflow as tf


class Slope:
    __slots__ = ("k", "rate")

    def __init__(self, k):
        self.k = k
        self.rate = tf.Variable(1.0)

    def act(self, x):
        return tf.reduce_mean(tf.tanh(x * self.k)) + tf.reduce_max(tf.square(x)) + tf.sin(self.rate)


slope, other = Slope(1.0), Slope(2.0)
setter = Slope.k.__set__
sizes = [1.0, 2.0]


def act(x):
    return tf.reduce_mean(tf.tanh(x * slope.k)) + tf.reduce_max(tf.square(x)) + tf.sin(x[0])


def scaled(x):
    return tf.reduce_mean(tf.tanh(x * sizes[0])) + tf.reduce_max(tf.square(x)) + tf.sin(x[0])


def rated(x):
    return tf.reduce_mean(tf.tanh(x * slope.rate)) + tf.reduce_max(tf.square(x)) + tf.sin(x[0])


{before}
for number in range(100):
    {call}(tf.ones(3))
    {between}
"""


@pytest.mark.parametrize(
    ("call", "before", "between", "changes"),
    [
        ("act", "", "somelib.log(slope)", True),
        ("act", "", "somelib.log(number, model=slope)", True),
        ("act", "", "setter(slope, 2.0 + number)", True),
        ("scaled", "", "somelib.log(sizes)", True),
        ("slope.act", "", "somelib.log(slope)", True),
        ("act", "somelib.log(slope)", "", False),
        ("act", "", "somelib.log(other)", False),
        ("act", "", "somelib.log(number)", False),
        ("act", "", "print(slope)", False),
        ("scaled", "", "somelib.log(slope)", False),
        ("rated", "", "somelib.log(slope)", False),
        ("slope.act", "", "somelib.log(other)", False),
    ],
)
def test_what_unseen_code_is_handed(tmp_path: Path, call: str, before: str, between: str, changes: bool) -> None:
    text = PROGRAM.format(call=call, before=before, between=between or "pass")
    report = analysed(tmp_path, text, preview=True)
    name = "Slope.act" if "." in call else call
    (verdict,) = (each for each in report.functions if each.qualname == name)
    kinds = {reason.kind for reason in (*verdict.hazards, *verdict.assumptions)}
    assert ("late-binding" in kinds) is changes

"""HYB013 is silent of graphs that a change does not reach: they are given up before it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

PROGRAM = """\
import tensorflow as tf
import tensorflow_probability as tfp

aim = tf.zeros(3)
kept = []


def make_both():
    def both(x):
        return tf.reduce_sum((x - aim) ** 2.0), 2.0 * (x - aim)

    both = tf.function(both)
    both.rounds = tf.Variable(0)
    return both


def find():
    both = make_both()
    {use}


for value in (1.0, 2.0, 3.0):
    aim = tf.fill([3], value)
    find()
"""


@pytest.mark.parametrize(
    ("use", "reached"),
    [
        ("return tfp.optimizer.lbfgs_minimize(both, initial_position=tf.ones(3))", False),
        ("return tfp.optimizer.lbfgs_minimize(value_and_gradients_function=both, initial_position=tf.ones(3))", False),
        ("return both.rounds, both(tf.ones(3))", False),
        ("kept.append(both)\n    return [each(tf.ones(3)) for each in kept]", True),
        ("kept.append(both.get_concrete_function(tf.ones(3)))\n    return both(tf.ones(3))", True),
    ],
)
def test_what_runs_a_function_in_rounds_does_not_keep_it(tmp_path: Path, use: str, reached: bool) -> None:
    report = analysed(tmp_path, PROGRAM.format(use=use), preview=True)
    assert ("HYB013" in {finding.code for finding in report.findings}) is reached

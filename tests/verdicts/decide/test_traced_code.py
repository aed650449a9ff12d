"""What raises in eager execution is part of a graph wherever it is called: no decorator is advised."""

from __future__ import annotations

from pathlib import Path

from tests.together import analysed

PROGRAM = """\
import somelib
import tensorflow as tf


def residual(x):
    u = tf.sin(x)
    return tf.gradients(u, x)[0]


def inside(x):
    return tf.hessians(tf.reduce_sum(tf.sin(x) * x), x)[0]


def outside(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        u = tf.sin(x)
    return tape.gradient(u, x)


@tf.function
def step(x):
    return inside(x)


def loop():
    for _ in range(100):
        step(tf.ones(3))


somelib.compile(residual, outside)
loop()
"""


def test_gradients_of_graphs_are_asked_for_in_graphs(tmp_path: Path) -> None:
    found = {row.qualname: row for row in analysed(tmp_path, PROGRAM).functions}
    told = {name for name, row in found.items() if "deferred-execution" in {each.kind for each in row.hazards}}
    assert told == {"residual"}
    assert found["residual"].recommendation.action is None

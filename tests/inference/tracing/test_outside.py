"""Outside of all graphs a program runs eagerly: what `tf.executing_eagerly` says under `tf.init_scope`."""

from __future__ import annotations

import pytest

from tests.inference.conftest import Judge

PROGRAM = """\
import tensorflow as tf


def eager():
    with tf.init_scope():
        return tf.executing_eagerly()


def asked():
    return tf.executing_eagerly()


def outside():
    return tf.compat.v1.executing_eagerly_outside_functions()


def run(x):
    return tf.exp(x)


def step(x):
    if {asks}():
        return run(x)
    return tf.function(run)(x)


step(tf.ones(3))
{last}
"""


@pytest.mark.parametrize(
    ("asks", "last", "hybrid"),
    [
        pytest.param("eager", "", False, id="in init_scope"),
        pytest.param("outside", "", False, id="outside of functions"),
        pytest.param("asked", "", True, id="here, which may be a graph"),
        pytest.param("eager", "tf.compat.v1.disable_eager_execution()", True, id="eager execution taken away"),
    ],
)
def test_what_is_asked_outside_of_graphs_is_true(judge: Judge, asks: str, last: str, hybrid: bool) -> None:
    assert bool(judge(PROGRAM.format(asks=asks, last=last))["run"].hybrid) is hybrid

"""Weights that a decorated `call` makes have other names with Keras 2: what tells of these names is no safe fix.

TensorFlow 2.15 ran these programs eagerly and with `@tf.function` on `call`: the weight `m/dense/kernel:0` became
`dense/kernel:0`.
With Keras 3 the names are the same, but a `call` that makes weights is no graph for another reason.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hybridize.verdicts.model.parts import Safety
from tests.together import analysed

PROGRAM = """\
import logging
import tensorflow as tf

class M(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(3, kernel_initializer="ones")

    def call(self, x):
        y = self.dense(x)
        for _ in range(8):
            y = tf.sin(y) + tf.exp(-y) * tf.cos(y)
        return y

m = M()
for i in range(30):
    y = m(tf.ones((2, 3)))
"""


def safety(tmp_path: Path, last: str) -> Safety:
    report = analysed(tmp_path, f"{PROGRAM}{last}\n", target_tensorflow="2.15")
    fix = next(each for each in report.functions if each.qualname == "M.call").verdict.recommendation.fix
    assert fix is not None
    return fix


@pytest.mark.parametrize(
    "last",
    [
        "print(m.variables)",
        "print([v.name for v in m.trainable_variables])",
        'print(f"{m.weights}")',
        "print(m.dense.kernel)",
        "print(str(m.weights[0]))",
        'print(sum(float(tf.reduce_sum(v)) for v in m.weights if "m/" in v.name))',
        'print("{}".format(m.weights[0]))',
        'print("%s" % m.weights[0])',
        'logging.warning("%s", m.weights)',
    ],
)
def test_names_that_are_shown_keep_a_fix_from_being_safe(tmp_path: Path, last: str) -> None:
    assert safety(tmp_path, last) is Safety.UNSAFE


@pytest.mark.parametrize(
    "last", ["print(y.numpy())", "print(m.weights[0].numpy(), m.weights[0].shape)", "print(m.get_weights())"]
)
def test_values_of_weights_do_not(tmp_path: Path, last: str) -> None:
    assert safety(tmp_path, last) is Safety.SAFE

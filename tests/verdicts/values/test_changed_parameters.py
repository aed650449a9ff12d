"""What is taken for a tensor, and changed as only a container can be."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

CHANGED = """\
import tensorflow as tf


class Trainer:
    def __init__(self, model, label):
        self.model, self.label, self.optimizer = model, label, tf.keras.optimizers.Adam()

    def run(self, inputs):
        with tf.GradientTape() as tape:
            result = self.model(inputs, training=True)
            loss = tf.reduce_sum(tf.square(result - inputs.{taken})) + tf.reduce_mean(tf.abs(result))
        weights = self.model.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
"""


@pytest.mark.parametrize(("taken", "names"), [("pop(self.label)", []), ("get(self.label)", ["Trainer.run"])])
def test_what_is_taken_for_a_tensor_and_changed_like_a_container_is_none(
    tmp_path: Path, taken: str, names: list[str]
) -> None:
    """A graph refuses that: "should not modify its Python input arguments" (2.15 and 2.21)."""
    report = analysed(tmp_path, CHANGED.format(taken=taken), select=["HYB001"])
    assert [each.qualname for each in report.findings] == names

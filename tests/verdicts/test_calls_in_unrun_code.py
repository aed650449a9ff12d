"""Code that no program runs tells who calls a function, too: what only graphs call there needs no decorator."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize

PROGRAM = """\
import tensorflow as tf


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = tf.keras.optimizers.SGD(0.1)

    def train_part(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.model(x, training=True) - y))
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        return loss

    def make(self):
        {decorator}
        def one_step(x, y):
            return {call}

        def function(iterator):
            for x, y in iterator:
                loss = one_step(x, y)
            return loss

        self.function = function
        return function
"""
STRATEGY = "tf.distribute.get_strategy().run(self.train_part, args=(x, y))"


def _advised(folder: Path, decorator: str, call: str) -> set[str]:
    (folder / "trainer.py").write_text(PROGRAM.format(decorator=decorator, call=call), encoding="utf-8")
    report = hybridize.analyze(folder, root=folder)
    return {each.qualname for each in report.findings if each.code == "HYB001"}


@pytest.mark.parametrize("call", ["self.train_part(x, y)", STRATEGY])
def test_what_a_graph_calls_is_covered(tmp_path: Path, call: str) -> None:
    assert not _advised(tmp_path, "@tf.function", call)


def test_what_is_called_eagerly_is_not(tmp_path: Path) -> None:
    assert _advised(tmp_path, "@staticmethod", "self.train_part(x, y)") == {"Trainer.train_part"}

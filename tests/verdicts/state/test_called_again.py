"""What a method changes that calls a step of training, the next step finds changed, when the method is called again."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize

PROGRAM = """\
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.count = 0
        self.weight = tf.Variable(tf.ones((3, 3)))
        self.optimizer = tf.keras.optimizers.SGD(0.1)

    def train(self, x):
        with tf.GradientTape() as tape:
            y = tf.nn.tanh(tf.matmul(x, self.weight)) * tf.sigmoid(x) + float(self.count)
            loss = tf.reduce_mean(tf.square(y))
        gradients = tape.gradient(loss, [self.weight])
        self.optimizer.apply_gradients(zip(gradients, [self.weight]))
        return loss

    def step(self, x, number):
        {before}
        loss = self.train(x)
        {after}
        return loss


def run(trainer, data):
    for number, x in enumerate(data):
        trainer.step(x, number)


def once(trainer, data):
    for x in data:
        trainer.train(x)
    trainer.step(data[0], 1)


{started}(Trainer(), [tf.ones((2, 3))] * 50)
"""


@pytest.mark.parametrize(
    ("before", "after", "started", "found"),
    [
        ("pass", "self.count += 1", "run", False),
        ("pass", "if number > 3: self.count = min(self.count + 1, 3)", "run", False),
        ("self.count = number", "pass", "run", False),
        ("self.count = 1", "pass", "run", True),
        ("pass", "pass", "run", True),
        ("pass", "self.count += 1", "once", True),
    ],
)
def test_what_the_next_call_finds_changed(
    tmp_path: Path, before: str, after: str, started: str, found: bool
) -> None:
    (tmp_path / "trainer.py").write_text(PROGRAM.format(before=before, after=after, started=started), "utf-8")
    report = hybridize.analyze(tmp_path, root=tmp_path)
    assert ("Trainer.train" in {each.qualname for each in report.findings if each.code == "HYB001"}) is found

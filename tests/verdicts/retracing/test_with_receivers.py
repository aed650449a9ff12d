"""A method is a graph of its own for each object: what each round makes together with the object is always the same."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow
from tests.together import analysed

PROGRAM = """\
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)

    {decorator}
    def step(self, x, loss_function, optimizer):
        with tf.GradientTape() as tape:
            loss = loss_function(tf.ones((2, 1)), self(x))
        gradients = tape.gradient(loss, self.trainable_variables)
        optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return loss


{loop}
"""
TOGETHER = """\
for size in range(5):
    model = Net()
    error = tf.keras.losses.MeanSquaredError()
    optimizer = tf.keras.optimizers.Adam(0.01)
    for _ in range(100):
        model.step(tf.ones((2, 3)), error, optimizer)
"""
APART = {
    "optimizers of one model": """\
model = Net()
error = tf.keras.losses.MeanSquaredError()
for size in range(5):
    optimizer = tf.keras.optimizers.Adam(0.01)
    for _ in range(100):
        model.step(tf.ones((2, 3)), error, optimizer)
""",
    "more optimizers than models": """\
for size in range(5):
    model = Net()
    error = tf.keras.losses.MeanSquaredError()
    for rate in range(3):
        optimizer = tf.keras.optimizers.Adam(0.01)
        for _ in range(100):
            model.step(tf.ones((2, 3)), error, optimizer)
""",
    "all models with all optimizers": """\
models, optimizers = [], []
for size in range(5):
    error = tf.keras.losses.MeanSquaredError()
    models.append(Net())
    optimizers.append(tf.keras.optimizers.Adam(0.01))
    for _ in range(100):
        models[0].step(tf.ones((2, 3)), error, optimizers[-1])
""",
}


def _hazards(folder: Path, loop: str) -> set[str]:
    report = analysed(folder, PROGRAM.format(decorator="", loop=loop))
    (step,) = [each for each in report.functions if each.qualname == "Net.step"]
    return {hazard.kind for hazard in step.hazards}


def test_made_in_the_same_round(tmp_path: Path) -> None:
    assert _hazards(tmp_path, TOGETHER) == set()


@pytest.mark.parametrize("loop", APART.values(), ids=APART)
def test_made_apart(tmp_path: Path, loop: str) -> None:
    assert "creates-variable" in _hazards(tmp_path, loop)


@needs_tensorflow
def test_tensorflow_makes_a_graph_for_each_object(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM.format(decorator="@tf.function", loop=TOGETHER), encoding="utf-8")
    subprocess.run([TENSORFLOW_PYTHON, str(tmp_path / "program.py")], check=True, capture_output=True)

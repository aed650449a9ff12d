"""A step that is handed a model and an optimizer: one of several kinds in a run is fine, one after the other is not."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import hybridize
from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow

PROGRAM = """\
import sys

import tensorflow as tf


class Small(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.last = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.last(x)


class Large(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.first = tf.keras.layers.Dense(10)
        self.last = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.last(self.first(x))


def make(name):
    if name == "small":
        model = Small()
    else:
        model = Large()
    if name == "small":
        optimizer = tf.keras.optimizers.SGD(0.01)
    else:
        optimizer = tf.keras.optimizers.Adam(0.01)
    return model, optimizer

{decorator}
def train_step(model, optimizer, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(model(x)))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def train(model, optimizer):
    for _ in range(100):
        train_step(model, optimizer, tf.ones((3, 3)))


def main(name):
    model, optimizer = make(name)
    train(model, optimizer)


{start}
"""
ONE = {"by name": "main(sys.argv[-1])", "always the same": 'main("small")'}
MORE = {
    "one for each name": 'for name in ("small", "large"):\n    main(name)',
    "names of the command line": "for name in sys.argv:\n    main(name)",
    "one after the other": 'main("small")\nmain("large")',
    "each round makes one": 'for fold in range(3):\n    model, optimizer = make("small")\n    train(model, optimizer)',
    "a loop around the function": 'for seed in range(3):\n    main("small")',
}


def _program(folder: Path, start: str, decorator: str = "") -> Path:
    program = folder / "program.py"
    program.write_text(PROGRAM.format(decorator=decorator, start=start), encoding="utf-8")
    return program


def _hazards(folder: Path, start: str) -> set[str]:
    report = hybridize.analyze(_program(folder, start), root=folder)
    (step,) = [each for each in report.functions if each.qualname == "train_step"]
    return {hazard.kind for hazard in step.hazards}


@pytest.mark.parametrize("start", ONE.values(), ids=ONE)
def test_one_of_several_in_a_run(tmp_path: Path, start: str) -> None:
    assert _hazards(tmp_path, start) == set()


@pytest.mark.parametrize("start", MORE.values(), ids=MORE)
def test_one_after_the_other(tmp_path: Path, start: str) -> None:
    assert "creates-variable" in _hazards(tmp_path, start)


@needs_tensorflow
@pytest.mark.parametrize(("start", "works"), [(ONE["by name"], True), (MORE["each round makes one"], False)])
def test_what_tensorflow_does(tmp_path: Path, start: str, works: bool) -> None:
    program = _program(tmp_path, start, "@tf.function")
    done = subprocess.run([TENSORFLOW_PYTHON, str(program)], capture_output=True, text=True)
    assert (done.returncode == 0) is works

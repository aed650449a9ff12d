"""A variable that a graph gives back as a tensor is seen by nobody where callers take other parts of the result."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

PROGRAM = """\
import tensorflow as tf

net = tf.keras.Sequential([tf.keras.layers.Dense(20), tf.keras.layers.Dense(1)])
net.build((None, 3))
optimizer = tf.keras.optimizers.Adam(0.1)


def train_step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(net(x)))
    gradients = tape.gradient(loss, net.trainable_variables)
    optimizer.apply_gradients(zip(gradients, net.trainable_variables))
    return loss, optimizer.iterations - 1, optimizer.learning_rate


first, last = 0, 2
for x in tf.data.Dataset.from_tensor_slices(tf.ones((90, 3))).batch(2):
    result = train_step(x){taken}
    print(result)
"""


def _changes(folder: Path, taken: str) -> bool:
    report = analysed(folder, PROGRAM.format(taken=taken))
    (step,) = [each for each in report.functions if each.qualname == "train_step"]
    return "changes-result-type" in {hazard.kind for hazard in step.hazards}


@pytest.mark.parametrize("taken", ["[0]", "[:2]", "[-2]", "[:-1]", "[0].numpy()", "[first]", "[:last]"])
def test_other_parts_are_taken(tmp_path: Path, taken: str) -> None:
    assert not _changes(tmp_path, taken)


@pytest.mark.parametrize("taken", ["", "[2]", "[-1]", "[1:]", "[::2]", "[:]", "[int(x[0, 0])]", "[: int(x[0, 0]) + 2]"])
def test_the_variable_may_be_taken(tmp_path: Path, taken: str) -> None:
    assert _changes(tmp_path, taken)

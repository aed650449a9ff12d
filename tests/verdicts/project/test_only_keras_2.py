"""HYB016 speaks of programs that may run with Keras 3: not of those that only Keras 2 runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

PROGRAM = """\
import tensorflow as tf


class Block(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(3)

    @tf.function
    def call(self, x):
        return self.dense(x)


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.block = Block()

    def call(self, x):
        return self.block(x)


net = Net()
net.compile("sgd", "mse")
net.fit(tf.ones((4, 3)), tf.ones((4, 3)), verbose=0)
"""


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("net.save_weights('weights')", False),
        ("net.save_weights('net.weights.h5')", True),
        ("path = 'weights'\nnet.save_weights(path)", False),
        ("net.save('net')", False),
        ("net.save('net.keras')", True),
        ("tf.keras.callbacks.ModelCheckpoint('net.ckpt', save_weights_only=True)", False),
        ("tf.keras.callbacks.ModelCheckpoint(filepath='net')", False),
        ("tf.keras.callbacks.ModelCheckpoint('net.h5')", True),
        ("tf.keras.optimizers.Adam(lr=0.1)", False),
        ("tf.keras.optimizers.Adam(learning_rate=0.1)", True),
        ("import tensorflow_gan", False),
        ("import tensorflow_datasets", True),
        ("print(tf.keras.losses.mean_squared_error(net(tf.ones((4, 3))), 1.0))", False),
    ],
)
def test_of_which_programs_it_speaks(tmp_path: Path, line: str, found: bool) -> None:
    """As run on 2.21: what is not found raises there."""
    report = analysed(tmp_path, f"{PROGRAM}{line}\n")
    assert any(each.code == "HYB016" for each in report.findings) is found

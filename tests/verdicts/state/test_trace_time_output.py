"""A log entry of texts that a helper puts together says it all in the trace."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

PROGRAM = """\
import logging
import tensorflow as tf

log = logging.getLogger(__name__)
model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)


def warn(text, *rest, **options):
    log.warning({entry}, *rest, **options)


def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - y))
    warn("the loss is of %s", "batches")
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    return loss


for _ in range(100):
    step(tf.ones((4, 8)), tf.ones((4, 1)))
"""


def _is_advised(folder: Path, entry: str) -> bool:
    report = analysed(folder, PROGRAM.format(entry=entry))
    (function,) = [each for each in report.functions if each.qualname == "step"]
    return function.recommendation.action is not None


@pytest.mark.parametrize("entry", ["text", '"WARNING: " + text', '"WARNING: %s" % text', '"%s%s" % ("W: ", text)'])
def test_texts_that_arrive(tmp_path: Path, entry: str) -> None:
    assert _is_advised(tmp_path, entry)

"""What a module binds a name to when all calls are over changes nothing for the functions that read the name."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize

PROGRAM = """\
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(20), tf.keras.layers.Dense(1)])
model.build((None, 4))
optimizer = tf.keras.optimizers.SGD(0.01)
scale = 2.0
seen = tf.keras.metrics.Mean()
history = {{"seen": []}}


def error(y, t):
    return scale * tf.reduce_mean(tf.square(y - t))


def train_step(x, t):
    with tf.GradientTape() as tape:
        loss = error(model(x), t)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def validate(x, t):
    loss = error(model(x), t)
    seen.update_state(loss)
    return loss


x, t = tf.ones((5, 4)), tf.ones((5, 1))
for epoch in range(10):
    for _ in range(10):
        train_step(x, t)
    for _ in range(10):
        validate(x, t)
    history["seen"].append(seen.result())
    {inside}
{after}
"""


def _advised(folder: Path, inside: str = "pass", after: str = "pass") -> set[str]:
    (folder / "program.py").write_text(PROGRAM.format(inside=inside, after=after), encoding="utf-8")
    report = hybridize.analyze(folder, root=folder)
    return {each.qualname for each in report.findings if each.code == "HYB001"}


@pytest.mark.parametrize("after", ['seen = history["seen"]', "scale = 3.0", 'seen = history["seen"]\nprint(seen)'])
def test_nobody_calls_them_any_more(tmp_path: Path, after: str) -> None:
    assert _advised(tmp_path, after=after) == {"train_step", "validate"}


@pytest.mark.parametrize(
    "later", [{"inside": "scale = 3.0"}, {"after": "scale = 3.0\nvalidate(x, t)\ntrain_step(x, t)"}]
)
def test_they_are_called_again(tmp_path: Path, later: dict[str, str]) -> None:
    assert not _advised(tmp_path, **later)

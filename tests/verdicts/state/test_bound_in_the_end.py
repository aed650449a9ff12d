"""What a module binds a name to when all calls are over changes nothing for the functions that read the name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

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
    report = analysed(folder, PROGRAM.format(inside=inside, after=after))
    return {each.qualname for each in report.findings if each.code == "HYB001"}


@pytest.mark.parametrize("after", ['seen = history["seen"]', "scale = 3.0", 'seen = history["seen"]\nprint(seen)'])
def test_nobody_calls_them_any_more(tmp_path: Path, after: str) -> None:
    assert _advised(tmp_path, after=after) == {"train_step", "validate"}


@pytest.mark.parametrize(
    "later", [{"inside": "scale = 3.0"}, {"after": "scale = 3.0\nvalidate(x, t)\ntrain_step(x, t)"}]
)
def test_they_are_called_again(tmp_path: Path, later: dict[str, str]) -> None:
    assert not _advised(tmp_path, **later)


OF_OBJECT = """\
import tensorflow as tf


class Net:
    def __init__(self):
        self.rate = 0.5

    def step(self, x):
        return self.rate * tf.reduce_sum(tf.nn.relu(x) + tf.sin(x) * tf.cos(x) + tf.exp(x) + tf.tanh(x))


net, other = Net(), Net()
for epoch in range(3):
    for _ in range(100):
        print(float(net.step(tf.ones(3))))
    {inside}
{after}
"""


@pytest.mark.parametrize(
    ("inside", "after", "advised"),
    [
        ("pass", "net.rate = 1.0", True),
        ("net.rate = 1.0", "pass", False),
        ("pass", "net.rate = 1.0\nprint(net.step(tf.ones(3)))", False),
        ("pass", "other.rate = 1.0\nprint(other.step(tf.ones(3)))", False),
    ],
)
def test_an_attribute_that_is_set_when_all_calls_are_over(
    tmp_path: Path, inside: str, after: str, advised: bool
) -> None:
    findings = analysed(tmp_path, OF_OBJECT.format(inside=inside, after=after)).findings
    assert [each.qualname for each in findings if each.code == "HYB001"] == ["Net.step"] * advised

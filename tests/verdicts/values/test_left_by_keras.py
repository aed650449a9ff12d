"""What Keras runs without AutoGraph: steps of a model on all releases, and with Keras 3 all that it calls.

Each program was run with TensorFlow 2.15 and 2.21.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize

PROGRAM = """\
import tensorflow as tf


def scaled(x):
    if tf.reduce_sum(x) > 0.0:
        return x * 2.0
    return x * 3.0


@tf.function
def scaled_as_graph(x):
    if tf.reduce_sum(x) > 0.0:
        return x * 2.0
    return x * 3.0


class Scale(tf.keras.layers.Layer):
    def call(self, x):
        if tf.reduce_sum(x) > 0.0:
            x = x * 2.0
        return x


class Hits(tf.keras.metrics.Metric):
    def __init__(self):
        super().__init__(name="hits")
        self.total = self.add_weight(name="total", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        if tf.reduce_mean(tf.abs(y_true - y_pred)) < 0.5:
            self.total.assign_add(1.0)

    def result(self):
        return self.total


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)
        self.scale = Scale()
        self.hits = Hits()

    def call(self, x):
        return self.dense(x)

    {decorator}
    def train_step(self, data):
        x, y = data
        {statement}
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self(x, training=True) - y) ** 2)
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        return {{"loss": loss}}


net = Net()
net.compile("sgd")
net.fit(tf.ones((8, 3)), tf.ones((8, 1)), verbose=0)
"""

ON_ALL_RELEASES = [
    "if self.optimizer.iterations < 5: x = x * 2.0", "for _ in tf.range(3): x = x * 1.1",
    "while tf.reduce_sum(x) < 100.0: x = x * 2.0", "x = x * 2.0 if tf.reduce_sum(x) > 0.0 else x",
    "small = not tf.reduce_sum(x) > 0.0", "small = tf.reduce_sum(x) > 0.0 and tf.reduce_sum(y) > 0.0",
    "x = scaled(x)",
    "x = tf.cond(tf.reduce_sum(x) > 0.0, lambda: scaled(x), lambda: x)",
]  # fmt: skip
ON_KERAS_3 = ["x = self.scale(x)", "self.hits.update_state(y, y)"]
NOWHERE = ["x = scaled_as_graph(x)", "x = tf.where(x > 0.0, x * 2.0, x)"]


def faults(tmp_path: Path, statement: str, decorator: str = "", target: str | None = None) -> set[int]:
    """The lines of what is called impossible in a graph."""
    (tmp_path / "net.py").write_text(PROGRAM.format(statement=statement, decorator=decorator), "utf-8")
    report = hybridize.analyze([tmp_path], root=tmp_path, select=["HYB007"], target_tensorflow=target)
    return {each.place.line for each in report.findings}


LINE = PROGRAM[: PROGRAM.index("{statement}")].count("\n") + 1


@pytest.mark.parametrize("statement", ON_ALL_RELEASES)
def test_a_step_is_not_converted(tmp_path: Path, statement: str) -> None:
    assert [faults(tmp_path, statement, target=target) for target in (None, "2.15", "2.21")] == [{LINE}] * 3
    assert faults(tmp_path, statement, "@tf.function") == set()


@pytest.mark.parametrize("statement", ON_KERAS_3)
def test_keras_2_converts_layers_and_metrics_again(tmp_path: Path, statement: str) -> None:
    assert faults(tmp_path, statement, target="2.21") == {LINE}
    assert [faults(tmp_path, statement, target=target) for target in (None, "2.15")] == [set()] * 2


@pytest.mark.parametrize("statement", NOWHERE)
def test_what_needs_no_conversion_works(tmp_path: Path, statement: str) -> None:
    assert [faults(tmp_path, statement, target=target) for target in (None, "2.15", "2.21")] == [set()] * 3


BELOW_A_GRAPH = """\
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.first = tf.keras.layers.Dense(16)
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        x = self.first(x)
        {statement}
        return self.dense(x)


net = Net()
net(tf.ones((1, 3)))


{decorator}
def step(x):
    return tf.reduce_mean(tf.tanh({call}) * tf.exp(x))


for _ in range(100):
    print(step(tf.ones((8, 3))))
"""
CONDITION = "x = x * 2.0 if tf.reduce_sum(x) > 0.0 else x"


@pytest.mark.parametrize(("call", "target", "broken"), [
    ("net(x)", "2.21", True), ("net(x)", "2.15", False), ("net(x)", None, False), ("net.call(x)", "2.21", False),
])  # fmt: skip
def test_a_call_of_keras_3_stays_python_below_a_graph(
    tmp_path: Path, call: str, target: str | None, broken: bool
) -> None:
    def found(decorator: str) -> set[str]:
        text = BELOW_A_GRAPH.format(statement=CONDITION, call=call, decorator=decorator)
        (tmp_path / "net.py").write_text(text, "utf-8")
        report = hybridize.analyze(
            [tmp_path], root=tmp_path, select=["HYB001", "HYB007"], target_tensorflow=target
        )
        fixes = {each.fix.applicability for each in report.findings if each.fix is not None}
        return {each.code for each in report.findings} | fixes

    assert found("@tf.function") == ({"HYB007"} if broken else set())
    if broken:
        assert found("") == set()
    elif call == "net(x)" and target is None:
        assert "safe" not in found("")

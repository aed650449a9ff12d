"""HYB002: a graph that is made with the model that it runs is made as often as that."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

PROGRAM = """\
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2)

    def call(self, x):
        return self.dense(x)


def build():
    return tf.keras.Sequential([tf.keras.layers.Dense(2)])


shared = Net()


def train(scale):
    model = {model}
    loss = tf.keras.losses.MeanSquaredError()

    @tf.function
    def step(x, y):
        with tf.GradientTape() as tape:
            value = loss(y, {used}(x) * scale)
        return tape.gradient(value, {used}.trainable_variables)

    {calls}


for fold in range(5):
    train(tf.constant(1.0))
"""
X = "tf.ones((2, 3)), tf.ones((2, 2))"
LOOP = f"for _ in range(100):\n        step({X})"
ONCE = f"step({X})"


def codes(folder: Path, text: str) -> list[str]:
    report = analysed(folder, text, select=["HYB002"])
    return [finding.qualname for finding in report.findings]


@pytest.mark.parametrize("model", ["Net()", "build()", "tf.keras.layers.Dense(2)"])
def test_a_model_for_each_call_needs_a_graph_for_each(tmp_path: Path, model: str) -> None:
    assert codes(tmp_path, PROGRAM.format(model=model, used="model", calls=LOOP)) == []


@pytest.mark.parametrize(
    ("model", "used", "calls"), [("shared", "model", LOOP), ("Net()", "shared", LOOP), ("Net()", "model", ONCE)]
)
def test_a_graph_that_is_made_anew_for_the_same_model(tmp_path: Path, model: str, used: str, calls: str) -> None:
    assert codes(tmp_path, PROGRAM.format(model=model, used=used, calls=calls)) == ["train.step"]


IN_LOOP = """\
import tensorflow as tf

{before}
for fold in range(5):
    {inside}

    @tf.function
    def step(x):
        return model(x)

    for _ in range(100):
        step(tf.ones((2, 3)))
"""
MADE = "model = tf.keras.layers.Dense(2)"


def test_a_model_for_each_round(tmp_path: Path) -> None:
    assert codes(tmp_path, IN_LOOP.format(before="", inside=MADE)) == []
    assert codes(tmp_path, IN_LOOP.format(before=MADE, inside="pass")) == ["step"]


OPTIMIZER = """\
import tensorflow as tf

weights = tf.Variable(tf.ones((3, 2)))
{outside}
for repetition in range(5):
    {inside}

    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(x @ weights))
        optimizer.apply_gradients([(tape.gradient(loss, weights), weights)])

    for _ in range(100):
        step(tf.ones((2, 3)))
"""
STEPPING = "optimizer = tf.keras.optimizers.Adam()"


@pytest.mark.parametrize(("outside", "inside", "names"), [("", STEPPING, []), (STEPPING, "pass", ["step"])])
def test_an_optimizer_for_each_round_needs_a_graph_for_each(
    tmp_path: Path, outside: str, inside: str, names: list[str]
) -> None:
    assert codes(tmp_path, OPTIMIZER.format(outside=outside, inside=inside)) == names


BESIDE = """\
import tensorflow as tf


def make_step(network, scale):
    @tf.function
    def step(x):
        return tf.reduce_sum(network(x)) * scale

    return step


class Evaluation:
    def __init__(self, make_network):
        self.make_network = make_network
        self.network = make_network()

    def run(self, path):
        {made}
        step = make_step({given}, 2.0)
        for _ in range(100):
            step(tf.ones((2, 3)))

    def run_all(self, paths):
        for path in paths:
            self.run(path)
"""


@pytest.mark.parametrize(
    ("made", "given", "told"),
    [
        ("network = self.make_network()", "network", False),
        ("network = self.make_network(path)", "network", False),
        ("network = self.network", "network", True),
        ("network = None", "self.network", True),
        ("other = self.make_network()", "self.network", True),
    ],
)
def test_what_is_made_beside_the_graph_that_calls_it(tmp_path: Path, made: str, given: str, told: bool) -> None:
    """Nobody knows what the project's caller makes; a run of another network needs another graph all the same."""
    assert codes(tmp_path, BESIDE.format(made=made, given=given)) == (["make_step.step"] if told else [])


WRAPPED = """\
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self, units):
        super().__init__()
        self.dense = tf.keras.layers.Dense(units)

    def call(self, x):
        return tf.nn.relu(self.dense(x))


shared = Net(2)
nets = [Net(units) for units in range(2, 9)]


def taken(units):
    return nets[units - 2]


for units, net in enumerate(nets, 2):
    {wrapping}
    print(run(tf.ones((2, 3))))
"""


@pytest.mark.parametrize(
    ("wrapping", "again"),
    [
        ("run = tf.function(net)", False),
        ("run = tf.function(net.call)", False),
        ("run = tf.function(taken(units))", False),
        ("found = taken(units)\n    run = tf.function(found.call)", False),
        ("run = tf.function(shared)", True),
        ("run = tf.function(nets[0].call)", True),
    ],
)
def test_a_graph_that_is_made_of_another_model_in_each_round(tmp_path: Path, wrapping: str, again: bool) -> None:
    assert codes(tmp_path, WRAPPED.format(wrapping=wrapping)) == ["Net.call"] * again

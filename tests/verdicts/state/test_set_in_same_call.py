"""Attributes that a call sets before it reads them, while others set them, too: run by TensorFlow 2.15 and 2.21."""

from __future__ import annotations

from pathlib import Path

from benchmarks.fuzz.judged import same
from tests.tensorflow_runs import executed, needs_tensorflow
from tests.together import analysed

SET = (
    "self.last = x * 2.0\n        y = self.last",
    "with tf.name_scope('a'):\n            self.last = x * 2.0\n        y = self.last",
    "self.last = x * 2.0\n        if self.kind:\n            y = self.last\n        else:\n            y = -self.last",
    "self.last, self.other = x * 2.0, x\n        y = self.last",
    "self.last = x\n        self.last *= 2.0\n        y = self.last",
)
"""Whatever another method has left there is gone."""
LEFT = (
    "y = self.last\n        self.last = x * 2.0\n        y += self.last",
    "if self.kind:\n            self.last = x * 2.0\n        y = self.last",
    "for each in self.rest:\n            self.last = each\n        y = self.last",
    "for self.last in self.rest:\n            pass\n        y = self.last",
    "with contextlib.suppress(KeyError):\n            self.table[1]\n            self.last = x * 2.0\n"
    "        y = self.last",
    "self.last *= x\n        y = self.last",
    "self.last = x * 2.0\n        self = self.twin\n        y = self.last",
)
"""What another method has left there is read, at least in some calls."""
DEFINED = """\
import contextlib

import tensorflow as tf


class Net:
    def __init__(self, twin=None):
        self.last = tf.constant([1.0, 2.0])
        self.kind, self.rest, self.table, self.twin = False, [], {}, twin
        self.weight, self.optimizer = tf.Variable(0.5), tf.keras.optimizers.SGD(0.1)

    def step(self, x):
        BODY
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.stack([tf.tanh(y), tf.sin(y) * tf.cos(y), tf.exp(-y * y)]) * self.weight)
        self.optimizer.apply_gradients([(tape.gradient(loss, self.weight), self.weight)])
        return loss

    def act(self, x):
        self.last = x + 1.0
        return self.last.numpy()


twin = Net()
net = Net(twin)
for i in range(3):
    x = tf.constant([0.25, 0.5]) * float(i + 1)
    twin.act(x)
    print(net.act(x), net.step(x).numpy())
"""


def program(body: str) -> str:
    return DEFINED.replace("BODY", body)


def test_what_a_call_sets_itself_is_no_state_between_calls(tmp_path: Path) -> None:
    found = []
    for number, body in enumerate([*SET, *LEFT]):
        folder = tmp_path / str(number)
        folder.mkdir()
        report = analysed(folder, program(body), min_gain="none")
        (step,) = [each for each in report.functions if each.qualname == "Net.step"]
        if step.verdict.recommendation.action:
            found.append(body)
    assert found == list(SET)


@needs_tensorflow
def test_tensorflow_computes_the_same_where_a_call_sets_it_itself(tmp_path: Path) -> None:
    line = DEFINED[: DEFINED.index("def step")].count("\n") + 1
    rows = [{"name": str(n), "source": program(body), "lines": [line]} for n, body in enumerate([*SET, *LEFT])]
    results = {int(each["name"]): each for each in executed(rows, tmp_path)}
    assert {n for n, each in results.items() if same(each["eager"], each["hybrid"])} == set(range(len(SET)))


BESIDE = """\
import tensorflow as tf


class Net:
    def __init__(self):
        self.weight, self.optimizer = tf.Variable(0.5), tf.keras.optimizers.SGD(0.1)

    def shared(self, x):
        return self.step(x)

    def step(self, x):
        with tf.GradientTape() as tape:
            self.loss = tf.reduce_sum(tf.tanh(x) * tf.sin(x) * tf.exp(-x) * self.weight)
        self.optimizer.apply_gradients([(tape.gradient(self.loss, self.weight), self.weight)])

    def run(self, x, apart):
        if apart:
            self.shared(x)
        else:
            self.step(x)
        print(self.loss.numpy())


net = Net()
for i in range(4):
    net.run(tf.constant([0.25, 0.5]) * float(i + 1), i % 2 == 0)
"""


def test_what_the_other_side_of_a_condition_sets_is_not_what_a_graph_left(tmp_path: Path) -> None:
    report = analysed(tmp_path, BESIDE, min_gain="none")
    advised = {each.qualname for each in report.functions if each.verdict.recommendation.action}
    assert advised == set()


@needs_tensorflow
def test_tensorflow_refuses_what_a_graph_left(tmp_path: Path) -> None:
    line = BESIDE[: BESIDE.index("def shared")].count("\n") + 1
    (run,) = executed([{"name": "program", "source": BESIDE, "lines": [line]}], tmp_path)
    assert not same(run["eager"], run["hybrid"])

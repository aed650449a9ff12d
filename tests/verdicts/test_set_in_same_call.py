"""Attributes that a call sets before it reads them, while others set them, too: run by TensorFlow 2.15 and 2.21."""

from __future__ import annotations

from pathlib import Path

import hybridize
from benchmarks.fuzz.judged import same
from tests.tensorflow_runs import executed, needs_tensorflow

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
        (folder / "program.py").write_text(program(body), encoding="utf-8")
        report = hybridize.analyze([folder], root=folder, min_gain="none")
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

"""What a step of training does while its objects are set up keeps it from no graph; as a graph it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize

PROGRAM = """\
import tensorflow as tf


class Layer:
    def __init__(self):
        self.fixed = False
        self.nodes = []
        self.weight = tf.Variable(tf.ones((4, 4)))

    def __call__(self, x):
        out = tf.nn.tanh(tf.matmul(x, self.weight) + 0.5) * tf.sigmoid(x)
        if {test}:
            self.note(out)
        return out

    def note(self, out):
        self.nodes.append(self)

    def fix(self):
        self.fixed = True
    {more}


layer = Layer()
optimizer = tf.keras.optimizers.SGD(0.1)

{decorator}
def step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(layer(x)))
    gradients = tape.gradient(loss, [layer.weight])
    optimizer.apply_gradients(zip(gradients, [layer.weight]))
    return loss


step(tf.ones((2, 4)))
layer.fix()
for _ in range(100):
    print(step(tf.ones((2, 4))).numpy())
print(layer.nodes)
"""


def _codes(folder: Path, test: str, more: str = "", decorator: str = "") -> set[tuple[str, str]]:
    (folder / "program.py").write_text(PROGRAM.format(test=test, more=more, decorator=decorator))
    report = hybridize.analyze([folder], root=folder, preview=True)
    return {(each.code, each.qualname) for each in report.findings}


@pytest.mark.parametrize("test", ["not self.fixed", "self.fixed is False"])
def test_what_a_flag_ends_for_good_keeps_no_step_from_being_a_graph(tmp_path: Path, test: str) -> None:
    assert _codes(tmp_path, test) == {("HYB001", "step")}


@pytest.mark.parametrize(
    ("test", "more"),
    [
        ("not self.fixed", "def loosen(self): self.fixed = False"),
        ("not self.fixed", "def loosen(self, how): self.fixed = how"),
        ("self.fixed", ""),
    ],
)
def test_a_flag_that_is_turned_back_ends_nothing(tmp_path: Path, test: str, more: str) -> None:
    assert not {each for each in _codes(tmp_path, test, more) if each[0] == "HYB001"}


def test_as_a_graph_it_is_told(tmp_path: Path) -> None:
    codes = {code for code, _ in _codes(tmp_path, "not self.fixed", decorator="@tf.function")}
    assert codes & {"HYB004", "HYB013"}

"""What a function sets of an object that it has just made is there before any call; of one that others have, not."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize

PROGRAM = """\
import tensorflow as tf


class Net:
    def __init__(self, count):
        self.scale = 1.0
        self.weights = [tf.Variable(tf.ones((3, 3))) for _ in range(count)]

    def run(self, x):
        for weight in self.weights:
            for _ in range(6):
                x = tf.nn.tanh(tf.matmul(x, weight)) * self.scale
        return tf.reduce_sum(x)


KEPT = Net(2)


def load(small):
{made}
    model.scale = 2.0 if small else 3.0
{then}
    return model


def main():
    for number in range(3):
        model = load(number > 1)
        for _ in range(100):
            model.run(tf.ones((2, 3)))
        KEPT.run(tf.ones((2, 3)))


main()
"""
ONE = "    model = Net(2)"
BRANCHES = "    if small:\n        model = Net(1)\n    else:\n        model = Net(4)"
ONE_OF_THEM_KEPT = "    if small:\n        model = Net(1)\n    else:\n        model = KEPT"
KEPT = "    model = KEPT"
PERHAPS_MADE = "    model = KEPT\n    if small:\n        model = Net(1)"
NOTHING = "    print(small)"
CALLED = "    model.run(tf.ones((2, 3)))\n    model.scale = 4.0"


@pytest.mark.parametrize(
    ("made", "then", "found"),
    [
        (ONE, NOTHING, True),
        (BRANCHES, NOTHING, True),
        (ONE, CALLED, False),
        (BRANCHES, CALLED, False),
        (KEPT, NOTHING, False),
        (ONE_OF_THEM_KEPT, NOTHING, False),
        (PERHAPS_MADE, NOTHING, False),
    ],
)
def test_what_is_set_of_a_new_object(tmp_path: Path, made: str, then: str, found: bool) -> None:
    (tmp_path / "net.py").write_text(PROGRAM.format(made=made, then=then), "utf-8")
    report = hybridize.analyze(tmp_path, root=tmp_path)
    assert ("Net.run" in {each.qualname for each in report.findings if each.code == "HYB001"}) is found

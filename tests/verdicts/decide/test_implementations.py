"""A receiver of several classes: what one of them does alone is an assumption, and none where no call passes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verdicts.decide.test_advice import found

CLASSES = """
class Model(tf.Module):
    def __call__(self, x):
        raise NotImplementedError

class Plain(Model):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(tf.ones((3, 3)))

    def __call__(self, x):
        return tf.nn.relu(tf.matmul(x, self.w))

class Odd(Model):
    def __init__(self):
        super().__init__()
        self.scale = 1.0

    def __call__(self, x):
{odd}

def criterion(model: Model, x: tf.Tensor):
    y = model(x)
    return body(y) + body(y * 2.0)
"""
WHATEVER = """
def fit(model: Model, data):
    total = 0.0
    for epoch in range(100):
        for x in data:
            total += criterion(model, x)
    return total
"""
OF_PLAIN = """
model = Plain()
for i in range(100):
    print(float(criterion(model, tf.ones((2, 3)) * i)))
"""
MAKES = "        return tf.matmul(x, tf.Variable(tf.ones((3, 3))))"
CHANGES = "        self.scale = self.scale * 0.9\n        return x * self.scale"
SHOWS = "        print(x)\n        return x"

each_odd_one = pytest.mark.parametrize("odd", [MAKES, CHANGES, SHOWS], ids=["makes", "changes", "shows"])


@each_odd_one
def test_what_one_class_does_is_assumed_not_to_happen(tmp_path: Path, odd: str) -> None:
    criterion = found(tmp_path, CLASSES.format(odd=odd) + WHATEVER)["criterion"]
    assert criterion.recommendation.fix == "unsafe"
    said = [each.message for each in criterion.assumptions if each.kind == "done-elsewhere"]
    assert said and all("`Odd`" in each for each in said)


@each_odd_one
def test_it_is_nothing_to_calls_that_pass_another(tmp_path: Path, odd: str) -> None:
    criterion = found(tmp_path, CLASSES.format(odd=odd) + OF_PLAIN)["criterion"]
    assert criterion.recommendation.fix == "safe"


@each_odd_one
def test_what_is_passed_counts(tmp_path: Path, odd: str) -> None:
    assert "criterion" not in found(tmp_path, CLASSES.format(odd=odd) + OF_PLAIN.replace("Plain()", "Odd()"))


@each_odd_one
def test_what_all_classes_do_stands_in_the_way(tmp_path: Path, odd: str) -> None:
    call = "        return odd(self, x)"
    shared = "def odd(self, x):\n" + odd.replace("        ", "    ")
    program = CLASSES.format(odd=call).replace("        return tf.nn.relu(tf.matmul(x, self.w))", call)
    program = program.replace("self.w = ", "self.scale = 1.0\n        self.w = ")
    assert "criterion" not in found(tmp_path, shared + program + WHATEVER)

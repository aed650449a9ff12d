"""Values that grow without end come to rest; statements that are not evaluated again give what they would."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.inference.conftest import Judge

from hybridize.inference import statements
from hybridize.inference.frame import Frame
from hybridize.inference.values import TENSOR, UNKNOWN_RESULT, Dataset, Scalar, TupleAtom, Value, grown

PAIRS = {
    "tuples": lambda inner: TupleAtom.of((inner, TENSOR), frozenset(), "tuple").single,
    "data sets": lambda inner: Dataset.of("dataset", inner).single,
    "data sets of tuples": lambda inner: Dataset.of(
        "dataset", TupleAtom.of((inner, UNKNOWN_RESULT), frozenset(), "tuple").single
    ).single,
}


@pytest.mark.parametrize("shape", PAIRS)
def test_a_value_that_is_put_into_itself_comes_to_rest(shape: str) -> None:
    value: Value = TENSOR
    seen = []
    for _ in range(150):
        value = grown(value, PAIRS[shape](value))
        seen.append(value)
    assert len(set(seen[-50:])) == 1


def test_what_widening_left_out_does_not_come_back() -> None:
    numbers = [Scalar.of("int", str(number)).single for number in range(200)]
    value: Value = frozenset()
    sizes = []
    for number in [*numbers, *numbers]:
        value = grown(value, number)
        sizes.append(len(value))
    assert value == Scalar.of("int", None).single
    assert sizes[-1] == 1 and max(sizes) < 100


CODE = """
import tensorflow as tf
class Model:
    def __init__(self, units):
        self.units = units
        self.layers = []
    def add(self, layer):
        self.layers.append(layer)
        return self
    def call(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.finish(x)
    def finish(self, x):
        if self.scale:
            x = x * self.scale
        return x, self.units
def double(x):
    return x * 2
def shift(x, by=1.0):
    return x + by
def fold(f, items, start=None):
    total = start
    for item in items:
        total = item if total is None else f(total, item)
    return total
model = Model(3).add(double).add(shift)
outputs, units = model.call(tf.ones(3))
model.scale = tf.constant(2.0)
second = model.call(outputs)[0]
print(fold(lambda a, b: a + b, [second, outputs]), fold(max, [1, 2], 0))
"""


def test_statements_that_are_remembered_give_the_same(judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    remembered = judge(CODE)

    def anew(frame: Frame, node: object, work: Callable[[Frame, object], Value]) -> Value:
        return work(frame, node)

    monkeypatch.setattr(statements, "remembered", anew)
    assert judge(CODE) == remembered

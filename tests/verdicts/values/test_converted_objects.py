"""Of objects that a function converts to tensors it is said once for each class, where the class stands."""

from __future__ import annotations

from pathlib import Path

import hybridize

PROGRAM = """import tensorflow as tf
class Own:
    value = 2.0
class Other:
    value = 3.0
class Plain:
    value = 4.0
tf.register_tensor_conversion_function(Own, lambda value, *rest, **more: tf.constant(value.value))
tf.register_tensor_conversion_function(Other, lambda value, *rest, **more: tf.constant(value.value))
own, second, other, plain = Own(), Own(), Other(), Plain()
def inner(x, given):
    return tf.sin(x) * given.value
def between(x, given):
    return inner(x, given) + second.value
def subject(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, x) + 0.5) * other.value + plain.value
    return tf.reduce_sum(between(x, own) + between(x, second)) * own.value
for _ in range(100):
    print(float(subject(tf.ones((2, 2)))))
"""


def test_it_is_said_once_for_each_class(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(PROGRAM, encoding="utf-8")
    report = hybridize.analyze(tmp_path, root=tmp_path)
    (row,) = [each for each in report.functions if each.qualname == "subject"]
    said = {each.message: each.place.line for each in row.assumptions if "converts" in each.message}
    assert said == {
        "`Own` is assumed to do the same in a graph: an object that a function converts": 2,
        "`Other` is assumed to do the same in a graph: an object that a function converts": 4,
    }
    assert len([each for each in row.assumptions if "converts" in each.message]) == len(said)

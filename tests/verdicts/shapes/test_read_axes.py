"""With `--input-signatures`: axes that differ between calls and are read as Python numbers fail the precondition P4."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

PROGRAM = """\
import tensorflow as tf


def f(x):
    {body}


a = tf.ones((2, 4))
b = tf.ones({shape})
f(a)
f(b)
"""


def kinds(folder: Path, program: str, qualname: str = "f", signatures: bool = True) -> list[str]:
    report = analysed(folder, program, input_signatures=signatures, target_tensorflow="2.9")
    (verdict,) = [each for each in report.functions if each.qualname == qualname]
    assert verdict.precondition == "P1"
    return [reason.kind for reason in verdict.failures]


@pytest.mark.parametrize(
    ("shape", "body", "fails"),
    [
        ("(2, 5)", "return tf.zeros((x.shape[1], 1))", True),
        ("(2, 5)", "return tf.zeros((x.shape[-1], 1))", True),
        ("(2, 5)", "return tf.zeros((x.shape[0], 1))", False),
        ("(2, 4)", "return tf.zeros((x.shape[1], 1))", False),
        ("(2, 5)", "return tf.zeros((tf.shape(x)[1], 1))", False),
        ("(2, 5)", "rows, columns = x.shape\n    return tf.zeros(columns)", True),
        ("(2, 5)", "rows, _ = x.shape\n    return tf.zeros(rows)", False),
        ("(5,)", "for each in x.shape:\n        pass\n    return tf.abs(x)", True),
        ("(2, 5)", "for each in x.shape:\n        pass\n    return tf.abs(x)", False),
    ],
)
def test_which_reads_need_a_known_axis(tmp_path: Path, shape: str, body: str, fails: bool) -> None:
    program = PROGRAM.format(shape=shape, body=body)
    assert kinds(tmp_path, program) == (["statically-read-axis"] if fails else [])
    assert kinds(tmp_path, program, signatures=False) == []


def test_the_build_of_a_layer_reads_the_shape_of_what_it_is_called_with(tmp_path: Path) -> None:
    program = """\
import tensorflow as tf


class Own(tf.keras.layers.Layer):
    def build(self, input_shape):
        self.w = self.add_weight("w", shape=(input_shape[-1], 3))

    def call(self, inputs):
        return tf.matmul(inputs, self.w)


class Outer(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.inner = Own()

    def call(self, inputs):
        return self.inner(inputs)


Own()(tf.ones((2, 4)))
Own()(tf.ones((2, 5)))
Outer()(tf.ones((2, 4)))
Outer()(tf.ones((2, 5)))
"""
    assert kinds(tmp_path, program, "Own.call") == ["statically-read-axis"]
    assert kinds(tmp_path, program, "Outer.call") == ["statically-read-axis"]
    assert kinds(tmp_path, program.replace("input_shape[-1]", "len(input_shape)"), "Own.call") == []

"""Functions of Keras that give an array: some need the value of a tensor with TensorFlow 2.15, and not with 2.21."""

from __future__ import annotations

from pathlib import Path

import pytest

from hybridize.verdicts.model.parts import Safety
from tests.together import analysed

PROGRAM = """\
import tensorflow as tf


def subject(x):
    y = tf.sin(x) * tf.tanh(x)
    return tf.cast(tf.keras.{}, tf.float32) * y


for value in (0.75, 0.25, -0.5):
    print(subject(tf.fill([2, 2], value)).numpy())
"""


@pytest.mark.parametrize(
    ("expression", "fix"),
    [
        # With 2.15: NotImplementedError, "Cannot convert a symbolic tf.Tensor to a numpy array".
        ("utils.to_categorical(tf.cast(y, tf.int32), 2)", Safety.UNSAFE),
        ("utils.normalize(y)", Safety.UNSAFE),
        # With 2.21 as well: without the number of classes eager code raises, too.
        ("utils.to_categorical(tf.cast(y, tf.int32))", None),
        ("utils.img_to_array(y[..., None])", None),
        ("preprocessing.sequence.pad_sequences(y)", None),
        ("utils.to_categorical([[0, 1], [1, 0]], 2)", Safety.SAFE),
        # A tensor where the graph does not know the shape, else a variable that is made at each call.
        ("backend.zeros((tf.shape(y)[0], 2))", Safety.UNSAFE),
        ("backend.zeros_like(y)", Safety.SAFE),
    ],
)
def test_an_array_made_of_a_tensor_needs_its_value(tmp_path: Path, expression: str, fix: Safety | None) -> None:
    report = analysed(tmp_path, PROGRAM.format(expression), min_gain="none")
    (subject,) = (each for each in report.functions if each.qualname == "subject")
    assert subject.verdict.recommendation.fix is fix


@pytest.mark.parametrize(("release", "fix"), [("2.15", None), ("2.16", Safety.UNSAFE)])
def test_the_release_decides(tmp_path: Path, release: str, fix: Safety | None) -> None:
    text = PROGRAM.format("utils.to_categorical(tf.cast(y, tf.int32), 2)")
    report = analysed(tmp_path, text, min_gain="none", target_tensorflow=release)
    (subject,) = (each for each in report.functions if each.qualname == "subject")
    assert subject.verdict.recommendation.fix is fix

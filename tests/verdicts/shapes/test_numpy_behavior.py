"""HYB018 is silent in a program that lets TensorFlow behave as NumPy does: dtypes are cast there."""

from __future__ import annotations

import subprocess
from pathlib import Path

import hybridize
from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow

PROGRAM = """\
import tensorflow as tf
import tensorflow.experimental.numpy as tnp

tnp.experimental_enable_numpy_behavior()
single, double, counts = tf.ones((2, 3)), tf.ones((2, 3), tf.float64), tf.constant([1, 2, 3])
assert (single * double).dtype == tf.float64
assert (single + counts).dtype in (tf.float32, tf.float64)
assert (1j * double).dtype == tf.complex128
"""


def codes(folder: Path, text: str) -> list[str]:
    (folder / "a.py").write_text(text)
    return [each.code for each in hybridize.analyze(folder, preview=True).findings]


def test_dtypes_of_such_a_program_are_no_finding(tmp_path: Path) -> None:
    assert codes(tmp_path, PROGRAM) == []
    assert codes(tmp_path, PROGRAM.replace("tnp.experimental_enable_numpy_behavior()\n", "")) == ["HYB018"]


@needs_tensorflow
def test_tensorflow_casts_there(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(PROGRAM)
    subprocess.run([TENSORFLOW_PYTHON, str(tmp_path / "a.py")], check=True, capture_output=True)

"""Shapes and dtypes that are read off the calls which make tensors where they are passed."""

from __future__ import annotations

from pathlib import Path

import hybridize

HEAD = """\
import numpy as np
import tensorflow as tf
from tensorflow import zeros

SIZE = 7


@tf.function
def f(x):
    return x * 2


def size():
    return 7


"""
SPECS = {
    "tf.ones(101)": "float32[101]",
    "tf.ones(SIZE)": "float32[7]",
    "tf.zeros((2, 3))": "float32[2, 3]",
    "zeros([2, SIZE])": "float32[2, 7]",
    "tf.ones([3], tf.float64)": "float64[3]",
    "tf.ones([4], dtype='float16')": "float16[4]",
    "tf.ones([5], dtype=np.int8)": "int8[5]",
    "tf.ones([5], tf.uint8 if SIZE else tf.int8)": None,
    "tf.random.normal((2, 1), 0.0, 1.0, tf.float64)": "float64[2, 1]",
    "tf.random.uniform([2, 2], 0, 5)": "float32[2, 2]",
    "tf.constant([[1, 2], [3, 4], [5, 6]])": "int32[3, 2]",
    "tf.constant((1, 2.5))": "float32[2]",
    "tf.constant([[1], [2, 3]])": None,
    "tf.constant([1, True])": None,
    "tf.constant('a')": None,
    "tf.constant(0.5)": "float32[]",
    "tf.constant(-1)": "int32[]",
    "tf.constant([1], dtype=tf.int64)": "int64[1]",
    "tf.constant([1, 2], tf.int64)": None,
    "tf.convert_to_tensor([0.5])": "float32[1]",
    "tf.ones((2, size()))": "float32[2, ?]",
    "tf.ones((2, *[3]))": None,
    "tf.ones(size())": None,
    "tf.ones(SIZE + 1)": "float32[?]",
    "tf.eye(3)": None,
    "np.ones(11)": None,
    "tf.ones(shape=12)": None,
}


def test_specs(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(HEAD + "".join(f"f({argument})\n" for argument in SPECS), encoding="utf-8")
    (finding,) = hybridize.analyze(program, root=tmp_path, select=["HYB002"]).findings
    first = HEAD.count("\n") + 1
    found = {related.place.line: related.message for related in finding.related}
    said = {argument: found.get(line) for line, argument in enumerate(SPECS, first)}
    assert said == {argument: spec and f"`x` is a {spec} here" for argument, spec in SPECS.items()}
    known = [spec for spec in SPECS.values() if spec]
    assert f"`x` has {len(known)} shapes or dtypes: {', '.join(known)}" in finding.message


def test_lengths_that_are_not_known_tell_no_shapes_apart(tmp_path: Path) -> None:
    """Each script has one size of its own: three shapes that may be one."""
    program = tmp_path / "program.py"
    program.write_text(
        f"{HEAD}def one(size):\n    f(tf.ones((1, size)))\n\n\ndef other(length):\n    f(tf.ones((1, length)))\n\n\n"
        "f(tf.ones((1, 416)))\none(size())\nother(size())\n",
        encoding="utf-8",
    )
    assert not hybridize.analyze(program, root=tmp_path, select=["HYB002"]).findings

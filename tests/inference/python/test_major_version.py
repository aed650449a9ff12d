"""A definition for TensorFlow 1 is none of the program: supported releases are all of TensorFlow 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

PROGRAM = """\
from distutils.version import LooseVersion
import os

import tensorflow as tf
from packaging import version

if {test}:
    def first(x):
        return tf.sqrt(tf.reduce_sum(x * x))
else:
    def second(x):
        return tf.reduce_max(x * x)
"""
ONE, TWO, BOTH = ["first"], ["second"], ["first", "second"]


@pytest.mark.parametrize(
    ("test", "run"),
    [
        ('tf.__version__[0] == "1"', TWO),
        ('tf.__version__[0] != "1"', ONE),
        ('tf.__version__.split(".")[0] == "2"', ONE),
        ('int(tf.__version__.split(".")[0]) < 2', TWO),
        ("int(tf.__version__[0]) >= 2", ONE),
        ('tf.__version__.startswith("1.")', TWO),
        ('not tf.__version__.startswith("2")', TWO),
        ('tf.__version__ >= "2"', ONE),
        ('tf.__version__ > "2.0.0"', ONE),
        ('tf.__version__ == "1.15.0"', TWO),
        ('LooseVersion(tf.__version__) >= LooseVersion("2.0")', ONE),
        ('version.parse(tf.version.VERSION) < version.parse("1.14")', TWO),
        ('tf.__version__ >= "3"', TWO),
        ('tf.__version__.startswith("2.1")', BOTH),
        ('version.parse(tf.__version__) < version.parse("2.13")', BOTH),
        ('tf.__version__.split(".")[1] == "1"', BOTH),
        ('tf.__version__ >= os.environ["TF"]', BOTH),
        ('os.__version__ == "1"', BOTH),
    ],
)
def test_the_major_version_is_known(tmp_path: Path, test: str, run: list[str]) -> None:
    functions = analysed(tmp_path, PROGRAM.format(test=test)).functions
    assert [each.qualname for each in functions if "undetermined" not in {why.kind for why in each.failures}] == run

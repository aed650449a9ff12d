"""`hybridize types` shows functions with what arrives at their parameters."""

from __future__ import annotations

from pathlib import Path

import pytest
from surfaces.conftest import Command

from hybridize.surfaces.types import said, type_text
from hybridize.verdicts.model.parts import Parameter, TensorType

PROGRAM = """\
import tensorflow as tf


def outer(x, n):
    def inner(y):
        return y * n
    return inner(x)


def other(z):
    return z


outer(tf.ones((3, 4)), 5)
outer(tf.ones((3, 4)), 6)
"""


@pytest.fixture
def program(project: Path) -> Path:
    """A file with a function inside another."""
    (project / "program.py").write_text(PROGRAM, encoding="utf-8")
    return project


def test_a_whole_file(program: Path, command: Command) -> None:
    done = command("types", "program.py")
    assert (done.status, done.err) == (0, "")
    assert done.out == """\
# program.py:4: outer
# x: float32[3, 4]
# n: 5 | 6
def outer(x, n):
    # y: float32[3, 4]
    def inner(y):
        return y * n
    return inner(x)

# program.py:10: other
# z: no tensor
def other(z):
    return z
"""


def test_one_function(program: Path, command: Command) -> None:
    assert command("types", "program.py:6").out.startswith("# program.py:5: outer.inner\n    # y: float32[3, 4]\n")
    assert command("types", "program.py:13").status == 2
    assert command("types").status == 2
    (program / "broken.py").write_text("def f(:\n", encoding="utf-8")
    assert command("types", "broken.py").status == 1


def test_what_arrives_in_words() -> None:
    known = TensorType("tensor", "float32", (20, None))
    assert type_text(known) == "float32[20, ?]"
    assert type_text(TensorType("variable", None, None)) == "variable of ?[…]"
    assert type_text(TensorType("ragged", "int64", (2, None), 1)) == "ragged int64[2, ?]"
    assert said(Parameter("x", 0, "positional-or-keyword", tensor=None)) == "not known"
    assert said(Parameter("x", 0, "positional-or-keyword", tensor=True)) == "a tensor"
    assert said(Parameter("x", 0, "positional-or-keyword", container=True)) == "tensors in a container"
    assert said(Parameter("x", 0, "positional-or-keyword", array=True, iterator=True)) == (
        "NumPy array | a data set or its iterator"
    )
    assert said(Parameter("x", 0, "positional-or-keyword", tensor=True, types=(known,) * 6)).endswith("?] | …")

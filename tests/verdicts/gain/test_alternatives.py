"""The gain counts what one call runs: of branches, and of methods that override each other, one and not all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

PROGRAM = """\
import tensorflow as tf


class Base:
    def apply(self, x):
        return tf.abs(x)


class First(Base):
    def apply(self, x):
        return tf.sin(tf.cos(tf.tan(tf.exp(x))))


class Second(Base):
    def apply(self, x):
        return tf.sqrt(tf.exp(x))


class Both:
    def __init__(self):
        self.parts = [First(), Second()]

    def __call__(self, x):
        for part in self.parts:
            x = part.apply(x)
        return x


def work(x, way, part):
{body}

def later(x, way):
    if way:
        return tf.sin(tf.cos(tf.tan(tf.exp(x))))
    return tf.sin(tf.cos(tf.tan(tf.exp(x))))


for way in range(100):
    for part in (First(), Second()):
        work(tf.ones(3), input() == "a", part)
"""
FOUR = "tf.sin(tf.cos(tf.tan(tf.exp(x))))"


def operations_of(folder: Path, body: str) -> int:
    """The operations a call of `work` with this body."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    report = analysed(folder, PROGRAM.format(body=lines))
    (found,) = [row for row in report.functions if row.qualname == "work"]
    return found.gain.operations


@pytest.mark.parametrize(
    "body, operations",
    [
        (f"x = {FOUR}\nx = {FOUR}\nreturn tf.abs(x)", 9),
        (f"if way:\n    x = {FOUR}\nelse:\n    x = {FOUR}\nreturn {FOUR}", 8),
        (f"if way:\n    return {FOUR}\nelif x is None:\n    return {FOUR}\nreturn {FOUR}", 4),
        (f"if not way:\n    return x\nx = {FOUR}\nreturn {FOUR}", 8),
        (f"if way:\n    x = {FOUR}\nelse:\n    x = {FOUR}\n    raise ValueError\nreturn {FOUR}", 8),
        # Without an `else` it is taken.
        (f"if way:\n    x = {FOUR}\nx = {FOUR}\nreturn tf.abs(x)", 9),
        (f"for _ in range(3):\n    if way:\n        x = {FOUR}\n    else:\n        x = {FOUR}\nreturn {FOUR}", 8),
        # Seven for one object and five for the other: an object has one method `apply`.
        ("return part.apply(tf.sin(tf.cos(tf.tan(x))))", 6),
        (f"return Both()({FOUR})", 10),
        ("return later(tf.abs(x), way)", 5),
        (f"for _ in x:\n    while way:\n        x = later(x, way)\n    else:\n        x = {FOUR}\nreturn x", 8),
        (f"with tf.name_scope('a'):\n    x = {FOUR}\ntry:\n    x = {FOUR}\nfinally:\n    x = {FOUR}\nreturn x", 12),
    ],
)
def test_what_excludes_each_other_does_not_add_up(tmp_path: Path, body: str, operations: int) -> None:
    assert operations_of(tmp_path, body) == operations

"""HYB004 leaves alone what each call would assign again, and tells of the neighbours of it."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize

PROGRAM = """\
import tensorflow as tf

SCALES = [1.0, 2.0]


class Model:
    def __init__(self, sizes):
        self.count = 0
        self.scales = (1.0, 2.0)
        self.parts = []
        for size in sizes:
            self.parts.append(tf.ones(size))
        self.grown = [tf.ones(1)]
        self.sizes = sizes

    @tf.function
    def step(self, x):
        {statement}
        return x * 2.0

    def grow(self):
        self.grown.append(tf.ones(1))
        {other}

    def tell(self):
        print(self.count)


model = Model([1, 2, 3])
for _ in range(3):
    model.tell()
    model.step(tf.ones(3))
    model.grow()
"""


def told(folder: Path, statement: str, other: str) -> bool:
    """Whether the assignment is a finding."""
    (folder / "main.py").write_text(PROGRAM.format(statement=statement, other=other), encoding="utf-8")
    return bool(hybridize.analyze(folder, root=folder, select=["HYB004"]).findings)


@pytest.mark.parametrize(
    "value", ["len(self.parts)", "len(self.scales)", "len(SCALES)", "3", "'traced'", "None", "len(self.sizes)"]
)
def test_each_call_would_assign_the_same(value: str, tmp_path: Path) -> None:
    assert not told(tmp_path, f"self.count = {value}", "pass")
    assert not told(tmp_path, f"self.count = {value}", f"self.count = {value}")


@pytest.mark.parametrize(
    ("statement", "other"),
    [
        ("self.count = len(self.grown)", "pass"),
        ("self.count = len(self.parts)", "self.parts = []"),
        ("self.count = len(self.parts)", "self.count = 0"),
        ("self.count = len(SCALES)", "SCALES.append(3.0)"),
        ("self.count = 3", "self.count = 0"),
        ("self.count = 3", "self.count += 1"),
        ("self.count += 1", "pass"),
        ("self.count = self.count + 1", "pass"),
    ],
)
def test_another_value_would_come(statement: str, other: str, tmp_path: Path) -> None:
    assert told(tmp_path, statement, other)

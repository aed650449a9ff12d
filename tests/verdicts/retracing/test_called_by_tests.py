"""HYB002: what only tests lead to shows how a function may be called, and not how often it is."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize

LIBRARY = """\
import tensorflow as tf


def once(x):
    @tf.function
    def step(y):
        return y * 2.0

    return step(x)


def train(x, epochs):
    for _ in range(epochs):
        x = once(x)
    return x
"""
CALLED = "import tensorflow as tf\n\nfrom library import train\n\n\n"
TEST = CALLED + "def test_train():\n    assert train(tf.ones(2), 5)[0] == 32.0\n"
PROGRAM = CALLED + "train(tf.ones(2), 5)\n"


@pytest.mark.parametrize(
    ("others", "found"),
    [
        ({}, ["once.step"]),
        ({"test_library.py": TEST}, []),
        ({"test_library.py": TEST, "main.py": PROGRAM}, ["once.step"]),
        ({"main.py": PROGRAM}, ["once.step"]),
    ],
)
def test_a_loop_that_only_tests_lead_to(tmp_path: Path, others: dict[str, str], found: list[str]) -> None:
    for name, text in {"library.py": LIBRARY, **others}.items():
        (tmp_path / name).write_text(text, "utf-8")
    report = hybridize.analyze(tmp_path, root=tmp_path, select=["HYB002"])
    assert [finding.qualname for finding in report.findings] == found


STEPS = """\
import tensorflow as tf


class Mechanism:
    @tf.function
    def row(self, index):
        return tf.range(3) * index

    def noise(self, state):
        return self.row(state)
"""
ROUNDS = """\
from library import Mechanism

{before}mechanism = Mechanism()
    for state in range(20):
        mechanism.noise(state)
"""


@pytest.mark.parametrize(
    ("name", "before", "found"),
    [("test_library.py", "def test_rounds():\n    ", []), ("main.py", "if True:\n    ", ["Mechanism.row"])],
)
def test_numbers_that_only_a_loop_of_a_test_changes(
    tmp_path: Path, name: str, before: str, found: list[str]
) -> None:
    (tmp_path / "library.py").write_text(STEPS, "utf-8")
    (tmp_path / name).write_text(ROUNDS.format(before=before), "utf-8")
    report = hybridize.analyze(tmp_path, root=tmp_path, select=["HYB002"])
    assert [finding.qualname for finding in report.findings] == found


COUNTER = """\
import tensorflow as tf


class Counter:
    def __init__(self, rows):
        self.calls = 0
        self.rows = rows

    @tf.function
    def step(self, x):
        self.calls += 1
        self.rows.append(1)
        return x * 2.0

    def show(self):
        print(self.calls, len(self.rows))
"""
USED = """\
import tensorflow as tf

from counter import Counter


def test_counter():
    counter = Counter([])
    counter.step(tf.ones(2))
    counter.show()
"""


def test_a_method_changes_its_own_object_whoever_has_made_it(tmp_path: Path) -> None:
    (tmp_path / "counter.py").write_text(COUNTER, "utf-8")
    (tmp_path / "test_counter.py").write_text(USED, "utf-8")
    report = hybridize.analyze(tmp_path, root=tmp_path, select=["HYB004"])
    # The list comes from the test, which the program may never pass.
    assert [finding.place.line for finding in report.findings] == [11]

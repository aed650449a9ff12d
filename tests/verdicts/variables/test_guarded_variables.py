"""HYB004 is silent about a variable that is made once and kept: that is how `tf.function` makes variables."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

PROGRAM = """\
import tensorflow as tf


class Mean:
    def __init__(self):
        self.value = None
        self.made = 0

    @tf.function
    def update(self, x):
        {guard}
            {statement}
        return self.value


mean = Mean()
for _ in range(3):
    mean.update(tf.ones(3))
    print(mean.made)
"""


def effects(folder: Path, guard: str, statement: str) -> list[str]:
    """What HYB004 says of the statement under the guard."""
    report = analysed(folder, PROGRAM.format(guard=guard, statement=statement), select=["HYB004"])
    return [finding.message for finding in report.findings]


@pytest.mark.parametrize("guard", ["if self.value is None:", "if not self.value:", "if not hasattr(self, 'value'):"])
def test_a_variable_for_the_first_trace(tmp_path: Path, guard: str) -> None:
    assert not effects(tmp_path, guard, "self.value = tf.Variable(x)")


@pytest.mark.parametrize(
    "guard, statement",
    [
        ("if x is not None:", "self.value = tf.Variable(x)"),
        ("if self.value is None:", "self.value = 2.0 * x"),
        ("if self.value is None:", "self.made = 1"),
        ("for _ in range(1):", "self.value = tf.Variable(x)"),
    ],
)
def test_other_assignments_are_effects(tmp_path: Path, guard: str, statement: str) -> None:
    (message,) = effects(tmp_path, guard, statement)
    assert message.endswith(("only while tracing, not at each call", "`out of scope` elsewhere"))

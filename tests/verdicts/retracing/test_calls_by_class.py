"""`Base.step(self, x, n)` writes the object itself among the arguments: each of them belongs to the next parameter."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

PROGRAM = """\
import tensorflow as tf


class Base:
    @tf.function
    def step(self, x, n):
        return tf.reduce_sum(x * x) * n


class Steps(Base):
    def run(self, length):
        return {call}


steps = Steps()
for i in range(100):
    steps.run(i)
"""


@pytest.mark.parametrize(
    "call",
    [
        "self.step(tf.ones(length), 1.0)",
        "super().step(tf.ones(length), 1.0)",
        "Base.step(self, tf.ones(length), 1.0)",
        "Base.step(self, x=tf.ones(length), n=1.0)",
        "Steps.step(self, tf.ones(length), 1.0)",
    ],
)
def test_the_shape_of_one_argument_varies(call: str, tmp_path: Path) -> None:
    report = analysed(tmp_path, PROGRAM.format(call=call), select=["HYB002"])
    said = [finding.message for finding in report.findings]
    assert ["`x` has another shape in each round" in each for each in said] == [True], said


def test_nothing_varies(tmp_path: Path) -> None:
    program = PROGRAM.format(call="Base.step(self, tf.ones(3), 1.0)")
    assert not analysed(tmp_path, program, select=["HYB002"]).findings

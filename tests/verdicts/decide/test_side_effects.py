"""A side effect that may not matter has one reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from hybridize.verdicts.model.parts import WhyNot
from tests.together import analysed

PROGRAM = """\
import warnings

import tensorflow as tf

rows = []


class Model:
    def __init__(self):
        self.scale = None
        self.calls = 0
        self.done = False
        self.weight = tf.Variable(2.0)

    @tf.function
    def run(self, x):
        {statement}
        return x * self.weight


model = Model()
for _ in range(3):
    print(model.run(tf.ones(2)))
{after}
"""


def _reasons(folder: Path, statement: str, after: str = "") -> list[WhyNot | None]:
    report = analysed(folder, PROGRAM.format(statement=statement, after=after))
    (row,) = [each for each in report.functions if each.qualname == "Model.run"]
    return [each.why_not for each in row.verdict.computation.effects]


@pytest.mark.parametrize(
    ("statement", "after", "why"),
    [
        ("rows.append(1)", "print(rows)", None),
        ("print(x)", "", None),
        ("if self.scale is None: self.scale = 2.0", "print(model.scale)", WhyNot.GUARDED),
        ("warnings.warn('slow')", "", WhyNot.TRACE_OUTPUT),
        ("self.last = x; x = self.last + 1.0", "", WhyNot.WITHIN_TRACE),
        ("warnings.filterwarnings('ignore')", "", WhyNot.SETTING),
        ("self.done = True", "print(model.done)", WhyNot.FOR_GOOD),
        ("self.calls += 1", "", WhyNot.UNREAD),
    ],
)
def test_the_reason(tmp_path: Path, statement: str, after: str, why: WhyNot | None) -> None:
    assert _reasons(tmp_path, statement, after) == [why]


def test_what_surely_happens_once_comes_before_what_nobody_sees(tmp_path: Path) -> None:
    statement = "if self.scale is None: self.scale = 2.0; warnings.warn('slow')"
    assert _reasons(tmp_path, statement) == [WhyNot.GUARDED, WhyNot.GUARDED]

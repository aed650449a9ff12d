"""`Dataset.zip` of structures that hold each other."""

from __future__ import annotations

from pathlib import Path

import hybridize

CIRCLE = """import tensorflow as tf

data = {"x": tf.data.Dataset.range(3)}
data["again"] = data


@tf.function
def step(x):
    return x * 2


for batch in tf.data.Dataset.zip(data):
    step(batch["x"])
"""


def test_a_structure_that_holds_itself_ends(tmp_path: Path) -> None:
    (tmp_path / "circle.py").write_text(CIRCLE, encoding="utf-8")
    report = hybridize.analyze(tmp_path, root=tmp_path)
    (step,) = (each for each in report.functions if each.qualname == "step")
    assert report.errors == () and report.statistics.budgets_hit == 0
    assert step.verdict.parameters[0].tensor

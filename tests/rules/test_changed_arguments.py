"""What is said of changed arguments, where it is not known what arrives: they are dictionaries by their keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

PROGRAM = """\
import tensorflow as tf


class Trainer:
    @tf.function
    def step(self, {parameter}):
        {statement}
        return batch
"""


@pytest.mark.parametrize(
    ("parameter", "statement", "raises"),
    [
        ("batch", 'batch["mask"] = batch["x"] * 2.0', True),
        ("batch: dict", 'batch["mask"] = batch["x"] * 2.0', True),
        ("batch, i", "batch[i] = 2.0", False),
        ("batch", 'batch = dict(batch); batch["mask"] = batch["x"]', None),
        ("**batch", 'batch["mask"] = batch["x"]', None),
    ],
)
def test_items_of_arguments(parameter: str, statement: str, raises: bool | None, tmp_path: Path) -> None:
    text = PROGRAM.format(parameter=parameter, statement=statement)
    report = analysed(tmp_path, text, select=["HYB004"])
    said = [finding.message for finding in report.findings]
    assert ["TensorFlow raises `ValueError`" in each for each in said] == (
        [] if raises is None else [raises]
    )

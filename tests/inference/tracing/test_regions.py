"""What a function makes under a condition on a tensor is its own there; what it has made before is not."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize

PROGRAM = """\
import tensorflow as tf

made = []


def parts(x):
    found = {{"a": x, "b": x}}
    {keep}
    return found


def marked(found):
    found["c"] = tf.zeros(3)
    return found


def choose(x):
    chance = tf.random.uniform(())
    {before}
    if chance <= 0.3:
        {first}
        found = marked(found)
        del found["b"]
        return found
    elif chance <= 0.6:
        {first}
        found = marked(found)
        del found["b"]
        return found
    else:
        {first}
        found["c"] = tf.ones(3)
        del found["b"]
        return found


for each in tf.data.Dataset.from_tensor_slices(tf.ones((4, 3))).map(choose):
    print(each)
"""


def _lines(folder: Path, **parts: str) -> list[int]:
    filled = {"keep": "pass", "before": "pass", "first": "pass", **parts}
    (folder / "program.py").write_text(PROGRAM.format_map(filled))
    report = hybridize.analyze([folder], root=folder)
    return [each.place.line for each in report.findings if each.code == "HYB007"]


def test_what_a_helper_makes_under_the_condition_may_be_changed_there(tmp_path: Path) -> None:
    assert not _lines(tmp_path, first="found = parts(x)")


@pytest.mark.parametrize("change", [{"before": "found = parts(x)"}, {"before": "found = parts(x); other = parts(x)"}])
def test_what_the_helper_has_made_before_the_condition_may_not(tmp_path: Path, change: dict[str, str]) -> None:
    assert _lines(tmp_path, **change)


def test_nor_what_everybody_can_see(tmp_path: Path) -> None:
    assert _lines(tmp_path, first="found = parts(x)", keep="made.append(found)")

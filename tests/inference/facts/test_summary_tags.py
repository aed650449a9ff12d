"""A summary without a step belongs to the step that the program has set; where nobody sets one, a graph keeps none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

PROGRAM = """\
import tensorflow as tf

writer = tf.summary.create_file_writer("logs")
count = tf.Variable(0, dtype=tf.int64)
kept = tf.Module()
kept.count = count


@tf.function
def step(x):
    tf.summary.scalar("loss", x{step})
    return x * 2.0


with writer.as_default({default}):
    for number in range(3):
        {before}
        step(tf.constant(1.0))
"""
SETS = "tf.summary.experimental.set_step(number)"


@pytest.mark.parametrize(
    ("step", "default", "before", "codes"),
    [
        ("", "", SETS, ["HYB013"]),
        ("", "step=0", "pass", ["HYB013"]),
        ("", "", "pass", []),
        ("", "", "tf.summary.experimental.set_step(tf.constant(number, tf.int64))", ["HYB013"]),
        ("", "", "tf.summary.experimental.set_step(count)\n        count.assign_add(1)", []),
        ("", "", "tf.summary.experimental.set_step(step=kept.count)", []),
        (", step=tf.constant(1, tf.int64)", "", SETS, []),
    ],
)
def test_which_step_a_graph_keeps(tmp_path: Path, step: str, default: str, before: str, codes: list[str]) -> None:
    text = PROGRAM.format(step=step, default=default, before=before)
    report = analysed(tmp_path, text, preview=True)
    assert [finding.code for finding in report.findings if finding.code == "HYB013"] == codes


OPENED = """\
import tensorflow as tf

writer = tf.summary.create_file_writer("logs")
now = tf.Module()


@tf.function
def step(x, number):
    {before}
    with writer.as_default({step}):
        tf.summary.scalar("loss", x)
    return x * 2.0


for each in range(3):
    now.step = each
    step(tf.constant(1.0), tf.constant(each, tf.int64))
"""


@pytest.mark.parametrize(
    ("before", "step", "codes"),
    [
        ("pass", "step=number", []),
        ("pass", "number", []),
        ("pass", "step=tf.cast(number, tf.int64)", []),
        ("pass", "step=now.step", ["HYB013"]),
        ("number = now.step", "step=number", ["HYB013"]),
        ("pass", "", []),
    ],
)
def test_the_step_that_comes_with_the_call_is_that_of_the_call(
    tmp_path: Path, before: str, step: str, codes: list[str]
) -> None:
    found = analysed(tmp_path, OPENED.format(before=before, step=step), preview=True).findings
    summaries = [each.code for each in found if "step" in each.message and each.code == "HYB013"]
    assert summaries[:1] == codes


TAGGED = """\
import tensorflow as tf

writer = tf.summary.create_file_writer("logs")


def told(y, number):
    tf.summary.scalar("loss", y, step=number)
    return y


def step(x, number, flag=True):
    y = tf.reduce_sum(tf.tanh(tf.exp(-tf.square(x)) + tf.abs(x) * 2.0 - tf.sin(x) + tf.cos(x) / (1.0 + x * x)) * x)
{body}
    return y


with writer.as_default():
    for turn in range(100):
        print(float(step(tf.constant([1.0, 2.0]), tf.constant(turn, tf.int64))))
"""


@pytest.mark.parametrize(
    "body, safety",
    [
        ("told(y, number)", "safe"),
        ("if flag:\n    told(y, number)", "safe"),
        ("for part in tf.data.Dataset.from_tensor_slices(x):\n    told(part, number)", "safe"),
        ("if y > 0.0:\n    tf.summary.scalar('loss', y, step=number)", "unsafe"),
        ("if y > 0.0:\n    told(y, number)", "unsafe"),
        ("told(y, number) if y > 0.0 else y", "unsafe"),
        ("y > 0.0 and told(y, number) > 0.0", "unsafe"),
        ("for _ in tf.range(2):\n    told(y, number)", "unsafe"),
        ("tf.cond(y > 0.0, lambda: told(y, number), lambda: y)", "unsafe"),
        ("tf.map_fn(lambda part: told(part, number), x)", "unsafe"),
    ],
)
def test_a_summary_in_a_condition_of_a_graph_has_another_tag(tmp_path: Path, body: str, safety: str) -> None:
    # Run with TensorFlow 2.15 and 2.21: the tag is `loss` eagerly, and in a graph where it is safe here.
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    report = analysed(tmp_path, TAGGED.format(body=lines.rstrip("\n")), select=["HYB001"])
    (finding,) = (each for each in report.findings if each.subject.qualname == "step")
    assert finding.fix is not None and finding.fix.applicability == safety
    assert (safety == "unsafe") is any("before its tag" in each.message for each in finding.assumptions)

"""A decorator that was commented out is seen, said and respected."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize

PROGRAM = """\
import tensorflow as tf


def logged(f):
    return f


{above}def step(x):
    for _ in range(3):
        x = tf.tanh(tf.matmul(x, x))
    return tf.reduce_sum(x * x)


for _ in range(10):
    step(tf.ones((3, 3)))
"""


def findings(folder: Path, above: str, **options: str) -> tuple[hybridize.Finding, ...]:
    """The findings in the program with these lines above `step`."""
    (folder / "program.py").write_text(PROGRAM.format(above=above), encoding="utf-8")
    return hybridize.analyze(folder / "program.py", root=folder, **options).findings


@pytest.mark.parametrize(
    "above",
    [
        "# @tf.function\n",
        "#@function\n",
        "#  @tf.function(jit_compile=True)  # too slow\n",
        "## @ tf.function # for debugging\n",
        "# @tf.function(\n#     autograph=False)\n",
        "# @functools.partial(tf.function, autograph=False)\n",
        "# @tf.function\n# why this is so\n@logged\n",
        "@logged\n# @tf.function\n",
        "# @tensorflow.function\n@logged\n# why this is so\n",
    ],
)
def test_a_decorator_that_was_commented_out_is_left_so_unless_all_is_asked_for(tmp_path: Path, above: str) -> None:
    assert not findings(tmp_path, above)
    (found,) = findings(tmp_path, above, min_gain="none")
    line = PROGRAM.partition("{above}")[0].count("\n") + 1 + above.startswith("@")
    assert found.message.endswith(f"; somebody commented its `@tf.function` out (line {line})")
    assert found.fix is not None and found.fix.applicability == "unsafe"
    assert [(reason.kind, reason.place.line) for reason in found.assumptions] == [("decorator-taken-off", line)]


@pytest.mark.parametrize(
    "above",
    [
        "",
        "# @tf.function\n# def step(x, y):\n#     return x\n",
        "# see tf.function\n",
        "# @tf.function\n\n",
        "# @tf.function is not needed here\n",
        "# @tf.functional\n",
    ],
)
def test_other_comments_are_none(tmp_path: Path, above: str) -> None:
    (found,) = findings(tmp_path, above)
    assert "commented" not in found.message
    assert found.fix is not None and found.fix.applicability == "safe"

"""A decorator that was commented out is seen and said, and makes the fix unsafe."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize
from tests.together import analysed

PROGRAM = """\
import tensorflow as tf


def logged(f):
    return f


{above}def step(x):
    for _ in range(6):
        x = tf.tanh(tf.matmul(x, x))
    return tf.reduce_sum(x * x)


for _ in range(10):
    step(tf.ones((3, 3)))
"""


def findings(folder: Path, above: str, **options: str) -> tuple[hybridize.Finding, ...]:
    """The findings in the program with these lines above `step`."""
    return analysed(folder, PROGRAM.format(above=above), **options).findings


@pytest.mark.parametrize(
    "above",
    [
        "# @tf.function\n",
        "#@function\n",
        "#  @tf.function(jit_compile=True)  # to be tried\n",
        "## @ tf.function # for debugging\n",
        "# @tf.function(\n#     autograph=False)\n",
        "# @functools.partial(tf.function, autograph=False)\n",
        "# @tf.function\n# why this is so\n@logged\n",
        "@logged\n# @tf.function\n",
        "# @tensorflow.function\n@logged\n# why this is so\n",
    ],
)
def test_a_decorator_that_was_commented_out_makes_the_fix_unsafe(tmp_path: Path, above: str) -> None:
    (found,) = findings(tmp_path, above)
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
        "# @tf.function is for others\n",
        "# @tf.functional\n",
    ],
)
def test_other_comments_are_none(tmp_path: Path, above: str) -> None:
    (found,) = findings(tmp_path, above)
    assert "commented" not in found.message
    assert found.fix is not None and found.fix.applicability == "safe"


@pytest.mark.parametrize(
    "above",
    [
        "# @tf.function(jit_compile=True)  # too slow\n",
        "# @tf.function  # not working\n",
        "# @tf.function gives an error, why?\n",
        "# @tf.function is not needed here\n",
        "# @tf.function doesn't work with this\n@logged\n",
    ],
)
def test_who_says_why_it_was_commented_out_is_not_told_to_put_it_back(tmp_path: Path, above: str) -> None:
    assert not findings(tmp_path, above)


BESIDE = """\
import tensorflow as tf


def train(data):
{other}    def update(x):
        for _ in range(6):
            x = tf.tanh(tf.matmul(x, x) * x)
        return tf.exp(x) / tf.reduce_sum(x)

{own}    def step(x):
        for _ in range(6):
            x = tf.tanh(tf.matmul(x, x))
        return tf.reduce_sum(x * x)

    for _ in range(1000):
        step(data)
        data = update(data)


train(tf.ones((3, 3)))
"""


@pytest.mark.parametrize(
    ("other", "own", "advised"),
    [
        ("    # @tf.function  # fails, why?\n", "    # @tf.function\n", set()),
        ("    # @tf.function\n", "    # @tf.function\n", {"update", "step"}),
        ("    # @tf.function  # fails, why?\n", "", {"step"}),
    ],
)
def test_what_is_said_above_one_function_holds_for_those_beside_it(
    tmp_path: Path, other: str, own: str, advised: set[str]
) -> None:
    found = analysed(tmp_path, BESIDE.format(other=other, own=own)).findings
    assert {each.subject.qualname.rpartition(".")[2] for each in found} == advised


def test_nor_is_what_it_calls(tmp_path: Path) -> None:
    body = "def body(x):\n    for _ in range(9):\n        x = tf.tanh(x * x)\n    return x\n\n\n"
    program = PROGRAM.replace("{above}", body + "{above}")
    program = program.replace("tf.reduce_sum(x * x)", "tf.reduce_sum(body(x))")
    for above, names in {"# @tf.function  # fails\n": [], "": ["step"]}.items():
        report = analysed(tmp_path, program.format(above=above))
        assert [each.qualname for each in report.findings] == names


UNCALLED = """\
import tensorflow as tf


# @tf.function
def step(x: tf.Tensor):
    for _ in range(20):
        x = tf.map_fn(tf.tanh, tf.matmul(x, x) + 1.0)
    return tf.reduce_sum(x)
"""


def test_it_is_said_of_a_function_that_nobody_calls_too(tmp_path: Path) -> None:
    (tmp_path / "library.py").write_text(UNCALLED, encoding="utf-8")
    (found,) = hybridize.analyze(tmp_path / "library.py", root=tmp_path, min_gain="low").findings
    kinds = {reason.kind for reason in found.assumptions}
    assert (found.code, kinds) == ("HYB001", {"no-known-caller", "decorator-taken-off"})

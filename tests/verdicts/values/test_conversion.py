"""Numbers that could be passed as tensors: where the body takes them, and which arguments of which calls that means."""

from __future__ import annotations

from pathlib import Path

import pytest

from hybridize.verdicts.model.parts import Argument, Conversion
from tests.together import analysed

HEAD = """\
import tensorflow as tf


@tf.function
def f(x, n):
    {body}


"""
LINE = HEAD.count("\n") + 1
"""The line of the first call."""


def converted(folder: Path, body: str, calls: str) -> Conversion | None:
    """What is said of the parameter `n` of `f`."""
    (report,) = analysed(folder, HEAD.format(body=body) + calls).functions
    (found,) = [each.conversion for each in report.verdict.parameters if each.name == "n"]
    return found


INTEGERS, FLOATS = "f(tf.ones(3), 1)\nf(tf.ones(3), 2)\n", "f(tf.ones(3), 0.5)\nf(tf.ones(3), 1.5)\n"


@pytest.mark.parametrize(
    ("body", "calls", "same"),
    [
        ("return tf.cast(n, tf.float32) * x", INTEGERS, True),
        ("tf.print(n)\n    return tf.range(n)", INTEGERS, True),
        ("tf.print(n)\n    return tf.identity(n), tf.range(n)", INTEGERS, False),
        ("return tf.identity(n)", FLOATS, True),
        ("tf.print(n)", FLOATS, False),
        ("return [x for _ in range(n)]", INTEGERS, False),
        ("return x if n > 1 else -x", INTEGERS, False),
        ("return x if n > len(x) else -x", FLOATS, False),
        ("return x * n", FLOATS, False),
        ("return -n", INTEGERS, False),
        ("return n", INTEGERS, False),
        ("tf.print(n)\n    return n", INTEGERS, False),
    ],
)
def test_the_body_takes_a_tensor(tmp_path: Path, body: str, calls: str, same: bool) -> None:
    found = converted(tmp_path, body, calls)
    assert found is not None and found.same is same


@pytest.mark.parametrize(
    ("body", "calls"),
    [
        # Integers take the dtype of what they are combined with, tensors of them do not.
        ("return x * n", INTEGERS),
        ("return x if n > len(x) else -x", INTEGERS),
        ("return x if n in (1, 2) else -x", INTEGERS),
        ("return x if n not in (1, 2) else -x", FLOATS),
        ("return x if n is 1 else -x", INTEGERS),
        ("return x if n is not 1 else -x", FLOATS),
        ("return '%s' % n", FLOATS),
        ("return [x] * n", FLOATS),
        ("return f'{x}' + n", FLOATS),
        ("return tf.reduce_sum(x, axis=n)", INTEGERS),
        ("return tf.cast(x, dtype=n)", INTEGERS),
        ("return tf.print(**n)", INTEGERS),
        ("return g(n)", INTEGERS),
        ("return x.sum(n)", INTEGERS),
        ("return x[n]", INTEGERS),
        ("tf.print(n)\n    return x[n]", INTEGERS),
        ("n = n + 1\n    return tf.cast(n, tf.int32)", INTEGERS),
        ("return x", INTEGERS),
        # Not every call writes the argument, or a number.
        ("return tf.identity(n)", "f(tf.ones(3), 1)\nf(*(tf.ones(3), 2))\n"),
        ("return tf.identity(n)", "f(tf.ones(3), 1)\nf(tf.ones(3), 'a')\n"),
        ("return tf.identity(n)", "f(tf.ones(3), 1)\nf(tf.ones(3), True)\n"),
        # One trace serves both numbers, and gives what came first.
        ("return tf.identity(n)", "f(tf.ones(3), 1)\nf(tf.ones(3), 1.0)\n"),
        ("return tf.identity(n)", "f(tf.ones(3), 0.0)\nf(tf.ones(3), -0.0)\n"),
        ("return tf.identity(n)", "f(tf.ones(3), 2.5)\nf(tf.ones(3), int(input()))\n"),
    ],
)
def test_the_body_or_a_call_needs_a_number(tmp_path: Path, body: str, calls: str) -> None:
    assert converted(tmp_path, body, calls) is None


def test_which_arguments_are_to_be_passed_otherwise(tmp_path: Path) -> None:
    calls = "y = f(tf.ones(3), 1)\nf(x=tf.ones(3), n=2)\nf(tf.ones(3), tf.constant(3))\n"
    calls += "f(tf.ones(3), 4 if input() else tf.constant(4))\n"
    assert converted(tmp_path, "return tf.cast(n, tf.float32)", calls) == Conversion(
        (
            Argument("program.py", LINE, 5, "f", 1, False),
            Argument("program.py", LINE + 1, 1, "f", "n", False),
            Argument("program.py", LINE + 3, 1, "f", 1, True),
        ),
        True,
    )

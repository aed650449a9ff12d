"""A loop that calls a graph runs no Python of what the graph calls: it is no reason to make that a graph as well."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

PROGRAM = """\
import tensorflow as tf


def part(x):
    y = tf.exp(x) + tf.sin(x)
    return tf.reduce_sum(y * tf.tanh(y))


{decorator}def whole(x):
    return part(x) * 2.0


def show(x):
    print(part(x).numpy())


for _ in range(1000):
    whole(tf.ones((3, 3)))
show(tf.ones((3, 3)))
"""


@pytest.mark.parametrize(("decorator", "shown"), [("@tf.function\n", False), ("", True)])
def test_a_loop_shows_what_it_runs_in_python(tmp_path: Path, decorator: str, shown: bool) -> None:
    report = analysed(tmp_path, PROGRAM.format(decorator=decorator))
    (part,) = [verdict for verdict in report.functions if verdict.qualname == "part"]
    assert bool(part.gain.loops) is shown
    assert "HYB001" not in part.codes

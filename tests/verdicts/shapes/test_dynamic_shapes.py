"""Lengths that depend on values are `None` while tracing: functions that read them as numbers stay eager."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

PROGRAM = """\
import tensorflow as tf
from tensorflow import boolean_mask


def positive(x):
    return tf.boolean_mask(x, x > 0.0)


def pair(x):
    return tf.boolean_mask(x, x > 0.0), x


def again(x, n):
    if n > 0:
        return again(x, n - 1)
    return tf.boolean_mask(x, x > 0.0)


def forever(x, n):
    if n:
        return forever(x, n)
    return x


def f(x):
    {body}


for _ in range(3):
    f(tf.constant([[1.0, 2.0], [-1.0, 3.0]]))
"""


def reasons(folder: Path, body: str) -> list[str]:
    """The hazards of `f`."""
    report = analysed(folder, PROGRAM.format(body=body))
    (subject,) = [verdict for verdict in report.functions if verdict.qualname == "f"]
    return [reason.kind for reason in subject.hazards]


@pytest.mark.parametrize(
    "body",
    [
        "found = tf.boolean_mask(x, x > 0.0)\n    return [found[i] for i in range(found.shape[0])]",
        "found = x[x > 0.0]\n    return [found[i] for i in range(found.shape[0])]",
        "keep = tf.reduce_all(x > 0.0, axis=1)\n    rows = x[keep]\n    return x / rows.shape[0]",
        "ids = tf.unique(tf.reshape(x, [-1]))[0]\n    return tf.ones((ids.shape[0], 2))",
        "keep = tf.where(x > 0.0)[:, 0]\n    rows = tf.gather(x, keep)\n    return x / rows.shape[0]",
        "found = positive(x)\n    return tf.range(found.shape[0])",
        "found, other = positive(x), x\n    return other / found.shape[0]",
        "found = again(x, 2)\n    return tf.range(found.shape[0])",
        "found = 2.0 * tf.boolean_mask(x, x > 0.0)\n    return tf.range(found.shape[0])",
        "found = tf.boolean_mask(x, x > 0.0) + 1.0\n    return tf.range(found.shape[0])",
        "found = boolean_mask(x, x > 0.0)\n    return tf.range(found.shape[0])",
        "found = tf.concat([x, tf.boolean_mask(x, x[:, 0] > 0.0)], 0)\n    return tf.range(found.shape[0])",
        "found = tf.boolean_mask(x, x > 0.0)[1:]\n    return tf.range(found.shape[0])",
        "values, where = tf.unique(tf.reshape(x, [-1]))\n    return tf.range(values.shape[0])",
        "found, rest = pair(x)\n    return tf.range(found.shape[0])",
        "return tf.range(positive(x).shape[0])",
        # The next round reads what this one assigns.
        "found = x\n    for _ in range(2):\n        n = found.shape[0]\n        found = positive(x)\n"
        "    return tf.range(n)",
    ],
)
def test_a_length_that_depends_on_values(body: str, tmp_path: Path) -> None:
    assert "statically-read-axis" in reasons(tmp_path, body)


@pytest.mark.parametrize(
    "body",
    [
        "return [x[i] for i in range(x.shape[0])]",
        # The name holds something else where it is read.
        "n = x.shape[0]\n    x = tf.boolean_mask(x, x > 0.0)\n    return tf.reduce_sum(x) / n",
        # AutoGraph makes an operation of `len`.
        "found = tf.boolean_mask(x, x > 0.0)\n    return tf.range(len(found))",
        "found = tf.boolean_mask(x, x > 0.0)\n    return tf.range(tf.shape(found)[0])",
        "found = tf.where(x > 0.0, x, 0.0)\n    return found / found.shape[0]",
        "found = forever(x, 0)\n    return tf.range(found.shape[0])",
        "found = positive(x)\n    found.set_shape((found.shape[0],))\n    return found",
        "found, other = positive(x), x\n    return found / other.shape[0]",
        "rest, found = pair(x)\n    return tf.range(found.shape[0])",
        "found = tf.boolean_mask(x, x > 0.0)[:3]\n    return tf.range(found.shape[0])",
        "found = tf.boolean_mask(x, x > 0.0)[0]\n    return tf.range(found.shape[0])",
        "found = tf.boolean_mask(x, x[:, 0] > 0.0)\n    return tf.range(found.shape[1])",
        "found = x\n    return tf.gather(tf.boolean_mask(x, x > 0.0), [0, 1]).shape[0] * found",
        "keep = x[:, 0] > 0.0\n    return x[keep] / keep.shape[0]",
        "found = x[x > 0.0]\n    return tf.range(tf.shape(found)[0])",
        "keep = tf.where(x > 0.0)\n    return tf.gather_nd(x, keep) / x.shape[0]",
    ],
)
def test_a_length_that_is_known(body: str, tmp_path: Path) -> None:
    assert "statically-read-axis" not in reasons(tmp_path, body)

"""A local function is not decorated where that would trace it at every call of the function around it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

PROGRAM = """\
import tensorflow as tf


def outer(x):
    def inner(y):
        for _ in range(3):
            y = tf.tanh(tf.matmul(y, y))
        return tf.reduce_sum(y * y)

    {body}


{calls}
"""
X = "tf.ones((3, 3))"
LOOP = f"for _ in range(10):\n    outer({X})"
INSIDE = "for _ in range(10):\n        inner(x)"


def hazards(folder: Path, body: str, calls: str) -> list[str]:
    """The hazards of `inner`."""
    report = analysed(folder, PROGRAM.format(body=body, calls=calls))
    (inner,) = [verdict for verdict in report.functions if verdict.qualname == "outer.inner"]
    return [reason.kind for reason in inner.hazards]


@pytest.mark.parametrize(
    ("body", "calls"),
    [
        ("return inner(x)", LOOP),
        ("return inner(x)", f"outer({X})\nouter({X})"),
        (INSIDE, f"def middle():\n    outer({X})\n\n\nfor _ in range(2):\n    middle()"),
        ("y = inner(x)\n    return y", LOOP),
        ("f = inner\n    return f(x)", LOOP),
        ("return tf.map_fn(inner, x[None])", LOOP),
    ],
)
def test_made_at_each_call(tmp_path: Path, body: str, calls: str) -> None:
    assert "retracing" in hazards(tmp_path, body, calls)


@pytest.mark.parametrize(
    ("body", "calls"),
    [
        (INSIDE, f"outer({X})"),
        (INSIDE, f"def main():\n    outer({X})\n\n\nmain()"),
        (INSIDE + "\n    return inner", LOOP),
        ("inner(x)\n    return [inner]", LOOP),
        ("outer.kept = inner\n    return inner(x)", LOOP),
    ],
)
def test_made_once_or_kept(tmp_path: Path, body: str, calls: str) -> None:
    assert "retracing" not in hazards(tmp_path, body, calls)


GRADIENT = """\
import tensorflow as tf


@tf.custom_gradient
def outer(x):
    y = x.numpy()

    def inner(dy):
        for _ in range(3):
            dy = tf.tanh(tf.matmul(dy, dy)) * y
        return dy

    return tf.tanh(x), inner


for _ in range(10):
    outer(tf.ones((3, 3)))
"""


def test_the_gradient_of_one_call(tmp_path: Path) -> None:
    """TensorFlow calls it once for each call of the function that has made it."""
    assert not analysed(tmp_path, GRADIENT).findings


MAKER = """\
import tensorflow as tf


KEPT = {{}}


{decorator}def deco(f):
    def w(x):
        for _ in range(3):
            x = tf.tanh(tf.matmul(x, f(x)))
        return tf.reduce_sum(x * x)

    {body}


for _ in range(10):
    {call}
"""


def of_maker(folder: Path, body: str, call: str, decorator: str = "") -> list[str]:
    """The hazards of what the maker makes."""
    report = analysed(folder, MAKER.format(body=body, call=call, decorator=decorator))
    (made,) = [verdict for verdict in report.functions if verdict.qualname == "deco.w"]
    return [reason.kind for reason in made.hazards]


def test_made_for_one_call(tmp_path: Path) -> None:
    assert "retracing" in of_maker(tmp_path, "return w", "deco(tf.abs)(tf.ones((3, 3)))")


@pytest.mark.parametrize(
    ("body", "call", "decorator"),
    [
        ("return KEPT.setdefault(f, w)", "deco(tf.abs)(tf.ones((3, 3)))", ""),
        ("KEPT[f] = w\n    return w", "deco(tf.abs)(tf.ones((3, 3)))", ""),
        ("return w", "deco(tf.abs)(tf.ones((3, 3)))", "import functools\n\n\n@functools.cache\n"),
        ("return w", "f = deco(tf.abs)\n    for x in tf.ones((9, 3, 3)):\n        f(x)", ""),
    ],
)
def test_made_for_more_calls(tmp_path: Path, body: str, call: str, decorator: str) -> None:
    assert "retracing" not in of_maker(tmp_path, body, call, decorator)


HANDED_OUT = """\
import tensorflow as tf
import tensorflow_probability as tfp

layer, optimizer = tf.keras.layers.Dense(3), tf.keras.optimizers.SGD()
weights = tf.Variable(tf.ones((3, 3)))


def outer(x):
    y = tf.tanh(tf.matmul(x, weights))

    def inner():
        z = y * weights
        for _ in range(3):
            z = tf.tanh(tf.matmul(z, z))
        return tf.reduce_sum(z * z)

    return y, inner


def step(x):
    y, loss = outer(x)
    {use}
    return y


for _ in range(10):
    step(tf.ones((3, 3)))
"""


@pytest.mark.parametrize(
    ("use", "once"),
    [
        ("layer.add_loss(loss)", True),
        ("optimizer.minimize(loss, [weights])", True),
        ("layer.add_loss(loss)\n    print(loss())", True),
        ("tfp.math.minimize(loss, num_steps=100, optimizer=optimizer)", False),
        ("for _ in range(100):\n        optimizer.minimize(loss, [weights])", False),
    ],
)
def test_made_for_one_call_of_a_library(tmp_path: Path, use: str, once: bool) -> None:
    """Layers and optimizers call once what they are handed; what runs in rounds calls it in each."""
    report = analysed(tmp_path, HANDED_OUT.format(use=use))
    (made,) = [verdict for verdict in report.functions if verdict.qualname == "outer.inner"]
    assert ("retracing" in [reason.kind for reason in made.hazards]) is once

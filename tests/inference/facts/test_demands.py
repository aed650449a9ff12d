"""What bodies demand of tensors of which nothing else is known: the report says it, and TensorFlow refuses the rest."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from tests.together import analysed

HEAD = """\
import tensorflow as tf
from tensorflow.keras import backend as K

weights = tf.Variable(tf.ones((3, 3)))
whole = tf.constant([1, 2, 3])
images = tf.keras.layers.Conv2D(2, 1)
steps = tf.keras.layers.LSTM(2)
smooth = tf.keras.layers.ReLU()


class Layer(tf.keras.layers.Layer):
    def call(self, inputs):
        return images(smooth(inputs))


layer = Layer()


class Parts:
    def second(self, other, image):
        return images(image)


    def more(self, image, *others):
        return images(image)


parts = Parts()


def helper(value):
    return images(value)


"""
BODIES: dict[str, tuple[str | None, int | None]] = {
    "return images(x)": (None, 4),
    "return steps(tf.cast(x, tf.float32) / 255.0)": (None, 3),
    "return smooth(x)": (None, None),
    "return layer(x)": (None, 4),
    "return helper(value=tf.cast(x, tf.float32))": (None, 4),
    "return parts.second(flag, x)": (None, 4),
    "return Parts.second(parts, flag, x)": (None, 4),
    "x = tf.expand_dims(x, 0)\n    return images(x)": (None, 3),
    "return images(x[tf.newaxis, ..., 0])": (None, 4),
    "return tf.transpose(x, [0, 2, 1])": (None, 3),
    "return tf.einsum('bij,bjk->bik', x, x)": (None, 3),
    "a, b, c = x.shape\n    return a": (None, 3),
    "a, b = tf.unstack(tf.shape(x))\n    return a": (None, 2),
    "a, b = x.get_shape().as_list()\n    return a": (None, 2),
    "if len(x.shape) != 3:\n        raise ValueError(x)\n    return x": (None, 3),
    "if K.ndim(x) != 2:\n        raise ValueError(x)\n    return x": (None, 2),
    "assert x.shape.rank == 2\n    return x": (None, 2),
    "return tf.matmul(x, weights)": ("float32", None),
    "return x @ weights": ("float32", None),
    "y = tf.nn.relu(x)\n    return tf.reduce_sum(y - weights)": ("float32", None),
    "return whole + x": ("int32", None),
    "return x + 1": (None, None),
    "return x * 2.0": (None, None),
    "return tf.where(x, 1.0, 2.0)": ("bool", None),
    "return tf.where(x)": (None, None),
    "return tf.reduce_all(x)": ("bool", None),
    "with tf.name_scope('a'):\n        return images(x)": (None, 4),
    "x += weights\n    return x": ("float32", None),
    "return tf.concat([x, weights], 0)": ("float32", 2),
    "return tf.concat([weights, x], 0)": ("float32", 2),
    "return tf.stack([x, weights])": ("float32", 2),
    "y = x[0]\n    images(x)\n    return tf.transpose(y, [0, 2, 1])": (None, 4),
    "return images(x[0])": (None, 5),
    "return images(x[..., 0])": (None, 5),
    "return images(x[None])": (None, 3),
    "return images(x[0:1])": (None, 4),
    "return images(-x)": (None, 4),
    "a, b = list(x.shape)\n    return a": (None, 2),
    "a, b = tuple(x.get_shape())\n    return a": (None, 2),
    "a, b = K.int_shape(x)\n    return a": (None, 2),
    "assert x.shape.ndims == 2\n    return x": (None, 2),
    "assert x.ndim == 2\n    return x": (None, 2),
}
"""Bodies of functions of `x`, with the only dtype and the only rank that they take."""
SILENT = (
    "if flag:\n        return x\n    return images(x)",
    "if flag:\n        x = images(x)\n    return x",
    "for _ in range(flag):\n        x = images(x)\n    return x",
    "try:\n        return images(x)\n    except ValueError:\n        return x",
    "return flag and images(x)",
    "return images(x) if flag else x",
    "return [images(x) for _ in range(flag)]",
    "return lambda: images(x)",
    "if len(x.shape) != 3:\n        if flag:\n            return x\n        raise ValueError(x)\n    return x",
    "return Parts.second(parts, x, tf.ones((1, 2, 2, 3)))",
    "return parts.more(tf.ones((1, 2, 2, 3)), x)",
    "return Parts.more(x, tf.ones((1, 2, 2, 3)), flag)",
    "return x << flag",
    "return flag >> x",
    "yield images(x)",
    "x = tf.reshape(x, (1, 1, 1, -1))\n    return images(x)",
    "if flag:\n        x = tf.ones((1, 1, 1, 3))\n    return images(x)",
    "a, b = x.other().as_list()\n    return a",
    "a, b = tf.size(x)\n    return a",
    "a, b = list(x.shape, flag)\n    return a",
    "assert len(x) == 2\n    return x",
    "assert x.shape.rank == flag\n    return x",
    "assert x.rank == 2\n    return x",
    "return tf.matmul(*[x, weights])",
    "return tf.matmul(**{'a': x, 'b': weights})",
    "return images(x[flag])",
    "return not x",
    "with contextlib.suppress(ValueError):\n        images(x)\n    return x",
)
"""Bodies that say nothing of `x`, since they may leave out what takes one rank alone, or give it something else."""


def said(folder: Path, body: str, calls: str = "probe(somewhere.load(), somewhere.flag())") -> list[dict[str, Any]]:
    """What the report says of `x`, where a tensor arrives of which nothing is known."""
    load = "def load():\n    return tf.convert_to_tensor(somewhere.load())\n\n\n"
    calls = calls.replace("somewhere.load", "load")
    source = f"import contextlib\nimport somewhere\n{HEAD}def probe(x, flag):\n    {body}\n\n\n{load}{calls}\n"
    functions = analysed(folder, source).to_json()["functions"]
    (found,) = [each for each in functions if each["qualname"] == "probe"]
    types: list[dict[str, Any]] = found["parameters"][0]["types"]
    return types


@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
def test_a_body_says_what_it_takes(body: str, tmp_path: Path) -> None:
    dtype, rank = BODIES[body]
    (found,) = said(tmp_path, body)
    assert (found["dtype"], found["shape"]) == (dtype, None if rank is None else [None] * rank)


@pytest.mark.parametrize("body", SILENT, ids=range(len(SILENT)))
def test_what_may_be_left_out_demands_nothing(body: str, tmp_path: Path) -> None:
    (found,) = said(tmp_path, body)
    assert (found["dtype"], found["shape"]) == (None, None)


def test_a_fault_of_ours_costs_one_function(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise KeyError("no such operator")

    monkeypatch.setattr("hybridize.inference.facts.demands.demands.of_subscript", fails)
    source = f"{HEAD}def probe(x):\n    return images(x[0])\n\n\ndef other(x):\n    return images(x)\n"
    calls = [f"{name}(tf.convert_to_tensor(somewhere.load()))" for name in ("probe", "other")]
    text = "\n".join([f"{source}import somewhere\n", *calls])
    report = analysed(tmp_path, text)
    assert [each.kind for each in report.errors] == ["internal-error"] and "`probe` failed" in report.errors[0].message
    other = next(each for each in report.to_json()["functions"] if each["qualname"] == "other")
    assert [len(each["shape"]) for each in other["parameters"][0]["types"]] == [4]


def test_callers_say_more_than_bodies(tmp_path: Path) -> None:
    (found,) = said(tmp_path, "return x @ weights", "probe(tf.ones((2, 3), tf.float64), 1)")
    assert (found["dtype"], found["shape"]) == ("float64", [2, 3])


def test_what_is_caught_may_be_refused(tmp_path: Path) -> None:
    calls = "try:\n    probe(somewhere.load(), 1)\nexcept ValueError:\n    pass"
    (found,) = said(tmp_path, "return images(x)", calls)
    assert found["shape"] is None


def test_arrays_are_converted_and_keep_their_types(tmp_path: Path) -> None:
    calls = "import numpy as np\nprobe(np.load('a'), 1)\nprobe(somewhere.load(), 1)"
    found = said(tmp_path, "return whole + x", calls)
    assert [(each["kind"], each["dtype"]) for each in found] == [("ndarray", None), ("tensor", "int32")]


def test_what_is_assumed_to_be_a_tensor_has_no_type(tmp_path: Path) -> None:
    assert said(tmp_path, "return x @ weights", "pass") == []


@pytest.mark.slow
@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
def test_tensorflow_refuses_everything_else(body: str) -> None:
    tf = pytest.importorskip("tensorflow")
    dtype, rank = BODIES[body]
    names: dict[str, Any] = {}
    exec(f"{HEAD}def probe(x, flag=1):\n    {body}\n", names)
    taken = set()
    for given, axes in itertools.product((tf.float32, tf.float64, tf.int32, tf.bool), range(6)):
        x = tf.cast(tf.ones((3,) * axes), given)
        for name in ("images", "steps"):
            # The weights of a layer are made for what arrives first.
            names[name] = type(names[name]).from_config(names[name].get_config())
        try:
            names["probe"](x)
        except Exception:
            continue
        taken.add((given.name, axes))
    assert taken
    assert dtype is None or {name for name, _ in taken} == {dtype}
    # Older releases let convolutions have more axes of batches.
    older = set(range(rank or 0, 6)) if int(tf.__version__.split(".")[1]) < 16 else {rank}
    assert rank is None or {axes for _, axes in taken} <= older

"""What a trace would keep of libraries and of open shapes, and what looks like it and is followed."""

from __future__ import annotations

from pathlib import Path

import pytest

from hybridize.verdicts.model.parts import Safety
from tests.together import analysed

BREAKS = (
    ("w = tf.Variable([1.0], shape=[None])", "float(tf.convert_to_tensor(w).shape[0])", ""),
    ("w = tf.Variable([1.0], validate_shape=False)", "float((w + 1.0).shape[0])", ""),
    ("w = tf.Variable([1.0], shape=tf.TensorShape(None))", "tf.unstack(w + 1.0)[0]", ""),
    ("event = threading.Event()", "float(len(repr(event)))", "event.set()"),
    ("event = threading.Event()", "float(len(f'{event}'))", "event.set()"),
    ("event = threading.Event()", "float(len('{}'.format(event)))", "event.set()"),
    ("event = threading.Event()", "float(len('%s' % event))", "event.set()"),
    ("values = []; g = functools.partial(max, values)", "float(len(str(g)))", "values.append(1)"),
    ("counter = itertools.count()", "float(len(repr(counter)))", "next(counter)"),
    ("options = argparse.Namespace(rate=1.0); shown = vars(options)", "shown['rate']", "options.rate = float(k)"),
    ("tf.random.set_seed(1)", "tf.random.uniform([])", ""),
    ("", "tf.random.uniform([], seed=1) + tf.random.uniform([], seed=1)", ""),
    ("", "tf.add_n([tf.random.uniform([], seed=1) for _ in range(2)])", ""),
    ("", "float(len(tf.squeeze(tf.zeros([n, 1])).shape))", ""),
    ("", "float(len(tf.reduce_sum(tf.ones((2, 3)), axis=tf.range(n)).shape))", ""),
    ("", "float(len(f'{v[:n].shape}'))", ""),
    ("", "len(v[:n])", ""),
    ("", "tf.add_n([e * 2.0 for e in tf.data.Dataset.from_tensor_slices(v)])", ""),
    ("", "tf.add_n([*tf.data.Dataset.from_tensor_slices(v)])", ""),
    ("", "tf.add_n(list(tf.data.Dataset.from_tensor_slices(v)))", ""),
    ("", "sum(tf.data.Dataset.from_tensor_slices(v))", ""),
)
"""What stands before, what a function computes, and what happens between its calls."""
WORKS = (
    ("w = tf.Variable([1.0], shape=[1])", "float(tf.convert_to_tensor(w).shape[0])", ""),
    ("w = tf.Variable([1.0], shape=[None])", "float(v.shape[0])", ""),
    ("path = pathlib.PurePath('a')", "float(len(str(path)))", ""),
    ("counts = collections.Counter('abc')", "float(len(str(counts)))", ""),
    ("shown = vars(argparse.Namespace(rate=1.0))", "shown['rate']", ""),
    ("", "tf.random.uniform([])", ""),
    ("", "tf.random.uniform([], seed=1)", ""),
    ("tf.random.set_seed(1)", "tf.random.stateless_uniform([], [1, 2])", ""),
    ("tf.random.set_seed(1); g = tf.random.Generator.from_seed(1)", "g.uniform([])", ""),
    ("", "float(len(tf.zeros([n, 1]).shape))", ""),
    ("", "float(len(f'{v.shape}'))", ""),
    ("", "float(len(v[:n]))", ""),
    ("", "tf.cast(len(v[:n]), tf.float32)", ""),
    ("", "tf.data.Dataset.from_tensor_slices(v).reduce(0.0, lambda a, e: a + e)", ""),
)


@pytest.mark.parametrize("before, expression, between", [*BREAKS, *WORKS])
def test_what_a_trace_keeps(tmp_path: Path, before: str, expression: str, between: str) -> None:
    text = (
        "import argparse, collections, functools, itertools, pathlib, threading\nimport tensorflow as tf\n"
        f"{before}\n\n\ndef subject(x, v, n):\n    x = x * {expression}\n"
        "    return tf.reduce_sum(tf.stack([x, tf.tanh(x), tf.sin(x) * tf.cos(x)]))\n\n\n"
        "for k in range(9):\n    print(subject(tf.constant(k * 1.0), tf.ones([3]), tf.constant(k)).numpy())\n"
        f"    {between or 'pass'}\n"
    )
    (found,) = analysed(tmp_path, text, min_gain="none").functions
    safe = found.verdict.recommendation.fix is Safety.SAFE
    assert safe == ((before, expression, between) in WORKS)

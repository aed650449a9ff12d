"""Runs expressions with TensorFlow, eagerly and traced, and tells which do not do the same.

    python traced_runs.py < RUNS > RESULTS

RUNS is a JSON list of expressions, or of statements that bind `r`; `x`, `y`, `n` and `v` are tensors in them. A result
is `same`, `absent` where this release has not got what is called, or what happened. A script of its own: it is run by
interpreters that have TensorFlow and need not have this project.
"""

from __future__ import annotations

import collections
import importlib
import json
import logging
import sys
import tempfile
import textwrap
import warnings
from pathlib import Path
from typing import Any

PREPARED = '''
import array, collections, contextlib, copy, dataclasses, functools, heapq, inspect, itertools, math, operator, re
import queue, statistics, tempfile, types, typing

import numpy as np
import tensorflow as tf

w = tf.Variable(1.5)
optimizer = tf.keras.optimizers.SGD(0.1)
metric = tf.keras.metrics.Mean()
accuracy = tf.keras.metrics.MeanSquaredError()
layer = tf.keras.layers.Layer()
first = tf.keras.layers.Dense(2, kernel_initializer="ones", name="first")
model = tf.keras.Sequential([first])
model.build((None, 3))
iterator = iter(tf.data.Dataset.from_tensors(1.5).repeat())
table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer([1, 2], [2.0, 3.0]), 0.0)
mutable = tf.lookup.experimental.MutableHashTable(tf.int32, tf.float32, 0.0)
dense = tf.lookup.experimental.DenseHashTable(tf.int32, tf.int32, 0, -1, -2)
writer = tf.summary.create_file_writer(tempfile.mkdtemp())


def f(x, y, n, v):
'''
CALLS = (
    (0.75, 0.25, 2, [0.5, -0.25, 1.0]),
    (-0.5, 0.25, 1, [1.5, 0.25, -1.0]),
    (0.25, 1.5, 0, [1.5, 0.25, -1.0]),
)
ABSENT = (AttributeError, ModuleNotFoundError)
_VIEWS = (type({}.keys()), type({}.values()), type({}.items()))


def described(value: Any, tensors: list[Any]) -> str:
    """The structure of a value as text; its tensors are collected."""
    import tensorflow as tf

    if isinstance(value, (tf.Tensor, tf.Variable)):
        tensors.append(tf.identity(value))
        return "tensor"
    if isinstance(value, dict):
        items = [f"{described(key, tensors)}: {described(item, tensors)}" for key, item in value.items()]
        return f"{type(value).__name__}({', '.join(items)})"
    if isinstance(value, (list, tuple, set, frozenset, collections.deque, *_VIEWS)):
        return f"{type(value).__name__}({', '.join(described(item, tensors) for item in value)})"
    if hasattr(value, "__next__"):
        return described(list(value), tensors)
    return "function" if callable(value) and not isinstance(value, type) else repr(value)


def outcome(path: Path, hybrid: bool) -> list[Any]:
    """What the calls gave, or the exception."""
    import numpy as np
    import tensorflow as tf

    sys.modules.pop(path.stem, None)
    importlib.invalidate_caches()
    module = importlib.import_module(path.stem)
    texts: list[str] = []

    def run(*arguments: Any) -> list[Any]:
        tensors: list[Any] = []
        texts.append(described(module.f(*arguments), tensors))
        return tensors

    function = tf.function(run) if hybrid else run
    results: list[Any] = []
    for arguments in CALLS:
        try:
            tensors = function(*map(tf.constant, arguments))
        except Exception as error:
            return [*results, error]
        results.append((texts[-1], [np.asarray(each) for each in tensors]))
    return results


def compared(run: str, path: Path) -> str:
    """What happened with a run."""
    body = run if any(line.startswith("r = ") for line in run.splitlines()) or "    r = " in run else f"r = {run}"
    path.write_text(PREPARED + textwrap.indent(body, "    ") + "\n    return r\n", encoding="utf-8")
    eager, hybrid = outcome(path, False), outcome(path, True)
    if isinstance(eager[-1], Exception):
        absent = isinstance(eager[-1], ABSENT) or type(eager[-1]).__name__ == "TBNotInstalledError"
        return "absent" if absent else f"fails eagerly: {eager[-1]!r}"
    if isinstance(hybrid[-1], Exception):
        return f"fails in a graph: {type(hybrid[-1]).__name__}"
    return "same" if all(map(_agree, eager, hybrid)) else f"{eager} -> {hybrid}"


def _agree(eager: Any, hybrid: Any) -> bool:
    import numpy as np

    if eager[0] != hybrid[0] or len(eager[1]) != len(hybrid[1]):
        return False
    return all(
        # Rounding differs between operations that are fused and others.
        np.allclose(a, b, rtol=1e-4, equal_nan=True) if a.dtype.kind in "fiub" else bool((a == b).all())
        for a, b in zip(eager[1], hybrid[1])
    )


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    logging.getLogger("tensorflow").setLevel(logging.FATAL)
    with tempfile.TemporaryDirectory() as scratch:
        sys.path.insert(0, scratch)
        runs = json.load(sys.stdin)
        print(json.dumps([compared(run, Path(scratch, f"run_{number}.py")) for number, run in enumerate(runs)]))

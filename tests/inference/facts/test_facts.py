"""What the facts of a program answer: about its operations, its calls outside of it, and what is hybrid."""

from __future__ import annotations

from pathlib import Path

import pytest
from astroid import nodes

from hybridize.inference.facts.facts import is_foreign
from tests.inference.facts.programs import analysed, function

HEAD = """\
import numpy as np
import tensorflow as tf
from somewhere import load, flag
"""
FIRST = 4
"""The line on which the programs begin."""


@pytest.mark.parametrize(
    ("program", "lines"),
    [
        ("tf.ones((2, 3)) + tf.ones(4)", [1]),
        ("tf.ones((2, 3)) + tf.ones(3)", []),
        ("tf.ones(2) + tf.ones(2, tf.float64)", [1]),
        ("tf.matmul(tf.ones((2, 3)), tf.ones((2, 3)))", [1]),
        # In all contexts, or in none.
        ("def f(x):\n    return x + tf.ones(4)\nf(tf.ones(2))\nf(tf.ones(3))", [2]),
        ("def f(x):\n    return x + tf.ones(4)\nf(tf.ones(2))\nf(tf.ones(4))", []),
        ("def f(x):\n    return x + tf.ones(4)\nf(tf.ones(2))\nf(load())", []),
        # A signature decides what arrives.
        ("@tf.function(input_signature=[tf.TensorSpec([4])])\ndef f(x):\n    return x + tf.ones(4)\nf(tf.ones(2))", []),
        # A program that lets TensorFlow behave as NumPy does casts dtypes, and no shapes.
        ("tf.experimental.numpy.experimental_enable_numpy_behavior()\ntf.ones(2) + tf.ones(2, tf.float64)", []),
        ("tf.experimental.numpy.experimental_enable_numpy_behavior()\ntf.ones(2) + tf.ones(3)", [2]),
    ],
)
def test_operations_that_are_refused(program: str, lines: list[int], tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}{program}\n")
    assert [node.lineno - FIRST + 1 for node, _ in facts.refused_operations()] == lines


@pytest.mark.parametrize(
    ("expression", "fits", "met"),
    [
        ("tf.ones(2) + np.ones(2, np.float32)", True, {("float32", "float32")}),
        ("tf.ones(2) + np.ones(2)", False, {("float64", "float32")}),
        ("tf.ones(2) + load()", False, {(None, None)}),
        ("tf.ones(2) + tf.ones(2)", False, set()),
        ("tf.ones(2) + np.load('a')", False, {(None, "float32")}),
    ],
)
def test_arrays_that_meet_tensors(
    expression: str, fits: bool, met: set[tuple[str | None, str | None]], tmp_path: Path
) -> None:
    facts = analysed(tmp_path, f"{HEAD}def f():\n    return {expression}\nf()\n")
    inside = function(facts, "f")
    (operation,) = inside.node.nodes_of_class(nodes.BinOp)
    assert facts.arrays_fit(operation, inside.contexts) is fits
    assert {(pair.array, pair.other) for pair in facts.arrays_met(operation, inside.contexts)} == met
    assert not facts.arrays_met(operation, ())


HYBRID: dict[str, str] = {
    "def f(x): pass": "",
    "@tf.function\ndef f(x): pass": "hybrid decorated",
    "@tf.function()\ndef f(x): pass": "hybrid decorated",
    "def f(x): pass\ng = tf.function(f)": "hybrid",
    "def f(x): pass\ng = tf.function(f if flag else load)": "hybrid perhaps",
    "def f(x): pass\ndef h(x): pass\ng = tf.function(f if flag else h)": "hybrid perhaps",
    "def graph(g):\n    return tf.function(g)\n@graph\ndef f(x): pass": "hybrid",
    "def graph(g):\n    return tf.function(g) if flag else g\n@graph\ndef f(x): pass": "hybrid perhaps",
}


@pytest.mark.parametrize(("program", "expected"), HYBRID.items())
def test_what_is_hybrid(program: str, expected: str, tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}{program}\nf(1)\n")
    node = function(facts, "f").node
    found = {
        "hybrid": facts.is_hybrid(node), "decorated": facts.is_decorated(node),
        "perhaps": facts.is_perhaps_eager(node),
    }  # fmt: skip
    assert " ".join(word for word, holds in found.items() if holds) == expected


CALLS = """\
def f(x): return x
data = tf.data.Dataset.range(3)
optimizer = tf.keras.optimizers.Adam()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
tf.cond(True, f, f)
tf.map_fn(f, data)
list(map(f, [1]))
load(f)
optimizer.minimize(f, [])
optimizer.apply_gradients([])
model.fit(data)
model.summary()
f(1)
np.ones(2)
data.map(f)
"""


def test_what_calls_call(tmp_path: Path) -> None:
    facts = analysed(tmp_path, HEAD + CALLS)
    calls = [each for module in facts.program.modules for each in module.tree.nodes_of_class(nodes.Call)]
    statements = {each.lineno - FIRST + 1: each for each in calls if isinstance(each.parent, nodes.Expr)}

    def lines(found: object) -> list[int]:
        return sorted({each.lineno - FIRST + 1 for each in found})  # type: ignore[attr-defined]

    assert {line: facts.callbacks_of(each) for line, each in statements.items() if facts.callbacks_of(each)} == {
        5: 2, 6: 1, 9: 1
    }  # fmt: skip
    assert lines(facts.calls_of_optimizers({"minimize"})) == [9]
    assert lines(facts.calls_of_optimizers({"minimize", "apply_gradients"})) == [9, 10]
    assert [(call.lineno - FIRST + 1, weight) for call, weight in facts.calls_of_models({"fit": 7})] == [(11, 7)]
    assert lines(facts.calls_into("numpy")) == [14]
    assert lines(facts.operations_of({"tensorflow.cond"})) == [5]
    assert not facts.contexts_of(statements[13]) and facts.contexts_of(function(facts, "f").node)
    assert not facts.calls_outside(statements[13]) and facts.calls_outside(statements[14])


@pytest.mark.parametrize(
    ("imports", "foreign"),
    [
        ("import torch", True), ("import torch.nn as nn", True), ("from jax import numpy", True), ("import numpy", False),
        ("import torch\nimport tensorflow", False), ("import torch\nfrom keras import layers", False),
        ("from . import torch", False), ("# torch", False), ("import torchvision", False),
    ],
)  # fmt: skip
def test_modules_of_other_frameworks(imports: str, foreign: bool, tmp_path: Path) -> None:
    (module,) = analysed(tmp_path, f"{imports}\n").program.modules
    assert is_foreign(module) is foreign

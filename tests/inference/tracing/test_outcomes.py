"""What a condition or loop on a tensor may give: each kind of object at each place where AutoGraph makes an outcome.

All were run with TensorFlow 2.21 and 2.15, eagerly and as graphs. `tests/fuzz/corpus` keeps some of those that break.
"""

from __future__ import annotations

import pytest

from hybridize.verdicts.model.parts import Safety
from tests.together import Said, Together

HEAD = """\
import collections
import dataclasses
import enum
import numpy as np
import tensorflow as tf


class Scale:
    def __init__(self, k):
        self.k = k


class Mode(enum.Enum):
    ONE = 1.0
    TWO = 2.0


@dataclasses.dataclass(frozen=True)
class Settings:
    k: float


Pair = collections.namedtuple("Pair", "x y")
one, two = Scale(1.0), Scale(2.0)
low, high = Settings(1.0), Settings(2.0)
generator = tf.random.Generator.from_seed(1)
table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer([1], [2.0]), 0.0)
layer = tf.keras.layers.Dense(2)
layer.build((None, 3))


def double(x):
    return x * 2.0
"""
FORMS = {
    "returned": (
        "def chosen(x):\n    if tf.reduce_sum(x) > 0.5:\n        return {a}\n    return {b}\n\n\n"
        "def subject(x):\n    w = chosen(x)\n"
    ),
    "returned on both sides": (
        "def chosen(x):\n    if tf.reduce_sum(x) > 0.5:\n        return {a}\n    else:\n        return {b}\n\n\n"
        "def subject(x):\n    w = chosen(x)\n"
    ),
    "assigned": "def subject(x):\n    if tf.reduce_sum(x) > 0.5:\n        w = {a}\n    else:\n        w = {b}\n",
    "assigned on one side": "def subject(x):\n    w = {b}\n    if tf.reduce_sum(x) > 0.5:\n        w = {a}\n",
    "chosen": "def subject(x):\n    w = {a} if tf.reduce_sum(x) > 0.5 else {b}\n",
    "in a loop": "def subject(x):\n    w = {b}\n    for _ in tf.range(tf.cast(x[0], tf.int32)):\n        w = {a}\n",
}
TAIL = """\
    return tf.reduce_sum({use}) + tf.reduce_sum(tf.sin(x) * tf.cos(x) + tf.tanh(x))


for k in (0.0, 1.0, 2.0, 0.0, 1.0, 3.0):
    print(float(subject(tf.ones(3) * k)))
"""
BREAKING = {
    "objects": ("one", "two", "tf.sin(w.k)"),
    "one object": ("one", "one", "tf.sin(w.k)"),
    "members of an enumeration": ("Mode.ONE", "Mode.TWO", "tf.sin(w.value)"),
    "data classes": ("low", "high", "tf.sin(w.k)"),
    "functions": ("double", "tf.sin", "w(x)"),
    "classes": ("Scale", "Settings", "w(1.0).k"),
    "layers": ("layer", "double", "w(x[None])"),
    "generators": ("generator", "None", "x if w is None else w.normal(())"),
    "tables": ("table", "None", "x if w is None else w.lookup(tf.constant(1))"),
    "None alone": ("None", "None", "x if w is None else x * 2.0"),
    "None or a tensor": ("None", "x * 2.0", "x if w is None else w"),
    "texts and numbers": ("'a'", "1.0", "x if w == 'a' else x * 2.0"),
    "bytes": ("b'a'", "b'bc'", "x * float(len(w))"),
    "lengths of tuples": ("(x, x)", "(x,)", "w[0]"),
    "None in tuples": ("(x, None)", "(x, x)", "w[0]"),
    "objects in tuples": ("(x, one)", "(x * 2.0, one)", "w[0] * w[1].k"),
    "functions in tuples": ("(x, double)", "(x * 2.0, tf.sin)", "w[1](w[0])"),
    "lengths of lists": ("[x, x]", "[x]", "w[0]"),
    "None in lists": ("[x, None]", "[x, x]", "w[0]"),
    "keys": ("{'a': x}", "{'b': x}", "tf.add_n(list(w.values()))"),
    "None in dictionaries": ("{'a': x, 'b': None}", "{'a': x, 'b': x}", "w['a']"),
    "None in named tuples": ("Pair(x, None)", "Pair(x * 2.0, x)", "w.x"),
    "lists and tuples": ("[x, x]", "(x, x)", "w[0]"),
    "dtypes of arrays": ("np.ones(3, np.float32)", "np.zeros(3, np.float64)", "tf.cast(w, tf.float32) * x"),
    "dtypes in tuples": ("(x, x)", "(x, tf.cast(x, tf.float64))", "tf.cast(w[1], tf.float32)"),
    "ragged tensors": ("tf.ragged.constant([[1.0], [2.0, 3.0]])", "tf.ones((2, 2))", "tf.reduce_sum(w)"),
    "ranges": ("range(3)", "range(4)", "x * float(len(w))"),
    "sets": ("{1.0}", "{2.0}", "x * min(w)"),
}
WORKING = {
    "tensors": ("x * 2.0", "x", "w"),
    "texts": ("'a'", "'b'", "x if w == 'a' else x * 2.0"),
    "texts in tuples": ("(x, 'a')", "(x * 2.0, 'b')", "w[0] * (1.0 if w[1] == 'a' else 2.0)"),
    "truth values": ("True", "False", "x if w else x * 2.0"),
    "tuples": ("(x, x)", "(x * 2.0, x)", "w[0]"),
    "lists": ("[x, x]", "[x * 2.0, x]", "w[0]"),
    "dictionaries": ("{'a': x}", "{'a': x * 2.0}", "w['a']"),
    "named tuples": ("Pair(x, x)", "Pair(x * 2.0, x)", "w.x"),
    "arrays": ("np.ones(3, np.float32)", "np.zeros(3, np.float32)", "w * x"),
    "tensor arrays": (
        "tf.TensorArray(tf.float32, 1).write(0, 1.0)", "tf.TensorArray(tf.float32, 1).write(0, 2.0)", "w.stack()"
    ),
}  # fmt: skip


def _is_safe(said: Said) -> bool:
    return said.of("subject").verdict.recommendation.fix is Safety.SAFE


def _of_one(program: str) -> Said:
    return Together({0: program}, **OPTIONS)[0]


OPTIONS = {"preview": True, "min_gain": "none"}
SAID = Together(
    {
        (name, form): HEAD + "\n\n" + text.format(a=a, b=b) + TAIL.format(use=use)
        for name, (a, b, use) in (BREAKING | WORKING).items()
        for form, text in FORMS.items()
    },
    at_once=len(FORMS),
    **OPTIONS,
)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", BREAKING)
def test_what_is_no_outcome(name: str, form: str) -> None:
    assert not _is_safe(SAID[name, form])


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", WORKING)
def test_what_is_an_outcome(name: str, form: str) -> None:
    assert _is_safe(SAID[name, form])


NOT_OUTCOMES = {
    "read inside alone": "    if tf.reduce_sum(x) > 0.5:\n        w = one\n        x = x * w.k\n",
    "bound again": "    w = two\n    if tf.reduce_sum(x) > 0.5:\n        w = one\n        x = x * w.k\n    w = two\n"
    "    x = x * w.k\n",
    "a condition of Python": "    w = one if len(x.shape) > 0 else None\n    x = x if w is None else x * w.k\n",
    "in a round alone": "    for _ in tf.range(3):\n        w = one\n        x = x * w.k\n",
}


@pytest.mark.parametrize("body", NOT_OUTCOMES.values(), ids=NOT_OUTCOMES)
def test_what_is_not_carried_may_be_anything(body: str) -> None:
    assert _is_safe(_of_one(f"{HEAD}\n\ndef subject(x):\n{body}{TAIL.format(use='x')}"))


CHOSEN_BY_PYTHON = """\
def chosen(x):
    if len(x.shape) > 3:
        return one, x
    if tf.reduce_sum(x) > 0.5:
        return x, x
    return x, x


def subject(x):
    w = chosen(x)
"""


def test_what_python_chooses_to_return_is_no_outcome() -> None:
    assert _is_safe(_of_one(HEAD + "\n\n" + CHOSEN_BY_PYTHON + TAIL.format(use="w[1]")))

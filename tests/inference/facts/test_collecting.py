"""What is collected of a function: what arrives at its parameters, what the program does with it, what it computes."""

from __future__ import annotations

from pathlib import Path

import pytest

from hybridize.inference.domain.objects import PythonScalar
from hybridize.inference.domain.queries import select
from hybridize.inference.facts.facts import ParameterFacts
from hybridize.inference.facts.signatures import type_said
from tests.inference.facts.programs import analysed, function

HEAD = """\
import functools
import numpy as np
import tensorflow as tf
from somewhere import load
class Box:
    def __init__(self):
        self.v = []
shared = []
"""
FIRST = 9
"""The line on which the programs begin."""


def shown(parameter: ParameterFacts) -> str:
    """What arrives at a parameter, in short; `+` stands before what comes out of nowhere but a hint."""
    out = [parameter.kind] if parameter.kind != "positional-or-keyword" else []
    out += ["receiver"] if parameter.receiver else []
    origins = {origin for found in parameter.tensors.values() for origin in found}
    out += sorted(f"+{origin}" for origin in origins if origin)
    types = [type_said(type) if type is not None else kind for kind, type in parameter.types]
    out += types or sorted(parameter.tensors)
    out += ["holds tensors"] if parameter.contained is not None else []
    out += ["unknown"] if parameter.unknown else []
    out += ["no tensor"] if parameter.declared_plain else []
    return ", ".join([*out, f"{len(parameter.incoming)} calls"])


METHOD = "class C:\n    {}\n{}(tf.ones(2))"
PARAMETERS: dict[str, list[str]] = {
    "def f(x): pass\nf(tf.ones(2))": ["float32[2], 1 calls"],
    "def f(x): pass\nf(tf.ones(2))\nf(tf.ones(3))": ["float32[2], float32[3], 2 calls"],
    "def f(x): pass\nf(tf.ones(2))\nf(np.ones(2))": ["float32[2], ndarray float64[2], 2 calls"],
    "def f(x): pass\nf(np.ones(2))": ["ndarray float64[2], 1 calls"],
    "def f(x): pass\nf(1)": ["1 calls"],
    "def f(x): pass\nf(None)\nf(tf.ones(2))": ["float32[2], 2 calls"],
    "def f(x): pass": ["unknown, 0 calls"],
    "def f(x=tf.ones(2)): pass\nf()": ["float32[2], 0 calls"],
    "def f(x, /, y, *a, k, **n): pass\nf(1, tf.ones(2), tf.ones(3), k=tf.ones(4), z=tf.ones(5))": [
        "positional-only, 1 calls", "float32[2], 1 calls", "var-positional, holds tensors, 1 calls",
        "keyword-only, float32[4], 1 calls", "var-keyword, holds tensors, 1 calls",
    ],
    "def f(x): pass\nf([tf.ones(2)])": ["holds tensors, 1 calls"],
    "def f(x): pass\nf({'a': (1, tf.ones(2))})": ["holds tensors, 1 calls"],
    "def f(x): pass\nb = Box()\nb.v.append(tf.ones(2))\nf(b)": ["1 calls"],
    "def f(x): pass\nf([1])": ["1 calls"],
    "def f(x): pass\nf(tf.keras.Input((2,)))": ["keras float32[?, 2], 1 calls"],
    "def f(x): pass\nf(tf.Variable(1.0))": ["float32[], 1 calls"],
    "def f(x): pass\nf(tf.convert_to_tensor(load()))": ["tensor, 1 calls"],
    # Of what is not known, annotations and signatures say something.
    "def f(x): pass\nf(load())": ["unknown, 1 calls"],
    "def f(*x): pass\nf(load())": ["var-positional, unknown, 1 calls"],
    "def f(x: int): pass\nf(load())": ["unknown, no tensor, 1 calls"],
    "def f(x: 'Box'): pass\nf(load())": ["unknown, no tensor, 1 calls"],
    "def f(x: list): pass\nf(load())": ["unknown, 1 calls"],
    "def f(x: tf.Tensor): pass\nf(load())": ["unknown, 1 calls"],
    "def f(x: list[tf.Tensor]): pass\nf(load())": ["unknown, 1 calls"],
    "@tf.function(input_signature=[tf.TensorSpec([2], tf.float32)])\ndef f(x): pass\nf(load())": [
        "+type-hint, tensor, unknown, 1 calls"
    ],
    # Who gets the object.
    METHOD.format("def f(self, x): pass", "C().f"): ["receiver, 1 calls", "float32[2], 1 calls"],
    METHOD.format("def f(this, x): pass", "C().f"): ["receiver, 1 calls", "float32[2], 1 calls"],
    METHOD.format("def f(x): pass", "C.f"): ["float32[2], 1 calls"],
    METHOD.format("@staticmethod\n    def f(x): pass", "C.f"): ["float32[2], 1 calls"],
    METHOD.format("@classmethod\n    def f(cls, x): pass", "C.f"): ["receiver, 1 calls", "float32[2], 1 calls"],
}  # fmt: skip


@pytest.mark.parametrize(("program", "expected"), PARAMETERS.items())
def test_what_arrives(program: str, expected: list[str], tmp_path: Path) -> None:
    found = function(analysed(tmp_path, f"{HEAD}{program}\n"), "f").parameters
    assert list(map(shown, found)) == expected
    assert [each.index for each in found] == list(range(len(found)))


def test_what_arrives_in_calls_that_are_there_to_fail(tmp_path: Path) -> None:
    code = "def f(x): pass\nimport pytest\nf(1)\nwith pytest.raises(ValueError):\n    f('a')\n"
    (parameter,) = function(analysed(tmp_path, HEAD + code), "f").parameters
    assert (len(parameter.value), len(parameter.incoming)) == (2, 2)
    assert [each.type for each in select(parameter.typed, PythonScalar)] == ["int"]


COMPUTED: dict[str, tuple[int, str]] = {
    "def f(x): return x + tf.ones(2)\nf(1)": (2, ""),
    "def f(x): return np.ones(2)\nf(1)": (0, ""),
    "def f(x): return tf.nn.relu(x) + tf.nn.relu(x)\nf(tf.ones(2))": (3, ""),
    # What a callee computes counts once.
    "def g(x): return tf.nn.relu(x)\ndef f(x): return g(x) + g(x)\nf(tf.ones(2))": (2, ""),
    "def f(x): return f(tf.nn.relu(x)) if x is None else x\nf(tf.ones(2))": (0, ""),
    "def f(x): return load(x)\nf(tf.ones(2))": (0, "open"),
    "def g(x): return load(x)\ndef f(x): return g(x)\nf(tf.ones(2))": (0, "open"),
    "class C:\n    def g(self, x): raise NotImplementedError\nc = C()\ndef f(x): return c.g(x)\nf(tf.ones(2))": (0, "open"),
    "class C:\n    def g(self, x): raise NotImplementedError\nc = C()\ndef f(x): return c.g(x)\nf(2)": (0, ""),
    # Of a graph: what it computes with beside the tensors that it is given.
    "@tf.function\ndef f(x): return tf.nn.relu(x)\nf(tf.ones(2))": (1, ""),
    "@tf.function\ndef f(x): return x\nf(np.ones(2))": (0, ""),
    "@tf.function\ndef f(x): return tf.nn.relu(x)\nf(np.ones(2))": (1, "with state"),
    "@tf.function\ndef f(x): return tf.nn.relu(x)\nf(Box())": (1, "with state"),
    "v = tf.Variable(1.0)\n@tf.function\ndef f(x): return x + v\nf(tf.ones(2))": (1, "with state"),
    "n = 1.0\n@tf.function\ndef f(x): return x + n\nf(tf.ones(2))": (1, ""),
    "@tf.function\ndef f(x): return x + len(shared)\nf(tf.ones(2))": (1, "with state"),
    "@tf.function\ndef f(x): return g(x)\ndef g(x): return x + len(shared)\nf(tf.ones(2))": (1, "with state"),
    "class C(tf.Module):\n    @tf.function\n    def f(self, x): return tf.nn.relu(x)\nC().f(tf.ones(2))": (1, "with state"),
}  # fmt: skip


@pytest.mark.parametrize(("program", "expected"), COMPUTED.items())
def test_what_a_function_computes(program: str, expected: tuple[int, str], tmp_path: Path) -> None:
    found = function(analysed(tmp_path, f"{HEAD}{program}\n"), "f").computation
    notes = [word for word, holds in (("open", found.unseen), ("with state", found.with_state)) if holds]
    assert (found.operations, ", ".join(notes)) == expected
    assert found.framework.title == "TensorFlow"


USES: dict[str, list[str]] = {
    "def f(x): return x\nf(1)": ["called"],
    "def h():\n    f(1)\ndef f(x): return x": [],
    "def h():\n    f(1)\ndef f(x): return x\nh()": ["called"],
    "class C:\n    def f(self): pass\n    f(1)": ["called"],
    "def f(x): return x\nload(f)": ["handed over"],
    "@tf.function\ndef g(): load(f)\ndef f(x): return x\ng()": ["handed over in graphs"],
    "@tf.function\ndef g(): load(f)\ndef f(x): return x\ng()\nload(f)": ["handed over"],
    "def f(x): return x\nprint(f)": ["looked at in 2"],
    "def f(x): return x\nprint(f.__name__)": [],
    "@tf.function\ndef f(x): return x\nf.get_concrete_function(1)": ["called", "as graph", "handed over"],
    "def f(x): return f(x - 1) if x else 0\nf(3)": ["called", "recursion by f"],
    "def f(x): return g(x)\ndef g(x): return f(x)\nf(3)": ["called", "recursion by f, g"],
    "def f(x): return g(x)\ndef g(x): return g(x - 1)\nf(3)": ["called"],
    "class C(tf.keras.layers.Layer):\n    def f(self): pass\nC().f()": ["called", "of keras.layers.Layer"],
}


@pytest.mark.parametrize(("program", "expected"), USES.items())
def test_what_a_program_does_with_a_function(program: str, expected: list[str], tmp_path: Path) -> None:
    found = function(analysed(tmp_path, f"{HEAD}{program}\n"), "f")
    out = ["called"] if found.called else []
    out += ["as graph"] if found.uses.as_graph else []
    out += ["handed over"] if found.uses.handed_over else []
    out += ["handed over in graphs"] if found.uses.handed_over_in_graphs else []
    out += [f"looked at in {node.lineno - FIRST + 1}" for node, _ in found.uses.looked_at]
    out += [f"recursion by {', '.join(each.scope.name for each, _ in found.recursion)}"] if found.recursion else []
    assert [*out, *(f"of {base}" for base in found.bases)] == expected


ONCE = {
    "@functools.lru_cache\ndef f(): shared.append(1)": True,
    "@functools.cache\ndef f(): shared.append(1)": True,
    "@functools.lru_cache(maxsize=None)\ndef f(): shared.append(1)": True,
    "@load\ndef f(): shared.append(1)": False,
    "def f(): shared.append(1)": False,
    "def once(g):\n    done = []\n    def h():\n        if not done:\n            done.append(1)\n            return g()\n    return h\n@once\ndef f(): shared.append(1)": True,
    "def once(g):\n    done = set()\n    def h(*a):\n        if a not in done:\n            done.add(a)\n            return g()\n    return h\n@once\ndef f(): shared.append(1)": True,
    "def once(g):\n    done = set()\n    def h(*a):\n        if a not in done:\n            done.discard(a)\n            return g()\n    return h\n@once\ndef f(): shared.append(1)": False,
    "def once(g):\n    done = set()\n    def h(*a):\n        if a in done:\n            done.add(a)\n            return g()\n    return h\n@once\ndef f(): shared.append(1)": False,
    "def twice(g):\n    def h():\n        g()\n        return g()\n    return h\n@twice\ndef f(): shared.append(1)": False,
}


@pytest.mark.parametrize(("program", "once"), ONCE.items())
def test_decorators_that_run_a_function_once(program: str, once: bool, tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}{program}\nf()\nf()\n")
    assert facts.graph.keeps_result(function(facts, "f").node) is once

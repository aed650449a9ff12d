"""What signatures refuse, and in which words. Whether TensorFlow refuses it is held by `tests/rules/signatures.json`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from hybridize.inference.domain.queries import select
from hybridize.inference.domain.tensors import Tensor
from hybridize.inference.facts.signatures import SignatureChecks
from tests.inference.facts.programs import analysed, function

HEAD = """\
import numpy as np
import tensorflow as tf
from somewhere import flag
F = tf.TensorSpec([], tf.float32)
M = tf.TensorSpec([None, 3], tf.float32)
ANY = tf.TensorSpec(None, tf.float32)
TWO = tf.TensorSpec([2], None)
RI = tf.RaggedTensorSpec([None, None], tf.int32)
RF = tf.RaggedTensorSpec([None, None], tf.float32)
RRI = tf.RaggedTensorSpec([None, None, None], tf.int32)
SI = tf.SparseTensorSpec([None, None], tf.int32)
SF = tf.SparseTensorSpec([None, None], tf.float32)
SV = tf.SparseTensorSpec([None], tf.float32)
"""
CALLS: Sequence[tuple[str, str, str, str | None]] = [
    ("[M]", "x", "tf.ones((2, 3))", None),
    ("[M]", "x", "tf.ones((2, 4))", "type x: float32[2, 4], not float32[?, 3]"),
    ("[M]", "x", "tf.ones(3)", "type x: float32[3], not float32[?, 3]"),
    ("[M]", "x", "tf.ones((2, 3), tf.int32)", "type x: int32[2, 3], not float32[?, 3]"),
    ("[M]", "x", "tf.Variable(tf.ones((2, 3)))", None),
    ("[M]", "x", "tf.Variable(tf.ones((2, 5)))", "type x: float32[2, 5], not float32[?, 3]"),
    ("[M]", "x", "np.zeros((2, 3), np.int64)", None),
    ("[M]", "x", "np.zeros((2, 2))", "type x: a NumPy array float64[2, 2], not float32[?, 3]"),
    ("[M]", "x", "1.0", "type x: 1.0, not float32[?, 3]"),
    ("[M]", "x", "'a'", "type x: 'a', not float32[?, 3]"),
    ("[M]", "x", "None", "type x: None, not float32[?, 3]"),
    ("[M]", "x", "tf.data.Dataset.range(3)", "type x: a data set, not float32[?, 3]"),
    ("[M]", "x", "len", None),
    ("[M]", "x", "np.ndarray", None),
    ("[M]", "x", "{'a': 1}", "type x: a dict, not float32[?, 3]"),
    ("[M]", "x", "{1, 2}", "type x: a set, not float32[?, 3]"),
    ("[M]", "x", "[[1, 2, 3]]", None),
    ("[M]", "x", "(1, 2)", None),
    ("[M]", "x", "object()", None),
    ("[M]", "x", "tf.ragged.constant([[1.0], [2.0, 3.0]])", "type x: ragged float32[2, ?], not float32[?, 3]"),
    ("[M]", "x", "tf.SparseTensor([[0, 0]], [1.0], [2, 3])", "type x: sparse float32[2, 3], not float32[?, 3]"),
    ("[M]", "x", "x=tf.ones((2, 4))", "type x: float32[2, 4], not float32[?, 3]"),
    ("[M]", "x", "y=1", "unexpected y"),
    ("[M]", "x", "tf.ones((2, 3)), 1", "too_many: 2, not 1"),
    ("[M]", "x", "", "missing x"),
    ("[F]", "x, y", "tf.ones(()), 1", "unspecified y"),
    ("[F]", "x, *, y", "tf.ones(()), y=1", "unspecified y"),
    ("[F, F]", "x", "tf.ones(())", "extra: 2, not 1"),
    ("[F, F]", "x, *xs", "tf.ones(()), tf.ones(2)", "type xs: float32[2], not float32[]"),
    ("[F]", "x, y=2", "tf.ones(()), 2", None),
    ("[F]", "x, y=2", "tf.ones(()), 3", "default y: 3, not 2"),
    ("[F]", "x, y=2", "tf.ones(()), y=3", "default y: 3, not 2"),
    ("[F]", "x, y=-2", "tf.ones(()), -2", None),
    ("[F]", "x, y=2", "tf.ones(()), None", "default y: None, not 2"),
    ("[F]", "x, y=None", "tf.ones(()), 1", "default y: 1, not None"),
    ("[F]", "x, y=None", "tf.ones(()), None", None),
    ("[F]", "x, y=2", "tf.ones(()), tf.ones(())", "default y: float32[], not 2"),
    ("[F]", "x, y=2", "tf.ones(()), [2]", "default y: a list, not 2"),
    ("[F]", "x, y=2", "tf.ones(()), np.ones(2)", "default y: a NumPy array float64[2], not 2"),
    ("[F]", "x, y=2", "tf.ones(()), object()", None),
    ("[F]", "x, y=len('ab')", "tf.ones(()), 3", None),
    ("[F]", "x, *, y=2", "tf.ones(()), y=3", "default y: 3, not 2"),
    ("[F]", "x, *, y=2", "tf.ones(()), y=2", None),
    ("[F]", "x, **more", "tf.ones(()), z=1", "unexpected z"),
    ("[F]", "x=1.0", "", None),
    ("[F]", "x=None", "", "type x: None, not float32[]"),
    ("[F]", "x=None", "**{'x': 1}", None),
    ("[(F, F)]", "x", "(tf.ones(()), tf.ones(()))", None),
    ("[(F, F)]", "x", "(tf.ones(()), tf.ones(2))", "type x: float32[2], not float32[]"),
    ("[(F, F)]", "x", "[tf.ones(()), tf.ones(())]", "type x: a list, not a tuple"),
    ("[(F, F)]", "x", "(tf.ones(()),)", "type x: a tuple of 1 members, not a tuple of 2 members"),
    ("[(F, F)]", "x", "None", "type x: None, not a tuple"),
    ("[(F, F)]", "x", "tf.ones(2)", "type x: float32[2], not a tuple"),
    ("[(F, F)]", "x", "object()", None),
    ("[{'a': F}]", "x", "{'a': 1}", None),
    ("[{'a': F}]", "x", "{'b': 1}", "type x: a dict of 1 members, not a dict of 1 members"),
    ("[{'a': F}]", "x", "{'a': 'b'}", "type x: 'b', not float32[]"),
    ("[{'a': F}]", "x", "{'a': 1, 'b': 1}", "type x: a dict of 2 members, not a dict of 1 members"),
    ("[{'a': F}]", "x", "[1]", "type x: a list, not a dict"),
    ("[{'a': F}]", "x=None", "", "type x: None, not a structure"),
    ("[RI]", "x", "tf.ragged.constant([[1], [2, 3]])", None),
    ("[RF]", "x", "tf.ragged.constant([[1], [2, 3]])", "type x: ragged int32[2, ?], not ragged float32[?, ?]"),
    ("[RRI]", "x", "tf.ragged.constant([[1], [2, 3]])", "type x: ragged int32[2, ?], not ragged int32[?, ?, ?]"),
    ("[RI]", "x", "tf.ones((2, 2), tf.int32)", "type x: int32[2, 2], not ragged int32[?, ?]"),
    ("[RI]", "x", "np.ones((2, 2))", "type x: a NumPy array float64[2, 2], not ragged int32[?, ?]"),
    ("[RI]", "x", "[[1]]", "type x: a list, not ragged int32[?, ?]"),
    ("[RI]", "x", "1", None),
    ("[RI]", "x", "(1, 2)", "type x: a tuple, not ragged int32[?, ?]"),
    ("[SF]", "x", "tf.SparseTensor([[0, 0]], [1.0], [2, 3])", None),
    ("[SI]", "x", "tf.SparseTensor([[0, 0]], [1.0], [2, 3])", "type x: sparse float32[2, 3], not sparse int32[?, ?]"),
    ("[SV]", "x", "tf.SparseTensor([[0, 0]], [1.0], [2, 3])", "type x: sparse float32[2, 3], not sparse float32[?]"),
    ("[ANY]", "x", "tf.ones((1, 2), tf.int32)", "type x: int32[1, 2], not float32[…]"),
    ("[TWO]", "x", "tf.ones(3)", "type x: float32[3], not ?[2]"),
]  # fmt: skip
"""Signatures, parameters, and what a call passes; with what is wrong."""


def refused(folder: Path, code: str, name: str = "f") -> list[str]:
    """What is wrong with calls of a function, by line from the end of the head."""
    facts = analysed(folder, HEAD + code)
    found = SignatureChecks(facts.evaluator).refusals(function(facts, name))
    first = HEAD.count("\n")
    return [
        f"{each.node.lineno - first}: {each.misfit.name.lower()} {each.parameter}".rstrip()
        + (f": {each.given}, not {each.wanted}" if each.given else "")
        for each in found
    ]


@pytest.mark.parametrize(("signature", "parameters", "arguments", "wrong"), CALLS)
def test_what_a_call_may_pass(
    signature: str, parameters: str, arguments: str, wrong: str | None, tmp_path: Path
) -> None:
    code = f"def f({parameters}):\n    return 1\ng = tf.function(f, input_signature={signature})\ng({arguments})\n"
    # What is wrong with the signature itself is raised where the function is made.
    line = 3 if wrong is not None and wrong.startswith(("unspecified", "extra")) else 4
    assert refused(tmp_path, code) == ([] if wrong is None else [f"{line}: {wrong}"])


NUMBERS = {
    "True": "bool int32 float32 complex64", "1": "int32 float32 complex64", "1.5": "float32 complex64",
    "1j": "complex64", "'a'": "string", "b'a'": "string",
}  # fmt: skip
"""What Python values become."""


@pytest.mark.parametrize(("value", "dtypes"), NUMBERS.items())
def test_what_python_values_become(value: str, dtypes: str, tmp_path: Path) -> None:
    every = ("bool", "int32", "float32", "complex64", "string")
    code = "".join(
        f"def f_{each}(x): pass\ng = tf.function(f_{each}, input_signature=[tf.TensorSpec([], tf.{each})])\ng({value})\n"
        for each in every
    )
    facts = analysed(tmp_path, HEAD + code)
    checks = SignatureChecks(facts.evaluator)
    found = {each: [one.wanted for one in checks.refusals(function(facts, f"f_{each}"))] for each in every}
    assert found == {each: [] if each in dtypes.split() else [f"{each}[]"] for each in every}


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        # Several calls, each by itself; where something fits that may arrive, nothing is wrong.
        ("g(1)\ng('a')\ng(tf.ones(2))\n", ["5: type x: 'a', not float32[]", "6: type x: float32[2], not float32[]"]),
        ("g(1 if flag else 'a')\n", []),
        ("g('a' if flag else tf.ones(2))\n", ["4: type x: 'a', not float32[]"]),
        ("for each in (1, 'a'):\n    g(each)\n", []),
        # Who asks for a concrete function passes nothing.
        ("g.get_concrete_function('a')\n", []),
        ("f('a')\n", []),
    ],
)
def test_calls_of_a_program(code: str, wrong: list[str], tmp_path: Path) -> None:
    head = "def f(x):\n    return 1\ng = tf.function(f, input_signature=[F])\n"
    assert refused(tmp_path, head + code) == wrong


METHODS = """\
class C:
    @tf.function(input_signature=[F])
    def f(self, x):
        return x
c = C()
"""


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("c.f(1)\n", []),
        ("c.f('a')\n", ["6: type x: 'a', not float32[]"]),
        ("c.f(x='a')\n", ["6: type x: 'a', not float32[]"]),
        ("c.f(1, 2)\n", ["6: too_many: 2, not 1"]),
        ("c.f()\n", ["6: missing x"]),
        ("C.f(c, 'a')\n", ["6: type x: 'a', not float32[]"]),
        ("C.f(c, 1)\n", []),
    ],
)
def test_methods_get_their_receiver_besides(code: str, wrong: list[str], tmp_path: Path) -> None:
    assert refused(tmp_path, METHODS + code) == wrong


def test_layers_cast_floats(tmp_path: Path) -> None:
    code = "{}\n    @tf.function(input_signature=[M])\n    def call(self, x):\n        return x\nc = C()\n{}(tf.ones((2, 3), {}))\n"
    layer, plain = "class C(tf.keras.layers.Layer):", "class C:"
    assert refused(tmp_path, code.format(layer, "c", "tf.float64"), "call") == []
    assert refused(tmp_path, code.format(layer, "c", "tf.int32"), "call") == [
        "6: type x: int32[2, 3], not float32[?, 3]"
    ]
    assert refused(tmp_path, code.format(plain, "c.call", "tf.float64"), "call") != []


def test_what_the_calls_of_a_graph_pass(tmp_path: Path) -> None:
    code = (
        "class C:\n    @tf.function\n    def f(self, x, y=0):\n        return x\nc = C()\nc.f(tf.ones(2), tf.ones(3))\n"
        "c.f(y=tf.ones(4), x=tf.ones(5))\nC.f(c, tf.ones(6))\nc.f.get_concrete_function(tf.ones(7))\n"
    )
    facts = analysed(tmp_path, HEAD + code)
    checks, graph = SignatureChecks(facts.evaluator), function(facts, "f")
    found = {
        name: [
            (call.lineno - HEAD.count("\n"), tensor.type.shape)
            for call, _, value in checks.passed(graph, name)
            for tensor in select(value, Tensor)
            if tensor.type is not None
        ]
        for name in ("x", "y")
    }
    assert found == {"x": [(6, (2,)), (7, (5,)), (8, (6,))], "y": [(6, (3,)), (7, (4,))]}

"""Which literals values hold, by which keys TensorFlow tells arguments, and what bodies do with parameters."""

from __future__ import annotations

from pathlib import Path

import pytest
from astroid import nodes

from hybridize.inference.domain.objects import Value
from hybridize.inference.facts.facts import Facts
from hybridize.inference.facts.literals import Literals
from hybridize.inference.facts.trace_keys import TraceKeys, default_key
from tests.inference.facts.programs import analysed, function

HEAD = """\
import numpy as np
import tensorflow as tf
class Box:
    def __init__(self, v=0):
        self.v = v
class Equal(Box):
    def __eq__(self, other):
        return True
class Extension(tf.experimental.ExtensionType):
    v: int = 0
def f(x): return x
"""


def value(facts: Facts, name: str) -> Value:
    """What a name of the module holds."""
    context = next(each for each in facts.graph.contexts if isinstance(each.scope, nodes.Module))
    return facts.objects.attribute(context.module, name)


LITERALS: dict[str, tuple[list[object], list[object]]] = {
    # All, and those alone that TensorFlow compares.
    "1": ([1], [1]),
    "'a'": (["a"], ["a"]),
    "b'a'": ([b"a"], [b"a"]),
    "True": ([], []),
    "None": ([], []),
    "[1, 2.5]": ([1, 2.5], [1, 2.5]),
    "(1, (2, 3))": ([1, 2, 3], [1, 2, 3]),
    "{'a': 1}": ([1], [1]),
    "[[[1]]]": ([1], [1]),
    "[[[[1]]]]": ([], []),
    "Box(3)": ([3], []),
    "[Box(3)]": ([3], []),
    "Equal(3)": ([3], [3]),
    "tf.ones(2)": ([], []),
    "np.ones(2)": ([], []),
    "range(3)": ([None], [None]),
}


@pytest.mark.parametrize(("expression", "expected"), LITERALS.items())
def test_literals_in_values(expression: str, expected: tuple[list[object], list[object]], tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}v = {expression}\n")
    found = [
        [each.literal.value if each.literal is not None else None for each in literals.of(value(facts, "v"))]
        for literals in (Literals(facts, False), Literals(facts, False, compared=True))
    ]
    assert [sorted(each, key=str) for each in found] == [sorted(each, key=str) for each in expected]


def test_booleans_count_where_they_are_wanted(tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}v = [True, 1]\n")
    assert len(Literals(facts, True).of(value(facts, "v"))) == 2
    assert len(Literals(facts, False).of(value(facts, "v"))) == 1


SAME = {
    "1, 1": True, "1, 2": False, "1, 1.0": True, "1, True": True, "0.0, -0.0": True, "'a', 'a'": True, "'a', 'b'": False,
    "1, '1'": False, "None, None": True, "None, 0": False, "tf.ones(2), tf.ones(3)": True, "tf.ones(2), 1": False,
    "tf.ones(2), np.ones(2)": True, "[1], [1]": True, "[1], [2]": False, "[1], [1, 1]": False, "(1, 2), (1, 2)": True,
    "(1, 2), (2, 1)": False, "(1,), [1]": False, "{'a': 1}, {'a': 1}": True, "{'a': 1}, {'b': 1}": False,
    "[tf.ones(2)], [tf.ones(3)]": True, "Box(), Box()": False, "f, f": True, "f, Box": False,
    "Extension(), Extension()": True, "[Box()], [Box()]": False, "[[[1]]], [[[1]]]": True, "[[[[1]]]], [[[[2]]]]": True,
}  # fmt: skip


@pytest.mark.parametrize(("pair", "same"), SAME.items())
def test_arguments_that_share_a_trace(pair: str, same: bool, tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}a, b = {pair}\n")
    keys = TraceKeys(facts.objects)
    ((one,), (other,)) = (value(facts, each) for each in "ab")
    assert (keys.of(one) == keys.of(other)) is same


DEFAULTS = {
    "x": ("none given",), "x=1": ("value", 1), "x=-1": ("value", -1), "x=None": ("value", None), "x='a'": ("value", "a"),
    "x=[]": ("default",), "x=f": ("default",), "x=-f": ("default",), "x=...": ("default",), "*, x=2": ("value", 2),
    "*, x": ("none given",), "*x": ("none given",),
}  # fmt: skip


@pytest.mark.parametrize(("parameters", "key"), DEFAULTS.items())
def test_the_key_of_a_parameter_that_is_left_out(parameters: str, key: tuple[object, ...], tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}def g({parameters}): return x\n")
    node = function(facts, "g").node
    assert isinstance(node, nodes.FunctionDef)
    assert default_key(node, "x") == key


USES: dict[str, str] = {
    "return x.numpy()": "tensor",
    "return x.get_shape()": "tensor",
    "return x.assign(1)": "tensor",
    "return x.shape": "",
    "return x.dtype": "",
    "return x.append(1)": "object",
    "return x.some_name": "object",
    "return x.__class__": "",
    "return x(1)": "object",
    "return f(x)": "",
    "return x + 1": "",
    "a, b = x\n    return a": "unpacked",
    "[a, b] = x\n    return a": "unpacked",
    "a = x\n    return a": "",
    # Who looks at the type may do anything with it behind that.
    "if isinstance(x, list):\n        return x.append(1)": "",
    "if hasattr(x, 'append'):\n        return x.append(1)": "",
    "if callable(x):\n        return x(1)": "",
    "if isinstance(x, list):\n        return x.numpy()": "tensor",
    "x = 1\n    return x.append(1)": "",
    "return y.append(x)": "",
    "x.append(1)\n    return x.numpy()": "tensor object",
}


@pytest.mark.parametrize(("body", "expected"), USES.items())
def test_what_a_body_does_with_a_parameter(body: str, expected: str, tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}def g(x, y):\n    {body}\n")
    used = function(facts, "g").parameters[0].usage
    found = {"tensor": used.as_tensor, "object": used.as_object, "unpacked": used.unpacked, "model": used.into_model}
    assert " ".join(word for word, node in found.items() if node is not None) == expected

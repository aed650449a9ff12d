"""Python side effects and recursion (paper, sections IV-E and IV-F)."""

from __future__ import annotations

import pytest

from tests.inference.conftest import Judge

EFFECTS = {
    "print": "print(x)",
    "global": "global g\n    g = x",
    "global list": "items.append(x)",
    "global item": "items[0] = x",
    "argument changed": "y.append(x)",
    "attribute of an argument": "y.n = 1",
    "class attribute": "C.n = 1",
    "through a callee": "helper(x)",
    "through a lambda": "(lambda: items.append(x))()",
    "through map": "list(map(helper, [x]))",
    "through a comprehension": "[helper(i) for i in [x]]",
    "next on a global iterator": "next(iterator)",
    "file": "open('f', 'w').write('x')",
    "logging": "import logging\n    logging.info('x')",
    "random": "import random\n    random.random()",
    "numpy random": "import numpy as np\n    np.random.rand()",
    "clock": "import time\n    time.time()",
    "mutated default": "d.append(1)",
    "augmented global list": "global items\n    items += [x]",
    "delete": "del items[0]",
    "setattr": "setattr(y, 'n', 1)",
}


@pytest.mark.parametrize("body", EFFECTS.values(), ids=EFFECTS.keys())
def test_a_side_effect_is_found(judge: Judge, body: str) -> None:
    code = f"""items = [0]
iterator = iter([1, 2])
class C:
    n = 0
def helper(x):
    items.append(x)
def f(x, y, d=[]):
    {body}
f(1, [])
f(1, C())
"""
    assert judge(code)["f"].computation.has_side_effects is True


NO_EFFECTS = {
    "local list": "r = []\n    r.append(x)",
    "list of a helper": "r = make()\n    r.append(x)",
    "object of its own": "c = C()\n    c.n = x",
    "constructor": "C()",
    "local array": "import numpy as np\n    a = np.zeros(3)\n    a[0] = 1",
    "local iterator": "it = iter([1, 2])\n    next(it)",
    "rebinding a parameter": "x = x + 1",
    "variable assigned": "v.assign(1.0)",
    "tf.print": "tf.print(x)",
    "generator of its own": "sum(i for i in [1, 2])",
    "nested function with state of its own": "n = [0]\n    def inner():\n        n.append(1)\n    inner()",
    "nonlocal of its own": "n = 0\n    def inner():\n        nonlocal n\n        n += 1\n    inner()",
    "sorted copy": "sorted([3, 1])",
    "keras layer": "layer(x)",
}


@pytest.mark.parametrize("body", NO_EFFECTS.values(), ids=NO_EFFECTS.keys())
def test_no_side_effect_is_invented(judge: Judge, body: str) -> None:
    code = f"""import tensorflow as tf
v = tf.Variable(1.0)
layer = tf.keras.layers.Dense(1)
class C:
    def __init__(self):
        self.n = 0
def make():
    return []
def f(x):
    {body}
f(tf.ones((1, 1)))
"""
    assert judge(code)["f"].computation.has_side_effects is False


@pytest.mark.parametrize("made, operator, changes", [("[0]", "+=", True), ("[0]", "-=", False), ("{0}", "-=", True)])
def test_an_operator_changes_what_has_it(judge: Judge, made: str, operator: str, changes: bool) -> None:
    code = f"shared = {made}\ndef f(x, y):\n    y {operator} x\nf({made}, shared)\n"
    assert judge(code)["f"].computation.has_side_effects is changes


def test_effects_carry_their_place_and_the_way_there(judge: Judge) -> None:
    code = "import tensorflow as tf\ndef log(x):\n    print(x)\ndef f(x):\n    log(x)\n    return x\nf(tf.ones(1))"
    (effect,) = judge(code)["f"].computation.effects
    assert (effect.what, effect.place.line, effect.direct) == ("output", 5, False)
    assert [step.place.line for step in effect.chain] == [3]


RECURSIVE = {
    "itself": "def f(n):\n    return f(n - 1) if n else 0\nf(3)",
    "through another": "def g(n):\n    return f(n)\ndef f(n):\n    return g(n - 1)\nf(3)",
    "method": "class C:\n    def f(self, n):\n        return self.f(n - 1)\nC().f(3)",
    "through a callable object": "class C:\n    def __call__(self, n):\n        return f(n)\ndef f(n):\n    return C()(n)\nf(1)",
}


@pytest.mark.parametrize("code", RECURSIVE.values(), ids=RECURSIVE.keys())
def test_recursion_is_found(judge: Judge, code: str) -> None:
    verdict = next(v for name, v in judge(code).items() if name.endswith("f"))
    assert verdict.computation.is_recursive is True
    assert verdict.computation.recursion


NOT_RECURSIVE = {
    "method of another class with the same name": (
        "class A:\n    def f(self):\n        return 1\nclass B:\n    def f(self):\n        return A().f()\nB().f()"
    ),
    "super": "class A:\n    def f(self):\n        return 1\nclass B(A):\n    def f(self):\n        return super().f()\nB().f()",
    "passed to itself by name only": "def f(g):\n    return g\nf(f)",
    "helper of many": "def h(x):\n    return x\ndef f(x):\n    return h(h(x))\nf(1)",
}


@pytest.mark.parametrize("code", NOT_RECURSIVE.values(), ids=NOT_RECURSIVE.keys())
def test_no_recursion_is_invented(judge: Judge, code: str) -> None:
    assert all(v.computation.is_recursive is False for v in judge(code).values())


def test_what_iter_makes_of_an_object_of_which_little_is_known_may_advance_in_a_graph(judge: Judge) -> None:
    verdicts = judge("import yaml\nrows = iter(yaml.safe_load('[1]'))\n\n\ndef f():\n    return next(rows)\n\n\nf()\n")
    assert verdicts["f"].computation.has_side_effects is None

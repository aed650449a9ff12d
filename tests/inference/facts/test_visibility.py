"""Who sees a change that a helper makes, when the calls of the helper are joined."""

from __future__ import annotations

import pytest

from tests.inference.conftest import Judge

CALLS = 24
"""Calls with different arguments: more than the contexts in which a function is told apart."""
HEAD = "shared = {}\n\n\ndef fill(x, kept=None):\n    if kept is not None:\n        kept['k'] = x\n    return x\n\n\n"
OTHERS = "\n\n".join(
    f"def call{i}(x):\n    class C{i}: pass\n    fill(C{i}())\n    kept = {{}}\n    fill(x, kept)\n" for i in range(CALLS)
)
FILLED = "\n".join(f"call{i}({i}.5)" for i in range(CALLS))

SEEN = {
    "an argument": ("def f(x, kept):\n    return fill(x, kept)\n", "f(None, {})"),
    "inside an argument": ("def f(x, pair):\n    return fill(x, pair[0])\n", "f(None, ({}, 1))"),
    "an attribute of an argument": (
        "class Keeper:\n    def __init__(self):\n        self.kept = {}\ndef f(x, o):\n    return fill(x, o.kept)\n",
        "f(None, Keeper())",
    ),
    "a global": ("def f(x):\n    return fill(x, shared)\n", "f(None)"),
    "a captured variable": (
        "def outer():\n    kept = {}\n    def f(x):\n        return fill(x, kept)\n    return f(None)\n",
        "outer()",
    ),
    "a default": ("def f(x, kept={}):\n    return fill(x, kept)\n", "f(None)"),
    "an attribute of a class": ("class K:\n    kept = {}\ndef f(x):\n    return fill(x, K.kept)\n", "f(None)"),
    "what a bound method is bound to": (
        "class K:\n    def __init__(self):\n        self.kept = {}\n    def put(self, x):\n        fill(x, self.kept)\n"
        "def f(x, put):\n    put(x)\n",
        "f(None, K().put)",
    ),
    "what a partial object holds": (
        "import functools\ndef f(x, put):\n    put(x)\n",
        "f(None, functools.partial(fill, kept={}))",
    ),
    "the argument of a generator": (
        "def numbers(kept):\n    yield fill(1, kept)\ndef f(source):\n    return list(source)\n",
        "f(numbers({}))",
    ),
}


@pytest.mark.parametrize("body, call", SEEN.values(), ids=SEEN.keys())
def test_a_change_of_what_a_function_is_given_is_its_side_effect(judge: Judge, body: str, call: str) -> None:
    code = f"{HEAD}{OTHERS}\n\n{body}\n\ndef main():\n    {call}\n\n\n{FILLED}\nmain()\n"
    assert judge(code)["f" if "def outer" not in body else "outer.f"].computation.has_side_effects is True


@pytest.mark.parametrize("call", ["fill(x)", "fill(x, None)", "(lambda y: fill(y))(x)"])
def test_what_only_other_callers_hand_over_is_not_changed_by_this_one(judge: Judge, call: str) -> None:
    code = f"{HEAD}{OTHERS}\n\ndef f(x):\n    return {call}\n\n\n{FILLED}\nf('x')\n"
    assert judge(code)["f"].computation.has_side_effects is False


TAKERS = "\n\n".join(
    f"def call{i}(x):\n    class C{i}: pass\n    take(C{i}(), zip([{i}], [x]))\n    return x\n" for i in range(CALLS)
)
TAKE = "def take(x, pairs):\n    for first, second in pairs:\n        x = first\n    return x\n\n\n"
MANY = f"[{', '.join(['[]'] * 60)}]"
"""More objects than are told apart."""


@pytest.mark.parametrize(
    "body, call, changes",
    [
        ("def f(x):\n    return take(x, zip([x], [x]))\n", f"[f(x) for x in {MANY}]", False),
        ("def f(x):\n    return take(x, [(x, x)])\n", f"[f(x) for x in {MANY}]", False),
        ("def f(x, pairs):\n    return take(x, pairs)\n", f"[f(x, zip([1], [2])) for x in {MANY}]", True),
    ],
)
def test_who_takes_from_an_iterator_of_its_own(judge: Judge, body: str, call: str, changes: bool) -> None:
    code = f"{TAKE}{TAKERS}\n\n{body}\n\ndef main():\n    {call}\n\n\n{FILLED}\nmain()\n"
    assert judge(code)["f"].computation.has_side_effects is changes

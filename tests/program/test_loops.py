"""Loops around a place, and how many rounds they have, read off the syntax."""

from __future__ import annotations

import astroid
import pytest
from astroid import nodes

from hybridize.program.lookup import assigned_once, constant
from hybridize.program.loops import loop_around, loops_around, rounds, targets, values


def marked(code: str) -> nodes.NodeNG:
    """The node that `#@` or `__()` marks in some code."""
    found = astroid.extract_node(code)
    assert isinstance(found, nodes.NodeNG)
    return found


def last(code: str) -> nodes.NodeNG:
    """The last statement of a module, or its value."""
    statement = astroid.parse(code).body[-1]
    return statement.value if isinstance(statement, (nodes.Expr, nodes.Assign)) else statement


AROUND = {
    "a loop": ("for i in x:\n    __(f())", ["For"]),
    "no loop": ("f()  #@", []),
    "what a loop goes through is evaluated once": ("for i in __(f()):\n    pass", []),
    "the end of a loop runs once": ("for i in x:\n    pass\nelse:\n    __(f())", []),
    "the condition of a loop": ("while __(f()):\n    pass", ["While"]),
    "two loops, from inside out": ("while x:\n    for i in y:\n        if i:\n            __(f())", ["For", "While"]),
    "an asynchronous loop": ("async def g():\n    async for i in x:\n        __(f())", ["AsyncFor"]),
    "what a comprehension goes through is evaluated once": ("[i for i in __(f())]", []),
    "what it goes through in each round, and its conditions": ("[j for i in x if i for j in __(f(i))]", ["ListComp"]),
    "the condition of a comprehension": ("[i for i in x if __(f(i))]", ["ListComp"]),
    "a comprehension": ("[__(f()) for i in x]", ["ListComp"]),
    "a dictionary, a set, a generator": ("{i: {__(f()) for j in x} for i in (k for k in y)}", ["SetComp", "DictComp"]),
    "a function that is made in a loop": ("for i in x:\n    def g():\n        __(f())", []),
    "the default of a function that is made in a loop": ("for i in x:\n    def g(y=__(f())): pass", ["For"]),
    "its decorator": ("for i in x:\n    @__(f())\n    def g(): pass", ["For"]),
    "a lambda": ("for i in x:\n    g = lambda: __(f())", []),
    "a class body": ("for i in x:\n    class C:\n        y = __(f())", []),
}


@pytest.mark.parametrize(("code", "kinds"), AROUND.values(), ids=AROUND)
def test_the_loops_around_a_place(code: str, kinds: list[str]) -> None:
    node = marked(code)
    found = list(loops_around(node))
    assert [type(loop).__name__ for loop in found] == kinds
    assert loop_around(node) is (found[0] if found else None)


ROUNDS = {
    "for i in range(4): pass": 4,
    "for i in range(1, 4): pass": 3,
    "for i in range(0, 10, 3): pass": 4,
    "for i in range(10, 0, -5): pass": 2,
    "for i in range(0): pass": 0,
    "for i in range(0, 10, 0): pass": None,
    "for i in range(1, 2, 3, 4): pass": None,
    "for i in range(): pass": None,
    "for i in range(n): pass": None,
    "for i in range(2.5): pass": None,
    "n = 3\nfor i in range(n): pass": 3,
    "n = 3\nn = 4\nfor i in range(n): pass": None,
    "for i in [a, b, c]: pass": 3,
    "for i in (a, b): pass": 2,
    "for i in {a}: pass": 1,
    "for i in [a, *b]: pass": None,
    "xs = [a, b]\nfor i in xs: pass": 2,
    "xs = f()\nfor i in xs: pass": None,
    "for i in enumerate([a, b, c], 5): pass": 3,
    "for i in reversed((a, b)): pass": 2,
    "for i in sorted((a, b)): pass": 2,
    "for i in zip([a, b, c], (a, b), xs): pass": 2,
    "for i in zip(xs, ys): pass": None,
    "for i in map(f, [a, b]): pass": None,
    "[i for i in range(5)]": 5,
    "{i: i for i in (a, b)}": 2,
    "[i for i in range(5) if i]": None,
    "[i for i in range(5) for j in range(2)]": None,
    "while x: pass": None,
}


@pytest.mark.parametrize(("code", "expected"), ROUNDS.items(), ids=ROUNDS)
def test_rounds_that_are_written_in_the_program(code: str, expected: int | None) -> None:
    assert rounds(last(code)) == expected


def test_the_numbers_of_a_loop_variable() -> None:
    assert values(last("for i in range(2, 9, 3): pass")) == range(2, 9, 3)
    assert values(last("for i in (1, 2): pass")) is None
    assert values(last("[i for i in range(3)]")) is None


def test_the_names_of_loop_variables() -> None:
    assert targets(last("for i, (j, *k) in x: pass")) == {"i", "j", "k"}
    assert targets(last("[i for i, j in x for k in y]")) == {"i", "j", "k"}
    assert targets(last("while x: pass")) == set()


CONSTANTS = {
    "3": 3,
    "-3": -3,
    "-2.5": -2.5,
    "s = 'a'": "a",
    "-'a'": None,
    "+3": None,
    "-n": None,
    "n = 3\nn": 3,
    "n: int = 3\nn": 3,
    "n = m = 3\nn": 3,
    "n = 3\nn += 1\nn": None,
    "if x:\n    n = 3\nelse:\n    n = 4\nn": None,
    "for n in x: pass\nn": None,
    "n, m = 3, 4\nn": 3,
    "f(3)": None,
}


@pytest.mark.parametrize(("code", "expected"), CONSTANTS.items(), ids=CONSTANTS)
def test_constants(code: str, expected: object) -> None:
    assert constant(last(code)) == expected


def test_what_is_assigned_once() -> None:
    found = assigned_once(last("xs = [1]\nxs"))
    assert found is not None and found.as_string() == "[1]"
    assert assigned_once(last("3")) is None
    assert assigned_once(last("import n\nn")) is None

"""Names that are read after a statement before they are bound again."""

from __future__ import annotations

import pytest
from astroid import nodes, parse

from hybridize.program.flow.names import is_found_inside, is_live_after

LIVE = [
    "print(a)",
    "if y:\n    a = 1\nprint(a)",
    "for a in y:\n    pass\nprint(a)",
    "while y:\n    a = 1\nprint(a)",
    "a += 1",
    "del a",
    "try:\n    a = f()\nexcept ValueError:\n    pass\nprint(a)",
    "try:\n    f()\nfinally:\n    print(a)",
    "with f(a) as a:\n    pass",
    "def g():\n    return a",
    "g = lambda a=a: a",
    "def g(b=a):\n    pass",
    "def g() -> a:\n    pass",
    "@a\ndef g():\n    pass",
    "class C(a):\n    pass",
    "class C(x=a):\n    pass",
    "@a\nclass C:\n    pass",
    "[a for b in y]",
    "[a for a in a]",
    "a = a + 1",
    "return a",
    "if a:\n    pass",
    "for b in a:\n    pass",
    "while a:\n    a = 1",
]
NOT_LIVE = [
    "pass",
    "a = 1\nprint(a)",
    "for a in y:\n    print(a)",
    "if y:\n    a = 1\nelse:\n    a = 2\nprint(a)",
    "if y:\n    return 1\nelse:\n    a = 2\nprint(a)",
    "with f() as a:\n    print(a)",
    "try:\n    a = f()\nexcept ValueError:\n    raise\nprint(a)",
    "import a\nprint(a)",
    "from b import c as a\nprint(a)",
    "def a():\n    pass\nprint(a)",
    "[a for a in y]",
    "g = lambda a: a",
    "def g(a):\n    return a",
    "return y\nprint(a)",
]


def live(following: str) -> bool:
    lines = ["if y:", "    a = 0", *following.split("\n")]
    function = parse("def f(y):\n" + "".join(f"    {line}\n" for line in lines)).body[0]
    condition = next(each for each in function.nodes_of_class(nodes.If))
    return is_live_after(condition, "a")


@pytest.mark.parametrize("following", LIVE)
def test_is_read_first(following: str) -> None:
    assert live(following)


@pytest.mark.parametrize("following", NOT_LIVE)
def test_is_bound_first_or_not_read(following: str) -> None:
    assert not live(following)


def indented(text: str) -> str:
    return text.replace("\n", "\n    ")


def test_the_next_round_of_a_loop_reads_it() -> None:
    body = indented("\nprint(a)\nif y:\n    a = 0")
    function = parse(f"def f(y):\n  for b in y:{body}\n").body[0]
    assert is_live_after(next(function.nodes_of_class(nodes.If)), "a")


def test_the_next_round_of_a_loop_binds_it() -> None:
    body = indented("\na = 1\nprint(a)\nif y:\n    a = 0")
    function = parse(f"def f(y):\n  for b in y:{body}\n").body[0]
    assert not is_live_after(next(function.nodes_of_class(nodes.If)), "a")


def test_what_stands_after_the_block_around_reads_it() -> None:
    function = parse("def f(y):\n    with y:\n        if y:\n            a = 0\n    print(a)\n").body[0]
    assert is_live_after(next(function.nodes_of_class(nodes.If)), "a")


def test_the_other_branch_does_not_come_after() -> None:
    function = parse("def f(y):\n    if y:\n        if y:\n            a = 0\n    else:\n        print(a)\n").body[0]
    inner = list(function.nodes_of_class(nodes.If))[1]
    assert not is_live_after(inner, "a")


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("x = 1\n    x = 2\n    def g():\n        return x", {3}),
        ("x = 1\n    def g():\n        return x\n    x = 2", {2, 5}),
        ("if y:\n        x = 1\n    else:\n        x = 2\n    g = lambda: x", {3, 5}),
        ("for i in y:\n        g = lambda: x\n        x = 1\n        x = 2", {4, 5}),
        ("x = 1\n    g = [lambda: x for i in y]", {2}),
        ("g = lambda x: x\n    x = 1", set()),
        ("x = 1\n    def g():\n        nonlocal x\n        x = x + 1", {2}),
        ("x = 1\n    class G:\n        x = x", {2}),
        ("x = 1\n    class G:\n        x = 2\n        def g(self):\n            return x", {2}),
    ],
)
def test_what_inner_functions_find_under_a_name(body: str, lines: set[int]) -> None:
    function = parse(f"def f(y):\n    {body}\n").body[0]
    bound = [each for each in function.nodes_of_class(nodes.Assign) if each.targets[0].name == "x"]
    assert {each.lineno for each in bound if is_found_inside(each, "x", function)} == lines


@pytest.mark.parametrize(
    ("body", "found"),
    [("g = lambda: y", True), ("y = 1\n    g = lambda: y", False), ("if y:\n        y = 1\n    g = lambda: y", True)],
)
def test_whether_inner_functions_find_an_argument(body: str, found: bool) -> None:
    function = parse(f"def f(y):\n    {body}\n").body[0]
    assert is_found_inside(None, "y", function) is found

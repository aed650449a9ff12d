"""Which functions a module defines, what they are called, and whether others are to write them."""

from __future__ import annotations

import astroid
import pytest
from astroid import nodes

from hybridize.program.functions import decorators_of, function_sites, is_left_open, lambda_site, statements

MODULE = """\
def f():
    def inner():
        pass
    class Inner:
        def m(self): pass
class C:
    @staticmethod
    @property
    def m(): pass
    if x:
        async def n(self): pass
    class D:
        def o(self): pass
try:
    def g(): pass
except ValueError:
    def g(): pass
else:
    def h(): pass
finally:
    def i(): pass
with x:
    for _ in x:
        def j(): pass
    else:
        def k(): pass
match x:
    case 1:
        while x:
            def l(): pass
"""
SITES = [
    ("f", 1, ""), ("f.inner", 2, ""), ("f.Inner.m", 5, "Inner"), ("C.m", 9, "C"), ("C.n", 11, "C"), ("C.D.o", 13, "D"),
    ("g", 15, ""), ("g", 17, ""), ("h", 19, ""), ("i", 21, ""), ("j", 24, ""), ("k", 26, ""), ("l", 30, ""),
]  # fmt: skip


def test_the_functions_of_a_module() -> None:
    found = function_sites(astroid.parse(MODULE))
    assert [(each.qualname, each.line, each.owner.name if each.owner else "") for each in found] == SITES
    marks = [each.as_string() for each in decorators_of(found[3].node)]
    assert marks == ["staticmethod", "property"] and not decorators_of(found[0].node)


def test_statements_at_any_depth_in_the_order_of_the_text() -> None:
    lines = [each.fromlineno for each in statements(astroid.parse(MODULE))]
    assert lines == sorted(lines) and {2, 5, 9, 13, 19, 21, 26, 30} <= set(lines)
    expression = astroid.parse("x = lambda: 1").body[0].value
    assert not list(statements(expression)) and not decorators_of(expression)


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("x = lambda: 1", "<lambda>"), ("def f():\n    return lambda: 1", "f.<lambda>"),
        ("class C:\n    def m(self):\n        return lambda: 1", "C.m.<lambda>"),
        ("class C:\n    v = lambda: 1", "C.<lambda>"),
    ],
)  # fmt: skip
def test_names_of_lambdas(code: str, name: str) -> None:
    (found,) = (each for each in astroid.parse(code).nodes_of_class(nodes.Lambda) if type(each) is nodes.Lambda)
    site = lambda_site(found)
    assert (site.qualname, site.owner, site.line) == (name, None, found.lineno)


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("pass", True), ("...", True), ("'''Text.'''", True), ("raise NotImplementedError", True), ("return", True),
        ("return None", True), ("'''Text.'''\n    return 1", True), ("del x", True), ("return x", False),
        ("x()", False),
        ("y = 1", False), ("pass\n    y = 1", False),
    ],
)  # fmt: skip
def test_bodies_that_say_nothing(body: str, left: bool) -> None:
    assert is_left_open(astroid.parse(f"def f(x):\n    {body}\n").body[0]) is left
    assert not is_left_open(astroid.extract_node("lambda: 1"))

"""What a name is assigned, read off the syntax: whole values, members that are unpacked, loop variables."""

from __future__ import annotations

import astroid
import pytest
from astroid import nodes

from hybridize.program.lookup import assigned_once, assignments, is_copied, unpacked

ASSIGNED = {
    "n = f()": [("f()", (), False)],
    "n: int = f()": [("f()", (), False)],
    "n: int": [],
    "g(n := f())": [("f()", (), False)],
    "m = n = f()": [("f()", (), False)],
    "m, n = f()": [("f()", (1,), False)],
    "m, n = 1, f()": [("f()", (), False)],
    "[(m, n), k] = f(), 1": [("f()", (1,), False)],
    "(m, (k, n)), j = f()": [("f()", (0, 1, 1), False)],
    "m, *n = 1, 2, 3": [],
    "*m, n = 1, 2, 3": [],
    "n, *m = 1, 2, 3": [("1", (), False)],
    "m, n = *f(), 1": [("(*f(), 1)", (1,), False)],
    "m, n = (1,)": [("(1, )", (1,), False)],
    "for n in f(): pass": [("f()", (), True)],
    "for i, n in f(): pass": [("f()", (1,), True)],
    "with f() as n: pass": [("f()", (), False)],
    "with f() as m, g() as n: pass": [("g()", (), False)],
    "with f() as (m, n): pass": [("f()", (1,), False)],
    "n = 1\nn = f()": [("1", (), False), ("f()", (), False)],
    "def n(): pass": [],
    "import n": [],
}


@pytest.mark.parametrize(("code", "expected"), ASSIGNED.items(), ids=ASSIGNED)
def test_assignments(code: str, expected: list[tuple[str, tuple[int, ...], bool]]) -> None:
    found = assignments(astroid.parse(code), "n")
    assert [(each.value.as_string(), each.member, each.iterated) for each in found] == expected


def test_what_is_added_to_a_name_is_told_apart() -> None:
    first, second = assignments(astroid.parse("n = 1\nn += f()"), "n")
    assert (first.value.as_string(), first.plain, first.augmented) == ("1", True, False)
    assert (second.value.as_string(), second.plain, second.augmented) == ("f()", False, True)


def test_the_variable_of_a_comprehension() -> None:
    comprehension = astroid.extract_node("[n for m in x for n in m]")
    assert isinstance(comprehension, nodes.ListComp)
    (found,) = assignments(comprehension, "n")
    assert (found.value.as_string(), found.iterated) == ("m", True)


def test_parameters_are_not_assigned() -> None:
    function = astroid.extract_node("def f(n, *m): return n")
    assert isinstance(function, nodes.FunctionDef)
    assert not list(assignments(function, "n"))
    assert assigned_once(function.body[0].value) is None


@pytest.mark.parametrize(
    ("value", "member", "expected"),
    [
        ("(1, 2)", (1,), ("2", ())),
        ("((1, 2), 3)", (0, 1), ("2", ())),
        ("(f(), 3)", (0, 1), ("f()", (1,))),
        ("(1, 2)", (2,), ("(1, 2)", (2,))),
        ("f()", (0,), ("f()", (0,))),
        ("f()", (), ("f()", ())),
    ],
)
def test_members_of_what_is_written_out(
    value: str, member: tuple[int, ...], expected: tuple[str, tuple[int, ...]]
) -> None:
    written = astroid.extract_node(value)
    assert isinstance(written, nodes.NodeNG)
    found, rest = unpacked(written, member)
    assert (found.as_string(), rest) == expected


COPIED = {
    "n = n.copy()\n(n)": True,
    "n = f()\nn = n.copy()\n(n)": True,
    "if x:\n    n = f.copy()\n    (n)\nelse:\n    n = f": True,
    "n = n.copy()\nn = f()\n(n)": False,
    "if x:\n    n = n.copy()\n(n)": False,
    "n = n.copy\n(n)": False,
}


@pytest.mark.parametrize(("code", "expected"), COPIED.items(), ids=COPIED)
def test_what_holds_a_copy(code: str, expected: bool) -> None:
    module = astroid.parse(code)
    (read,) = (each.value for each in module.nodes_of_class(nodes.Expr))
    assert is_copied(read) is expected

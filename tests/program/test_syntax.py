"""Small questions about expressions: what they read, what uses them, what stands around them."""

from __future__ import annotations

import pytest
from astroid import extract_node, nodes

from hybridize.program.lookup import assigned_name, name_for
from hybridize.program.syntax import (
    axes_of,
    compares_by,
    is_constant,
    members,
    names_bound,
    names_read,
    parts_around,
    root_of,
    text_of,
    user_of,
    words_of,
)


@pytest.mark.parametrize(
    ("code", "axes"), [("x[a]", ["a"]), ("x[a, 1:b]", ["a", "1:b"]), ("x[()]", ["()"]), ("x[a][b]", ["b"])]
)
def test_the_axes_of_a_subscript(code: str, axes: list[str]) -> None:
    assert [each.as_string() for each in axes_of(extract_node(code))] == axes


def test_a_member_is_used_by_what_uses_the_displays_around_it() -> None:
    call = extract_node("f([1, (x, 2)])")
    written = call.args[0].elts[1].elts[0]
    assert user_of(written) is call
    assert [each.as_string() for each in members(call.args[0])] == ["1", "(x, 2)"]
    assert (list(members(call)), list(members(None))) == ([], [])


@pytest.mark.parametrize(
    ("code", "value", "same"),
    [("None", None, True), ("0", 0, True), ("0", False, False), ("1.0", 1, False), ("x", 0, False)],
)
def test_a_constant_is_of_its_type(code: str, value: object, same: bool) -> None:
    assert is_constant(extract_node(code), value) is same


def test_a_comparison_is_told_by_each_of_its_operators() -> None:
    test = extract_node("a < b is not c")
    assert compares_by(test, "is not")
    assert not compares_by(test, "is", "in")
    assert not compares_by(test.left, "<")


def test_names_and_words() -> None:
    statement = extract_node("a, b.c = f(d.e, 'text', g=h)")
    assert names_bound(statement) == {"a"}
    assert names_read(statement) == {"b", "d", "f", "h"}
    assert words_of(statement.value) == {"d", "e", "f", "h"}
    assert [text_of(each) for each in statement.value.args] == [None, "text"]
    called = statement.value
    assert [root_of(each) for each in (called.args[0], called.func, called)] == ["d", "f", ""]


def test_parts_around_end_with_the_function() -> None:
    call = extract_node(
        """
        if outside:
            def f():
                if inside:
                    g(call() #@
                    )
        """
    )
    found = [(type(child), type(around)) for child, around in parts_around(call)]
    assert found == [(nodes.Call, nodes.Expr), (nodes.Expr, nodes.If)]


def test_one_variable_gets_a_value_as_it_is() -> None:
    plain, several, taken, item = extract_node("x = f() #@\nx = y = f() #@\nx, y = f() #@\nx[0] = f() #@")
    assert [name_for(each.value) for each in (plain, several, taken, item)] == ["x", "", "", ""]
    assert assigned_name(plain.value) is plain.targets[0]
    assert assigned_name(several.value) is None

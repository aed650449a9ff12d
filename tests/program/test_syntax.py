"""Small questions about expressions: what they read, what uses them, what stands around them."""

from __future__ import annotations

import pytest
from astroid import extract_node, nodes, parse

from hybridize.program.lookup import assigned_name, name_for
from hybridize.program.syntax import (
    axes_of,
    compares_by,
    is_constant,
    is_left_to_subclasses,
    is_lifted,
    is_other_in_program,
    members,
    named_key,
    names_bound,
    names_read,
    parts_around,
    root_of,
    starts_program,
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


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("raise NotImplementedError", True), ("raise NotImplementedError()", True), ("raise ValueError", False),
        ("raise", False), ("pass", False), ("x = 1\n    raise NotImplementedError", False),
    ],
)  # fmt: skip
def test_methods_that_others_are_to_write(body: str, left: bool) -> None:
    assert is_left_to_subclasses(extract_node(f"def f(self):\n    {body}")) is left
    assert is_left_to_subclasses(extract_node(f"@abc.abstractmethod\ndef f(self):\n    {body}"))
    assert is_left_to_subclasses(extract_node(f"@other\ndef f(self):\n    {body}")) is left
    assert not is_left_to_subclasses(extract_node("f"))


@pytest.mark.parametrize(
    ("code", "starts"),
    [
        ("if __name__ == '__main__':\n    f()", True), ("if '__main__' == __name__:\n    f()", True),
        ("if __name__:\n    f()", True), ("if name == '__main__':\n    f()", False),
        ("while __name__ == '__main__':\n    f()", False), ("__name__", False),
    ],
)  # fmt: skip
def test_what_starts_a_program(code: str, starts: bool) -> None:
    assert starts_program(extract_node(code)) is starts


PROGRAM = "if __name__ == '__main__':\n    def f(): pass\n"


@pytest.mark.parametrize(
    ("code", "others"),
    [
        (f"def f(): pass\n{PROGRAM}", [False, True]), (PROGRAM, [False]), (f"f = 1\n{PROGRAM}", [False]),
        (f"def g(): pass\n{PROGRAM}", [False, False]),
        ("def f(): pass\nif __name__ == '__main__':\n    pass\nelse:\n    def f(): pass", [False, False]),
        (
            f"def f(): pass\n{PROGRAM}".replace("    def f", "    try:\n        def f") + "    finally: pass",
            [False, True],
        ),
        ("def f(): pass\nif x:\n    def f(): pass", [False, False]),
    ],
)  # fmt: skip
def test_functions_that_a_program_has_beside_those_of_its_module(code: str, others: list[bool]) -> None:
    functions = [*parse(code).nodes_of_class(nodes.FunctionDef)]
    assert [is_other_in_program(each) for each in functions] == others


@pytest.mark.parametrize(
    ("code", "key"),
    [
        ("d['a']", "'a'"), ("d[x]", "x"), ("d.get('a')", "'a'"), ("d.get('a', 1)", "'a'"), ("d.pop('a')", "'a'"),
        ("'a' in d", "'a'"), ("'a' not in d", "'a'"), ("'a' == d", ""), ("d.get()", ""), ("d.keys()", ""),
        ("d.get", ""), ("x[d]", ""), ("d in x", ""), ("f(d)", ""),
    ],
)  # fmt: skip
def test_named_key(code: str, key: str) -> None:
    (read,) = (each for each in extract_node(code).nodes_of_class(nodes.Name) if each.name == "d")
    found = named_key(read)
    assert (found.as_string() if found is not None else "") == key


@pytest.mark.parametrize(
    ("code", "lifted"),
    [
        ("with tf.init_scope():\n        a()", True), ("with init_scope(), x:\n        a()", True),
        ("with tf.init_scope():\n        if x:\n            a()", True),
        ("with tf.name_scope('a'):\n        a()", False),
        ("a()\n    with tf.init_scope():\n        pass", False), ("with init_scope:\n        a()", False),
        ("a()", False),
    ],
)  # fmt: skip
def test_what_leaves_the_graphs_around_it(code: str, lifted: bool) -> None:
    function = extract_node(f"def f(x):\n    {code}")
    (call,) = (each for each in function.nodes_of_class(nodes.Call) if each.as_string() == "a()")
    assert is_lifted(call) is lifted

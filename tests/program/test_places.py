"""How trees are written in messages."""

from __future__ import annotations

import astroid
import pytest

from hybridize.program.places import Place, definition_place, holds, place_of, shorten, source_of, statement_of


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("for i in range(3):\n    print(i)", "for i in range(3)"),
        ("with open(p) as f,\\\n     lock:\n    f.read()", "with open(p) as f, lock"),
        ("if a:\n    b = {1: 2}\nelse:\n    c()", "if a"),
        ("while i < 3:\n    i += 1", "while i < 3"),
        ("try:\n    a()\nfinally:\n    b()", "try"),
        ("def f(x):\n    return x", "f"),
        ("x = {1: [2,\n     3]}", "x = {1: [2, 3]}"),
        ("f(lambda x: x + 1)", "f(lambda x: x + 1)"),
    ],
)
def test_a_statement_is_shown_on_one_line_and_without_its_body(text: str, said: str) -> None:
    assert source_of(astroid.extract_node(text)) == said


def test_long_sources_are_cut() -> None:
    node = astroid.extract_node(f"f({', '.join(['argument'] * 40)})")
    assert shorten(node, 20) == "f(argument, argumen…"
    assert len(shorten(node)) <= 60 < len(source_of(node)) <= 200
    assert shorten(astroid.extract_node("class C:\n    pass")) == "C"


def test_places_of_nodes() -> None:
    tree = astroid.parse("import a\n\n\n@a\ndef f(x):\n    return (x +\n        1)\n")
    function, returned = tree.body[1], tree.body[1].body[0]
    assert place_of("m.py", returned) == Place("m.py", 6, 5, 7, 11)
    assert place_of("m.py", returned.value) == Place("m.py", 6, 13, 7, 10)
    assert definition_place("m.py", function) == Place("m.py", 5, 1, 5, 6)
    assert holds(function, "m.py", place_of("m.py", returned))
    assert not holds(function, "n.py", place_of("m.py", returned))
    assert not holds(function, "m.py", place_of("m.py", tree.body[0]))
    assert statement_of(returned.value) is returned and statement_of(tree) is tree

"""How trees are written in messages."""

from __future__ import annotations

import astroid
import pytest

from hybridize.program.places import source_of


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

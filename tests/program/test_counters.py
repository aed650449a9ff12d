"""Counters that tell the first call from all others."""

from __future__ import annotations

import astroid
import pytest
from astroid import nodes

from hybridize.program.one_way_flags import adds_to_counter, assigned_number, tells_first_only


@pytest.mark.parametrize(
    ("code", "adds", "number"),
    [
        ("self.n += 1", True, None), ("n += 2", True, None), ("self.n += 0", False, None),
        ("self.n += -1", False, None),
        ("self.n -= 1", False, None), ("self.n += x", False, None), ("self.n += 1.0", False, None),
        ("self.n += True", False, None), ("self.n = 1", False, 1), ("self.n = 0", False, 0),
        ("self.n = x", False, None),
        ("self.n = 1.0", False, None), ("self.n = True", False, None), ("f(1)", False, None),
    ],
)  # fmt: skip
def test_what_counts(code: str, adds: bool, number: int | None) -> None:
    (statement,) = astroid.parse(code).body
    assert adds_to_counter(statement) is adds
    assert assigned_number(statement) == number


@pytest.mark.parametrize(
    ("statement", "begun", "first"),
    [
        ("if self.n == 0:\n    a()", 0, True), ("if self.n > 0:\n    a()", 0, True), ("if self.n:\n    a()", 0, True),
        ("if self.n == 1:\n    a()", 0, False), ("if self.n == 1:\n    a()", 1, True),
        ("if self.n > 2:\n    a()", 0, False),
        ("if self.n % 2:\n    a()", 0, False), ("if self.n == 0:\n    return", 0, False), ("a(self.n)", 0, False),
        ("if x:\n    a(self.n)", 0, False), ("while self.n == 0:\n    a()", 0, False),
    ],
)  # fmt: skip
def test_tests_that_tell_the_first_call_from_all_others(statement: str, begun: int, first: bool) -> None:
    body = "\n".join(f"    {line}" for line in statement.split("\n"))
    function = astroid.parse(f"def f(self, x):\n{body}\n").body[0]
    (read,) = (each for each in function.nodes_of_class(nodes.Attribute) if each.attrname == "n")
    assert tells_first_only(read, begun) is first

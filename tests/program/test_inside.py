"""What stands in a scope, by the class of the node."""

from __future__ import annotations

import astroid
import pytest
from astroid import nodes

from hybridize.program import inside, memory
from hybridize.program.inside import nodes_inside

CODE = """
def outer(a):
    b = a.first
    async def inner(c):
        return c.second(a.third)
    return [b for b in a]
"""


def _outer() -> nodes.FunctionDef:
    found = astroid.parse(CODE).body[0]
    assert isinstance(found, nodes.FunctionDef)
    return found


def test_the_nodes_of_one_class_come_in_the_order_of_the_text() -> None:
    outer = _outer()
    assert [each.attrname for each in nodes_inside(outer, nodes.Attribute)] == ["first", "second", "third"]
    assert list(nodes_inside(outer, nodes.Name)) == list(outer.nodes_of_class(nodes.Name))
    assert nodes_inside(outer, nodes.Match) == ()


def test_a_class_that_derives_from_another_is_one_of_its_own() -> None:
    outer = _outer()
    assert list(nodes_inside(outer, nodes.FunctionDef)) == [outer]
    assert [each.name for each in nodes_inside(outer, nodes.AsyncFunctionDef)] == ["inner"]


def test_a_scope_is_walked_through_once_while_an_analysis_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    walked: list[nodes.NodeNG] = []
    by_kind = inside.by_kind

    def counted(tree: nodes.NodeNG) -> dict[type[nodes.NodeNG], list[nodes.NodeNG]]:
        walked.append(tree)
        return by_kind(tree)

    monkeypatch.setattr(inside, "by_kind", counted)
    outer = _outer()
    with memory.memoizing():
        for kind in (nodes.Name, nodes.Call, nodes.Name):
            nodes_inside(outer, kind)
    assert walked == [outer]
    nodes_inside(outer, nodes.Name)
    assert walked == [outer, outer], "nothing is left of an analysis that has come to its end"


def test_answers_of_a_method_are_kept_for_each_object() -> None:
    class Asked:
        def __init__(self, number: int) -> None:
            self.number = number
            self.runs = 0

        @memory.remembered
        def plus(self, other: int) -> int:
            self.runs += 1
            return self.number + other

    one, two = Asked(1), Asked(2)
    with memory.memoizing(separate=True):
        assert [one.plus(1), two.plus(1), one.plus(1), one.plus(2)] == [2, 3, 2, 3]
        assert (one.runs, two.runs) == (2, 1)
        ((name, counts),) = memory.query_counts().items()
    assert name.endswith("Asked.plus") and counts == (4, 3), "four calls, three keys"
    assert not memory.query_counts()
    assert [one.plus(1), one.plus(1), one.runs] == [2, 2, 4], "outside of an analysis nothing is kept"

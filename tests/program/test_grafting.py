"""A tree takes the places of a later parse: whatever else differs, the trees do not fit, and nothing is changed."""

from __future__ import annotations

import astroid
import pytest
from astroid import nodes

from hybridize.program.grafting import Graft

BEFORE = """\
import a

def f(x, *y, z=1):
    return x + 1 if x < 2 else "a"

class C:
    @staticmethod
    def g(x):
        return [x, 1]
"""


def function(tree: nodes.Module, name: str) -> nodes.FunctionDef:
    """The function of a name."""
    (found,) = (each for each in tree.nodes_of_class(nodes.FunctionDef) if each.name == name)
    return found


def decorated(text: str, *names: str) -> str:
    """The text with a decorator of a line more above functions."""
    for name in names:
        line = next(each for each in text.split("\n") if f"def {name}(" in each)
        text = text.replace(line, f"{line.partition('def')[0]}@a.graph\n{line}")
    return text


def places(tree: nodes.Module) -> list[tuple[object, ...]]:
    """Where the nodes of a tree stand."""
    return [
        (type(each), each.lineno, each.col_offset, each.end_lineno, each.end_col_offset, each.fromlineno, each.tolineno)
        for each in tree.nodes_of_class(nodes.NodeNG)
    ]


@pytest.mark.parametrize("names", [("f",), ("g",), ("f", "g"), ()])
def test_decorators_that_were_added(names: tuple[str, ...]) -> None:
    old, text = astroid.parse(BEFORE), decorated(BEFORE, *names)
    places(old)
    functions = [function(old, each) for each in names]
    graft = Graft(old, astroid.parse(text), functions)
    assert graft.fits
    assert {each.name: new.as_string() for each, new in graft.added.items()} == dict.fromkeys(names, "a.graph")
    graft.apply()
    assert old.as_string() == astroid.parse(text).as_string()
    assert places(old) == places(astroid.parse(text))
    for each in functions:
        assert each.decorators.parent is each and each.decorators.nodes[-1].parent is each.decorators
    assert [each.name for each in functions] == list(names)


OTHERS = {
    "another function": decorated(BEFORE, "g"),
    "both": decorated(BEFORE, "f", "g"),
    "none": BEFORE,
    "two": decorated(BEFORE, "f").replace("@a.graph", "@a.graph\n@a.graph"),
    "another name": decorated(BEFORE, "f").replace("import a", "import b"),
    "another constant": decorated(BEFORE, "f").replace("z=1", "z=2"),
    "another type of a constant": decorated(BEFORE, "f").replace("z=1", "z=1.0").replace("+ 1", "+ 2"),
    "another operator": decorated(BEFORE, "f").replace("x + 1", "x - 1"),
    "another comparison": decorated(BEFORE, "f").replace("x < 2", "x > 2"),
    "another parameter": decorated(BEFORE, "f").replace("*y", "y"),
    "no default": decorated(BEFORE, "f").replace("z=1", "z"),
    "another statement": decorated(BEFORE, "f") + "pass\n",
    "a longer list": decorated(BEFORE, "f").replace("[x, 1]", "[x, 1, 2]"),
    "another decorator before": decorated(BEFORE, "f").replace("staticmethod", "classmethod"),
    "another sort of node": decorated(BEFORE, "f").replace("[x, 1]", "(x, 1)"),
}


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS)
def test_what_else_differs(text: str) -> None:
    old = astroid.parse(BEFORE)
    before = places(old)
    assert not Graft(old, astroid.parse(text), [function(old, "f")]).fits
    assert places(old) == before and old.as_string() == astroid.parse(BEFORE).as_string()


def test_text_around_code_may_differ() -> None:
    old = astroid.parse(BEFORE)
    text = "# a comment\n\n" + decorated(BEFORE, "f").replace("x + 1", "(x  +  1)")
    graft = Graft(old, astroid.parse(text), [function(old, "f")])
    assert graft.fits
    graft.apply()
    assert places(old) == places(astroid.parse(text))

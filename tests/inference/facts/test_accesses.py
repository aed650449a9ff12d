"""Who reads and who writes the attributes of an object: the lines at which Python does so."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import astroid
import pytest
from astroid import nodes

from hybridize.inference.domain.objects import ClassObject, Instance
from hybridize.inference.facts.accesses import Accesses, only_fills
from hybridize.inference.facts.facts import Facts
from hybridize.inference.facts.model import Context
from tests.inference.facts.programs import analysed, function

HEAD = "class Box:\n    v = None\n\nclass Other:\n    v = None\n\n"

PROGRAMS = {
    "an attribute": "def f(b):\n    return b.v\nb = Box()\nb.v = 1\nf(b)",
    "two objects in one function": (
        "def f(b, o):\n    x = o.v\n    return x, b.v\nb, o = Box(), Other()\nb.v = 1\no.v = 2\nf(b, o)"
    ),
    "of another object alone": "def f(b, o):\n    return o.v\nb, o = Box(), Other()\nb.v = 1\no.v = 2\nf(b, o)",
    "twice": "def f(b):\n    x = b.v\n    return x + b.v\nb = Box()\nb.v = 1\nf(b)",
    "`getattr`": "def f(b):\n    return getattr(b, 'v')\nb = Box()\nb.v = 1\nf(b)",
    "`getattr` with a default": "def f(b):\n    return getattr(b, 'v', 0)\nb = Box()\nb.v = 1\nf(b)",
    "`hasattr`": "def f(b):\n    return hasattr(b, 'v')\nb = Box()\nb.v = 1\nf(b)",
    "in a comprehension": "def f(bs):\n    return [\n        b.v for b in bs]\nb = Box()\nb.v = 1\nf([b])",
    "in a lambda": "def f(b):\n    return (lambda:\n        b.v)()\nb = Box()\nb.v = 1\nf(b)",
    "added to": "def f(b):\n    b.v += 1\nb = Box()\nb.v = 1\nf(b)",
    "a method": "class More(Box):\n    def get(self):\n        return self.v\nb = More()\nb.v = 1\nb.get()",
    "a property": "class More(Box):\n    @property\n    def w(self):\n        return self.v\nb = More()\nb.v = 1\nb.w",
    "a private attribute": (
        "class More(Box):\n    def put(self):\n        self.__v = 1\n    def get(self):\n        return self.__v\n"
        "b = More()\nb.put()\nb.get()"
    ),
    "`setattr`": "def f(b):\n    setattr(b, 'v', 1)\nb = Box()\nf(b)",
    "two at once": "def f(b):\n    b.v, b.w = 1, 2\nb = Box()\nf(b)",
    "two targets": "def f(b, o):\n    b.v = o.v = 1\nf(Box(), Other())",
    "with an item": "def f(b, d):\n    b.v, d['v'] = 1, 2\nf(Box(), {})",
    "by a loop": "def f(b):\n    for b.v in range(2):\n        pass\nf(Box())",
    "by a `with`": "import contextlib\ndef f(b):\n    with contextlib.nullcontext(1) as b.v:\n        pass\nf(Box())",
    "nothing": "def f(b):\n    return b\nf(Box())",
}


@pytest.mark.parametrize("body", PROGRAMS.values(), ids=PROGRAMS)
def test_reads_and_writes_are_those_of_a_run(tmp_path: Path, body: str) -> None:
    accesses, boxes = _accesses_and_boxes(analysed(tmp_path, HEAD + body))
    read, written = _run(HEAD + body)
    for name in {"v", *written}:
        assert _lines(accesses.reads((each, name)) for each in boxes) == read[name]
        assert _lines(accesses.writes((each, name)) for each in boxes) == written[name]


def test_a_place_reads_of_each_object_that_comes_there(tmp_path: Path) -> None:
    body = "def f(b):\n    return b.v\nfor b in (Box(), Other()):\n    b.v = 1\n    f(b)"
    facts = analysed(tmp_path, HEAD + body)
    (place,) = function(facts, "f").node.nodes_of_class(nodes.Attribute)
    read = [(owner.cls.node.name, name) for owner, name in facts.accesses.read_at(place) if isinstance(owner, Instance)]
    assert sorted(read) == [("Box", "v"), ("Other", "v")]


def _accesses_and_boxes(facts: Facts) -> tuple[Accesses, set[ClassObject]]:
    """The table, and the classes of the objects that are boxes."""
    summaries = [context.summary for context in facts.graph.contexts]
    owners = [owner for each in summaries for owner, _ in each.attributes.read]
    owners += [effect.target for each in summaries for effect in each.effects.values() if effect.target is not None]
    classes = {owner.project_class for owner in owners}
    return facts.accesses, {each for each in classes if each is not None and each.node.name in ("Box", "More")}


def _lines(tables: Iterable[Mapping[Context, Sequence[nodes.NodeNG]]]) -> set[int]:
    return {place.fromlineno for table in tables for places in table.values() for place in places}


def _run(code: str) -> tuple[Mapping[str, set[int]], Mapping[str, set[int]]]:
    """By attribute: the lines on which Python reads it of a box, and those on which it writes it."""
    read, written = defaultdict[str, set[int]](set), defaultdict[str, set[int]](set)

    class Traced:
        def __getattribute__(self, name: str) -> Any:
            read[name].add(sys._getframe(1).f_lineno)
            return object.__getattribute__(self, name)

        def __setattr__(self, name: str, value: object) -> None:
            written[name].add(sys._getframe(1).f_lineno)
            object.__setattr__(self, name, value)

    exec(code.replace("class Box:", "class Box(Traced):"), {"__name__": "main", "Traced": Traced})
    return read, written


@pytest.mark.parametrize(
    ("statement", "fills"),
    [
        ("self.d['a'] = 1", True), ("self.d['a'], x = 1, 2", False), ("self.d['a'] += 1", False), ("x = self.d['a']", False),
        ("self.d.clear()", True), ("self.d.update(a=1)", True), ("self.d.update(x)", False), ("self.d.update()", False),
        ("self.d.update(**x)", False), ("self.d.append(1)", False), ("self.d.clear", False), ("del self.d[:]", True),
        ("del self.d[1:]", False), ("del self.d['a']", False), ("x[self.d] = 1", False), ("f(self.d)", False),
        ("self.d.a.clear()", False), ("del self.d[:], x", False),
    ],
)  # fmt: skip
def test_what_reads_an_attribute_only_to_fill_it(statement: str, fills: bool) -> None:
    (tree,) = astroid.parse(statement).body
    (read,) = (each for each in tree.nodes_of_class(nodes.Attribute) if each.attrname == "d")
    assert only_fills(read) is fills

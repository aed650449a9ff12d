"""Conditions under which a function is no graph: in programs of which TensorFlow breaks one function and not the other.

`tests/verdicts/pairs` holds the programs, and `test_pairs` runs them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hybridize.inference.facts.call_graph import way_down
from tests.inference.facts.programs import analysed, function

PAIRS = Path(__file__).parents[2] / "verdicts" / "pairs"
KINDS = ("autograph-limit", "invalid-name-argument", "python-random", "seed-sequence", "tensor-iteration")
"""Kinds that are known where the interpreter meets them; of others the verdicts find more."""
PROGRAMS = sorted(each for each in PAIRS.glob("*.py") if each.stem.partition(".")[0] in KINDS)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_conditions_of_what_breaks(program: Path, tmp_path: Path) -> None:
    text = program.read_text(encoding="utf-8")
    facts = analysed(tmp_path, text)
    breaks, works = function(facts, "breaks"), function(facts, "works")
    kind = program.stem.partition(".")[0]
    found = [each for each in breaks.conditions if each.origin.kind == kind]
    assert found
    # It is noted in the function itself, or at the call that leads there.
    assert all(breaks.node.fromlineno < each.via.lineno <= breaks.node.tolineno for each in found)
    assert not works.conditions
    assert works.computation.operations


HANDED: dict[str, tuple[str, list[tuple[str, int]]]] = {
    "a write of its own": ("self.v = 1", [("write-attribute", 5)]),
    "a write of what it calls": ("self.set()", [("write-attribute", 5)]),
    "a write two calls below": ("self.twice()", [("write-attribute", 5)]),
    "a text": ("print(1)", [("output", 5)]),
    "none": ("return self.v", []),
    "a write to what it makes": ("C().v = 1", []),
    "a name of its own": ("v = 1", []),
    "an item of a global": ("D['a'] = 1", [("write-item", 5)]),
    "an item of its own": ("d = {}\n        d['a'] = 1", []),
    "a global": ("global G\n        G = 1", [("write-global", 6)]),
    "a function that nobody calls": ("def g():\n            self.v = 1", []),
    "a function that it calls": ("def g():\n            self.v = 1\n        g()", [("write-attribute", 7)]),
}


@pytest.mark.parametrize(("body", "expected"), HANDED.values(), ids=HANDED)
def test_effects_come_up_to_the_callers(body: str, expected: list[tuple[str, int]], tmp_path: Path) -> None:
    code = f"D = {{}}\nG = 0\nclass C:\n    def f(self):\n        {body}\n    def set(self):\n        self.v = 2\n"
    code += "    def twice(self):\n        self.set()\nc = C()\nc.f()\n"
    effects = function(analysed(tmp_path, code), "f").effects
    assert [(each.origin.what, each.via.lineno) for each in effects] == expected


CODE = """\
import functools, itertools
class Box:
    def __init__(self, v=0):
        self.v = v
        self.l = []
        self.fill()
    def fill(self): self.l.append(1)
    def put(self, v): self.v = v
    def put_twice(self, v):
        self.put(v)
        super().__setattr__('v', v)
class List(list):
    def __init__(self):
        super().__init__()
        self.append(1)
shared, box, table, number = [], Box(), {}, 0
def add(l, x): l.append(x)
def put(b, v): b.put(v)
def made(): return []
def kept(): return shared
def counted():
    global number
    number += 1
def numbers():
    yield 1
    shared.append(1)
"""
FIRST = CODE.count("\n") + 2
"""The line on which the bodies begin."""
EFFECTS: dict[str, list[str]] = {
    "shared.append(x)": ["mutate: changes a list with `append` in f"],
    "[].append(x)": [],
    "l = []; l.append(x)": [],
    "add(shared, x)": ["mutate: changes a list with `append` in f, 17"],
    "add([], x)": [],
    "l = []; add(l, x)": [],
    "add(made(), x)": [],
    "add(kept(), x)": ["mutate: changes a list with `append` in f, 17"],
    "y.append(x)": ["mutate: changes a list with `append` in f"],
    "add(y, x)": ["mutate: changes a list with `append` in f, 17"],
    "add(y[0], x)": ["mutate: changes a list with `append` in f, 17"],
    "Box()": [],
    "Box(x).put(1)": [],
    "b = Box(); put(b, x)": [],
    "put(box, x)": ["write-attribute: assigns `self.v` in f, 18, 8"],
    "box.put(x)": ["write-attribute: assigns `self.v` in f, 8"],
    "box.put_twice(x)": ["write-attribute: assigns `v` in f, 11", "write-attribute: assigns `self.v` in f, 10, 8"],
    "box.l.append(x)": ["mutate: changes a list with `append` in f"],
    "box.v = x": ["write-attribute: assigns `box.v` in f"],
    "b = Box(); b.v = x": [],
    "List()": [],
    "l = List(); l.append(x)": [],
    "add(List(), x)": [],
    "print(x)": ["output: calls `print` in f"],
    "counted()": ["write-global: assigns the global `number` in f, 23"],
    "global number; number = x": ["write-global: assigns the global `number` in f"],
    "table['a'] = x": ["write-item: assigns `table['a']` in f"],
    "table.update(a=x)": ["mutate: changes a dict with `update` in f"],
    "del table['a']": ["mutate: deletes `table['a']` in f"],
    "d = dict(table); d['a'] = x": [],
    "d = table; d['a'] = x": ["write-item: assigns `d['a']` in f"],
    "for e in numbers(): pass": ["mutate: changes a list with `append` in f, 26"],
    "n = numbers(); next(n)": ["mutate: changes a list with `append` in f, 26"],
    "next(y)": [],
    "next(iter([1]))": [],
    "i = iter(y); next(i)": [],
    "def g(): shared.append(1)": [],
    "def g(): shared.append(1)\n    g()": ["mutate: changes a list with `append` in f, f"],
    "def g(): l.append(1)\n    l = []\n    g()": [],
    "(lambda: shared.append(x))()": ["mutate: changes a list with `append` in f, f"],
    "list(map(shared.append, [x]))": ["mutate: changes a list with `a method` in f"],
    "list(map(lambda e: add(y, e), [x]))": ["mutate: changes a list with `append` in f, f, 17"],
    "functools.partial(add, shared)(x)": ["mutate: changes a list with `append` in f, 17"],
    "m = shared.append; m(x)": ["mutate: changes a list with `a method` in f"],
    "if not shared: shared.append(x)": ["mutate once: changes a list with `append` in f"],
    "if not shared: add(shared, x)": ["mutate once: changes a list with `append` in f, 17"],
    "if x: shared.append(x)": ["mutate: changes a list with `append` in f"],
    "open('a', 'w').write('b')": ["file: calls `open` (reads or writes files) in f", "file: calls `io.IOBase.write` (reads or writes files) in f"],
    "import random; random.random()": ["random: calls `random.random` in f"],
    "x += y": [],
    "y += [x]": ["mutate: changes the list `y` in place in f"],
    "k['a'] = x": [],
    "k.update(a=x)": [],
    "add(k.get('a', []), x)": [],
    "return (lambda: shared.append(x))": [],
    "class C: v = shared.append(1)": ["mutate: changes a list with `append` in f, f"],
    "setattr(box, 'v', x)": ["write-attribute: assigns `v` in f"],
    "sorted(y)": [],
    "y.sort()": ["mutate: changes a list with `sort` in f"],
    "a, *b = y; b.append(x)": [],
    "[add(shared, e) for e in y]": ["mutate: changes a list with `append` in f, 17"],
    "with box: pass": [],
}  # fmt: skip
"""Bodies of a function of a number and a list, with what others see of them, and the way down: lines of the code above."""


@pytest.mark.parametrize(("body", "expected"), EFFECTS.items())
def test_what_others_see_of_a_call(body: str, expected: list[str], tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{CODE}def f(x, y, **k):\n    {body}\nf(1, [[]], a=2)\n")
    found = []
    for each in function(facts, "f").effects:
        once = " once" if each.origin.unguarded is not None else ""
        way = ["f" if node.lineno >= FIRST else str(node.lineno) for node in way_down(each, facts.graph)]
        found.append(f"{each.origin.what}{once}: {each.origin.message} in {', '.join(way)}")
    assert found == expected

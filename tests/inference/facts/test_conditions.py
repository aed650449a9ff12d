"""Conditions under which a function is no graph: in programs of which TensorFlow breaks one function and not the other.

`tests/verdicts/pairs` holds the programs, and `test_pairs` runs them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

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

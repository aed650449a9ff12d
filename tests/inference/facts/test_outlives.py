"""Whether a hybrid function may be used when the call that makes it has ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from hybridize.inference.facts.allocations import Allocations
from hybridize.inference.facts.repetition import Repetition
from tests.inference.facts.programs import analysed, function

HEAD = """\
import tensorflow as tf
from somewhere import keep
kept, table = [], {}
class Box: pass
def make():
"""
DECORATED = "    @tf.function\n    def g(x): return x\n"
PLAIN = "    def g(x): return x\n"
PROGRAMS: dict[str, tuple[str, str, str, bool]] = {
    "it is called": (DECORATED, "g(1)", "make()", False),
    "it is returned": (DECORATED, "return g", "h = make()", True),
    "the caller only calls it": (DECORATED, "return g", "make()(1)", False),
    "a list has it": (DECORATED, "kept.append(g)", "make()", True),
    "a class has it": (DECORATED, "Box.g = g", "make()", True),
    "an object that is returned has it": (DECORATED, "b = Box()\n    b.g = g\n    return b", "make()", True),
    "a function that is returned calls it": (DECORATED, "return lambda: g(1)", "h = make()", True),
    "it is exported": (DECORATED, "g.get_concrete_function(1)", "make()", True),
    "a call makes it, and it is called": (PLAIN, "h = tf.function(g)\n    h(1)", "make()", False),
    "it is called where it is made": (PLAIN, "tf.function(g)(1)", "make()", False),
    "its result is returned": (PLAIN, "h = tf.function(g)\n    return h(1)", "v = make()", False),
    "a list has what a call makes": (PLAIN, "kept.append(tf.function(g))", "make()", True),
    "a dictionary has it": (PLAIN, "table['a'] = tf.function(g)", "make()", True),
    "an object that nobody knows has it": (PLAIN, "keep.g = tf.function(g)", "make()", True),
    "a name has it": (PLAIN, "h = k = tf.function(g)", "make()", False),
    "others get it": (PLAIN, "keep(tf.function(g))", "make()", True),
    "others get it by a keyword": (PLAIN, "keep(f=tf.function(g))", "make()", True),
    "what a call makes is returned": (PLAIN, "return tf.function(g)", "h = make()", True),
    "the caller only calls what is returned": (PLAIN, "return tf.function(g)", "make()(1)", False),
    "a function around only calls it": (PLAIN, "return tf.function(g)", "def f():\n    make()(1)\nf()", False),
    "a function around returns it": (PLAIN, "return tf.function(g)", "def f():\n    return make()\nh = f()", True),
    "a function around keeps it": (PLAIN, "return tf.function(g)", "def f():\n    kept.append(make())\nf()", True),
}


@pytest.mark.parametrize(("definition", "body", "calls", "expected"), PROGRAMS.values(), ids=PROGRAMS)
def test_what_outlives_a_call(definition: str, body: str, calls: str, expected: bool, tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}{definition}    {body}\n{calls}\n")
    made = function(facts, "g")
    allocations = Allocations(facts, Repetition(facts.graph))
    assert [allocations.outlives(made, mark) for mark in made.hybrids] == [expected]

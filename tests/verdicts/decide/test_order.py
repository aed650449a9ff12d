"""Verdicts do not hang on the order in which functions are judged."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from benchmarks.order import differences
from hybridize.inference import analyze
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.provenance import Provenance
from hybridize.inference.facts.repetition import EagerRuns, Repetition
from hybridize.inference.facts.shown_calls import MANY, ShownCalls
from hybridize.program import build
from hybridize.settings import AnalysisOptions
from hybridize.sources.project import load_project
from hybridize.verdicts.gain.shares import Shares
from hybridize.verdicts.shapes.dynamic_shapes import DynamicShapes

ROOT = Path(__file__).parents[3]
OPTIONS = AnalysisOptions()


@pytest.mark.slow
def test_programs_are_judged_alike_in_any_order() -> None:
    assert list(differences(load_project(ROOT / "benchmarks" / "programs", OPTIONS), OPTIONS, shuffles=1)) == []


@pytest.mark.slow
def test_programs_of_the_fuzzer_are_judged_alike_in_any_order(tmp_path: Path) -> None:
    for program in sorted((ROOT / "tests" / "fuzz" / "corpus").glob("*.py"))[::9]:
        shutil.copy(program, tmp_path)
    assert list(differences(load_project(tmp_path, OPTIONS), OPTIONS, shuffles=2)) == []


RECURSIVE = """\
import tensorflow as tf


def first(x, n):
    if n > 0:
        return second(x, n - 1)
    return tf.boolean_mask(x, x > 0.0)


def second(x, n):
    x = tf.tanh(x) * 2.0
    return first(x, n)


def with_first(x):
    return tf.zeros([first(x, 3).shape[0]])


def with_second(x):
    return tf.zeros([second(x, 3).shape[0]])


for _ in range(3):
    first(tf.ones(3), 2)
for _ in range(100):
    with_first(tf.ones(3))
    with_second(tf.ones(3))
"""


@pytest.fixture
def facts(tmp_path: Path) -> Facts:
    """The facts of a program whose functions are mutually recursive."""
    (tmp_path / "recursive.py").write_text(RECURSIVE, encoding="utf-8")
    return analyzed(tmp_path)


def analyzed(folder: Path) -> Facts:
    """The facts of a project."""
    return analyze(build(load_project(folder, OPTIONS)), OPTIONS)


def named(facts: Facts, *names: str) -> list[FunctionFacts]:
    """Some functions, in this order."""
    return [next(each for each in facts.functions if each.node.name == name) for name in names]


def test_recursive_functions_get_the_same_verdicts_in_any_order(tmp_path: Path, facts: Facts) -> None:
    assert list(differences(load_project(tmp_path, OPTIONS), OPTIONS, shuffles=4)) == []


def test_recursive_functions_return_the_same_lengths_in_any_order(facts: Facts) -> None:
    for order in (("with_first", "with_second"), ("with_second", "with_first")):
        shapes = DynamicShapes(facts, Provenance(facts, Repetition(facts.graph)))
        assert [shapes.read_in(each.node) is not None for each in named(facts, *order)] == [True, True]


PASS = """\
import os
import tensorflow as tf


def first(x, n):
    return second(x, n - 1) if n > 0 else x


def second(x, n):
    return first(tf.tanh(x), n)


for name in os.listdir("."):
    first(tf.ones(3), len(name))
"""


def test_calls_of_recursive_functions_are_counted_alike_in_any_order(tmp_path: Path) -> None:
    (tmp_path / "one_pass.py").write_text(PASS, encoding="utf-8")
    facts = analyzed(tmp_path)
    counts = []
    for order in (("first", "second"), ("second", "first")):
        shown = ShownCalls(facts, EagerRuns(facts, (), ()))
        counts.append({each.node.name: shown.of(each) for each in named(facts, *order)})
    assert counts[0] == counts[1]
    assert counts[0]["first"] == counts[0]["second"] < MANY


def test_recursive_functions_have_the_same_work_in_any_order(facts: Facts) -> None:
    weights = []
    for order in (("first", "second"), ("second", "first")):
        shares = Shares(facts, ())
        weights.append({each.node.name: shares.runs(each, 0.0) for each in named(facts, *order)})
    assert weights[0] == weights[1]

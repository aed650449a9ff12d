"""What contexts reach by their calls: the bit sets of `facts.reached` against a plain walk, one query a context."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest

from hybridize.inference import analyze
from hybridize.inference.facts.call_graph import CallGraph
from hybridize.inference.facts.reached import Named
from hybridize.inference.state.contexts import Context
from hybridize.program import build
from hybridize.settings import AnalysisOptions
from hybridize.sources.project import load_project

CODE = """\
import tensorflow as tf

def last(x): return tf.exp(x)
def even(x, n): return x if n == 0 else odd(x, n - 1)
def odd(x, n): return last(x) if n == 0 else even(x, n - 1)
def both(x): return even(x, 3) + last(x)
def alone(x): return tf.tanh(x)
def top(x): return both(alone(x)) + odd(x, 2)

top(tf.ones(3))
"""


@pytest.fixture
def graph(tmp_path: Path) -> CallGraph:
    (tmp_path / "main.py").write_text(CODE, encoding="utf-8")
    settings = AnalysisOptions()
    return analyze(build(load_project(tmp_path, settings)), settings).graph


def walked(starts: Sequence[Context]) -> dict[Context, Context]:
    """What `reached` gives, by going through all calls."""
    found: dict[Context, Context] = {}
    for start in sorted(starts, key=lambda each: each.serial):
        waiting = [start]
        while waiting:
            context = waiting.pop()
            if context not in found:
                found[context] = start
                waiting += [callee for _, callee, _ in context.summary.edges()]
    return found


def test_what_is_reached_is_what_going_through_all_calls_finds(graph: CallGraph) -> None:
    groups = [[each] for each in graph.contexts] + [list(graph.contexts[first:]) for first in (0, 2, 4)]
    assert len(graph.contexts) >= 7
    for starts in groups:
        reached, expected = graph.reached(starts), walked(starts)
        assert dict(reached) == expected
        assert len(reached) == len(expected)
        assert [each in reached for each in graph.contexts] == [each in expected for each in graph.contexts]
        assert set(reached.scopes) == {each.scope for each in expected}
        assert [each.scope in reached.scopes for each in graph.contexts] == [
            any(each.scope is other.scope for other in expected) for each in graph.contexts
        ]


def test_those_of_which_something_holds_keep_their_order(graph: CallGraph) -> None:
    asked: list[Context] = []

    def computes(context: Context) -> bool:
        asked.append(context)
        return bool(context.summary.operations)

    for start in (*graph.contexts, *graph.contexts):
        reached = graph.reached([start])
        computing = [each for each in reached if each.summary.operations]
        assert reached.where(computes) == computing
        assert reached.any(computes) is bool(computing)
    assert len(asked) == len(set(asked)) == len(graph.contexts)


def test_names_are_those_of_all_that_is_reached(graph: CallGraph) -> None:
    named = Named(graph.reaching, lambda context: context.summary.implicit_reads)
    for start in graph.contexts:
        reached = graph.reached([start])
        names = {name for each in reached for name in each.summary.implicit_reads}
        assert {name for name, _ in named.having(reached)} == names
        for name in ("alone", "even", "last", "nothing", "tf"):
            assert named.meet(reached, ["nothing", name]) is (name in names)


def test_two_of_them_keep_their_order(graph: CallGraph) -> None:
    for start in graph.contexts:
        reached = graph.reached([start])
        for pair in combinations(reached, 2):
            assert list(reached.where(lambda each, pair=pair: each in pair)) == [each for each in reached if each in pair]

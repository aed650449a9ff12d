"""Summaries written as data and read back are the same, also with trees that were built anew."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hybridize.inference import analyze, summaries, values
from hybridize.inference.contexts import Context
from hybridize.inference.graph import CallGraph
from hybridize.program import Program, build
from hybridize.settings import AnalysisOptions
from hybridize.sources.project import load_project

PROGRAMS = Path(__file__).parents[2] / "benchmarks" / "programs"


def _program() -> Program:
    return build(load_project(PROGRAMS, AnalysisOptions()))


def _carried(contexts: list[Context]) -> list[tuple[object, ...]]:
    """What arrives at each context, and who is recursive, in terms that do not depend on the trees."""
    graph = CallGraph(contexts)
    return [
        (
            context.serial,
            [(effect.what, effect.node.lineno, effect.message) for effect in graph.effects.get(context, ())],
            [(condition.kind, condition.node.lineno) for condition in graph.conditions.get(context, ())],
            len(graph.operations.get(context, ())),
            [(caller.serial, node.lineno, hybrid) for caller, node, hybrid in graph.callers.get(context, [])],
            bool(graph.recursion([context])),
        )
        for context in graph.contexts
    ]


def test_what_is_read_is_what_was_written() -> None:
    program = _program()
    facts = analyze(program, AnalysisOptions())
    contexts = [context for each in facts.engine.by_node.values() for context in each]
    assert len(contexts) > 200
    text = json.dumps(summaries.write(contexts, program))
    expected = _carried(contexts)
    values.reset()  # as in another process: the order of atoms is that of their making
    again = _program()
    read = summaries.read(json.loads(text), again)
    assert json.dumps(summaries.write(read, again)) == text
    assert _carried(read) == expected
    for context in read:
        assert context.scope.root() in {module.tree for module in again.modules}


def test_data_of_another_format_are_refused() -> None:
    program = _program()
    data = summaries.write([], program)
    data["format"] += 1
    with pytest.raises(ValueError, match="format"):
        summaries.read(data, program)

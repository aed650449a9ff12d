"""Subjects of findings, and chains of calls as steps for the reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from astroid import nodes

from hybridize.inference.facts.call_graph import CallGraph, Propagated, chain
from hybridize.inference.facts.facts import FunctionFacts
from hybridize.inference.facts.model import Context, Origin
from hybridize.inference.facts.repetition import CallSite
from hybridize.program import memory
from hybridize.program.places import definition_place, place_of, shorten
from hybridize.sources.model import SourceFile
from hybridize.verdicts.model.parts import Place, Step, StepKind, Subject, SubjectKind


class _Made:
    """The steps of one analysis: the same calls are steps of very many chains."""

    def __init__(self) -> None:
        self.steps: dict[tuple[StepKind, nodes.NodeNG], Step] = {}
        self.chains: dict[tuple[Origin, Context], tuple[Step, ...]] = {}
        """By what is at the end of the calls, and the context that the first one leads to."""
        self.code: dict[tuple[Context, ...], Any] = {}


_MADE: ContextVar[_Made | None] = ContextVar("steps", default=None)
"""Of the analysis that is judged in this thread; None where none is."""


@contextmanager
def memoizing(*, separate: bool = False) -> Iterator[None]:
    """Make places and steps once while an analysis is judged; afterwards nothing is left of its trees.

    `separate`: as in `program.memory.memoizing`.
    """
    token = _MADE.set(_Made() if separate else (_MADE.get() or _Made()))
    try:
        with memory.memoizing(separate=separate):
            yield
    finally:
        _MADE.reset(token)


def last_code() -> dict[tuple[Context, ...], Any]:
    """What runs in the trace of the function that was asked for last: see `traced_code`."""
    return (_MADE.get() or _Made()).code


def steps_down(propagated: Propagated[Any], graph: CallGraph) -> tuple[Step, ...]:
    """The calls from a function's own statement down to an effect, condition or assumption."""
    if propagated.next is None:
        return ()
    made = _MADE.get() or _Made()
    key = (propagated.origin, propagated.next)
    steps = made.chains.get(key)
    if steps is None:
        steps = made.chains[key] = call_steps(chain(propagated, graph))
    return steps


def call_steps(calls: Iterable[tuple[Context, nodes.NodeNG]]) -> tuple[Step, ...]:
    """A chain of calls as steps."""
    return tuple([step_of(context.module_path, node) for context, node in calls])


def steps_to(chain: Iterable[CallSite]) -> tuple[Step, ...]:
    """The calls that lead to a place as steps."""
    return tuple(Step(each.place, StepKind.CALL, each.code) for each in chain)


def subject_of(file: SourceFile, function: FunctionFacts | None) -> Subject:
    """The subject of a finding about a function, or about code that stands in no function."""
    if function is None:
        return Subject(SubjectKind.MODULE, file.relative, file.module, "", Place(file.relative, 1))
    kind = SubjectKind.LAMBDA if type(function.node) is nodes.Lambda else SubjectKind.FUNCTION
    place = definition_place(file.relative, function.node)
    return Subject(kind, file.relative, file.module, function.site.qualname, place)


def step_of(path: str, node: nodes.NodeNG, kind: StepKind = StepKind.CALL) -> Step:
    """A step of a chain: the code at a place."""
    made = _MADE.get() or _Made()
    step = made.steps.get((kind, node))
    if step is None:
        step = made.steps[kind, node] = Step(place_of(path, node), kind, shorten(node))
    return step

"""Chains of calls as the steps that people read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from astroid import nodes

from hybridize.inference.results.model import Context
from hybridize.inference.results.repetition import CallSite
from hybridize.program import places
from hybridize.program.places import place_of, shorten
from hybridize.verdicts.model import Step, StepKind

_Steps = dict[StepKind, dict[nodes.NodeNG, Step]]
_MADE: ContextVar[_Steps | None] = ContextVar("steps", default=None)
"""The steps of the analysis that is judged in this thread; None where none is."""


@contextmanager
def remembering() -> Iterator[None]:
    """Make places and steps once while an analysis is judged; afterwards nothing is left of its trees."""
    token = _MADE.set({})
    try:
        with places.remembering():
            yield
    finally:
        _MADE.reset(token)


def call_steps(chain: Iterable[tuple[Context, nodes.NodeNG]]) -> tuple[Step, ...]:
    """A chain of calls as steps."""
    return tuple(step_of(context.module_path, node) for context, node in chain)


def steps_to(chain: Iterable[CallSite]) -> tuple[Step, ...]:
    """The calls that lead to a place as steps."""
    return tuple(Step(each.place, StepKind.CALL, each.code) for each in chain)


def step_of(path: str, node: nodes.NodeNG, kind: StepKind = StepKind.CALL) -> Step:
    """A step of a chain: the code at a place. The same calls are steps of very many chains."""
    made = _MADE.get()
    steps: dict[nodes.NodeNG, Step] = {} if made is None else made.setdefault(kind, {})
    step = steps.get(node)
    if step is None:
        step = steps[node] = Step(place_of(path, node), kind, shorten(node))
    return step

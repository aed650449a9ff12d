"""Answers about syntax trees, kept while an analysis runs: most questions are put many times about the same nodes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar

_P = ParamSpec("_P")
_A = TypeVar("_A")


class _Answers(dict[Any, Any]):
    """The answers to one question, by what it is about."""

    __slots__ = ("calls",)

    def __init__(self) -> None:
        self.calls = 0
        """How often the function was called."""


_MEMORY: ContextVar[defaultdict[object, _Answers] | None] = ContextVar("memory", default=None)
"""Of the analysis that runs in this thread, by question; None where none does."""


@contextmanager
def memoizing(*, separate: bool = False) -> Iterator[None]:
    """Answer each question about the trees once while an analysis runs; afterwards nothing is left of them.

    The parts of one analysis share their answers. `separate`: begin without any, for an analysis with trees of its own.
    """
    known = None if separate else _MEMORY.get()
    token = _MEMORY.set(defaultdict(_Answers) if known is None else known)
    try:
        yield
    finally:
        _MEMORY.reset(token)


def answers(question: object) -> dict[Any, Any]:
    """The answers to a question that were given in this analysis; outside of one nothing is kept."""
    memory = _MEMORY.get()
    return {} if memory is None else memory[question]


def remembered(question: Callable[_P, _A]) -> Callable[_P, _A]:
    """Keep the answers of a function of nodes while an analysis runs. Callers must not change an answer.

    Those of a method are kept for each of its objects.
    """

    @wraps(question)
    def answered(*about: _P.args, **named: _P.kwargs) -> _A:
        memory = _MEMORY.get()
        if memory is None or named:
            return question(*about, **named)
        known = memory[question]
        known.calls += 1
        if about not in known:
            known[about] = question(*about, **named)
        answer: _A = known[about]
        return answer

    return answered


def query_counts() -> Mapping[str, tuple[int, int]]:
    """By the name of what is `remembered`: how often this process has called it, and with how many different keys."""
    memory = _MEMORY.get()
    return {
        f"{question.__module__}.{getattr(question, '__qualname__', '')}": (known.calls, len(known))
        for question, known in (memory.items() if memory is not None else ())
        if known.calls
    }

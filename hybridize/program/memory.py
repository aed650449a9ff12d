"""What is read off the trees of an analysis while it is judged: the same places are asked about again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar

_P = ParamSpec("_P")
_A = TypeVar("_A")
_MEMORY: ContextVar[dict[object, dict[Any, Any]] | None] = ContextVar("memory", default=None)
"""Of the analysis that runs in this thread, by question; None where none does."""


@contextmanager
def remembering() -> Iterator[None]:
    """Answer each question about the trees once while an analysis is judged; afterwards nothing is left of them."""
    token = _MEMORY.set({})
    try:
        yield
    finally:
        _MEMORY.reset(token)


def answers(question: object) -> dict[Any, Any]:
    """The answers to a question that this analysis remembers; outside of one they are forgotten at once."""
    memory = _MEMORY.get()
    return {} if memory is None else memory.setdefault(question, {})


def remembered(question: Callable[_P, _A]) -> Callable[_P, _A]:
    """A function of nodes whose answers are remembered while an analysis is judged: nobody may change one."""

    @wraps(question)
    def asked(*about: _P.args, **named: _P.kwargs) -> _A:
        memory = _MEMORY.get()
        if memory is None or named:
            return question(*about, **named)
        known = memory.setdefault(question, {})
        if about not in known:
            known[about] = question(*about, **named)
        answer: _A = known[about]
        return answer

    return asked

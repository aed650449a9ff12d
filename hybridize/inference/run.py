"""The door to the analysis: a program goes in, and the facts about its functions come out."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TypeVar

from astroid import nodes

from hybridize.frameworks.knowledge import load
from hybridize.inference.driver import amended
from hybridize.inference.driver.amended import Decorated
from hybridize.inference.driver.entries import run_program
from hybridize.inference.driver.fixpoint import Fixpoint
from hybridize.inference.facts.collecting import collect
from hybridize.inference.facts.facts import Facts
from hybridize.inference.state.analysis import Reached
from hybridize.process import STACK, SharedSetting
from hybridize.program import Program, memory
from hybridize.settings import AnalysisOptions

_RECURSION = 60_000
_START = threading.Lock()
"""The size of stacks is one for all threads that start: one analysis at a time sets it."""


def _recurse_deeply() -> Callable[[], None]:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _RECURSION))
    return lambda: sys.setrecursionlimit(limit)


_DEEP_RECURSION = SharedSetting(_recurse_deeply)

T = TypeVar("T")
Extent = Callable[[], Reached]
"""How far an analysis has come; other threads may ask while it goes on."""


def analyze(
    program: Program, options: AnalysisOptions, watch: Callable[[Extent], None] | None = None
) -> Facts:
    """Analyse a program; `watch` is told how to ask how far that has come."""
    return _with_room(lambda: _analyze(program, options, watch))


def hybridized(facts: Facts, program: Program, decorated: Decorated) -> Facts | None:
    """The facts after functions were decorated; None where they cannot be told without a new analysis.

    `facts` are those of the program before; the state of their analysis goes on to the result. See `driver.amended`.
    """
    return _with_room(lambda: _hybridized(facts, program, decorated))


def unaffected(facts: Facts, functions: set[nodes.FunctionDef]) -> bool:
    """Whether nothing in the program tells the functions from what `tf.function` would make of them."""
    return amended.unaffected(facts.analysis, functions)


def _with_room(work: Callable[[], T]) -> T:
    """Do something in a thread with a large stack (reserved, not used: pages that are never touched cost nothing).

    The interpreter follows calls of the analysed code with calls of its own.
    """
    outcome: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            outcome.append(work())
        except BaseException as error:
            errors.append(error)

    with _DEEP_RECURSION:
        thread = threading.Thread(target=run, name="hybridize-inference")
        with _START:
            size = threading.stack_size(STACK)
            try:
                thread.start()
            except RuntimeError as error:
                raise MemoryError(str(error)) from None
            finally:
                threading.stack_size(size)
        thread.join()
    if errors:
        raise errors[0]
    return outcome[0]


@memory.memoizing()
def _analyze(program: Program, options: AnalysisOptions, watch: Callable[[Extent], None] | None) -> Facts:
    fixpoint = Fixpoint(program, load(options.models))
    if watch is not None:
        watch(fixpoint.analysis.extent)
    run_program(fixpoint, options)
    return collect(program, fixpoint.evaluator)


@memory.memoizing()
def _hybridized(facts: Facts, program: Program, decorated: Decorated) -> Facts | None:
    marked = amended.hybridize(facts.evaluator, program, decorated)
    return collect(program, facts.evaluator) if marked else None


__all__ = ["Extent", "Facts", "Reached", "analyze", "hybridized", "unaffected"]

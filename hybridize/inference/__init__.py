"""Whole-project abstract interpretation: which values reach which parameters, and what running a function does."""

from __future__ import annotations

import sys
import threading

from hybridize.frameworks.knowledge import load
from hybridize.inference import values
from hybridize.inference.engine import Engine
from hybridize.inference.entries import run_program
from hybridize.inference.facts import Facts, collect
from hybridize.program import Program
from hybridize.settings import AnalysisOptions

_STACK = 512 * 1024 * 1024
_RECURSION = 60_000


def analyze(program: Program, options: AnalysisOptions) -> Facts:
    """Run the engine over a program.

    The interpreter follows calls of the analysed code with calls of its own, so it runs in a thread with a large stack
    (reserved, not used: the pages that are never touched cost nothing).
    """
    outcome: list[Facts | BaseException] = []

    def work() -> None:
        try:
            outcome.append(_analyze(program, options))
        except BaseException as error:
            outcome.append(error)

    limit = sys.getrecursionlimit()
    size = threading.stack_size(_STACK)
    try:
        sys.setrecursionlimit(max(limit, _RECURSION))
        thread = threading.Thread(target=work, name="hybridize-inference")
        thread.start()
        thread.join()
    finally:
        threading.stack_size(size)
        sys.setrecursionlimit(limit)
    result = outcome[0]
    if isinstance(result, BaseException):
        raise result
    return result


def _analyze(program: Program, options: AnalysisOptions) -> Facts:
    values.reset()
    engine = Engine(program, load(options.models))
    run_program(engine, options)
    return collect(program, engine)


__all__ = ["Facts", "analyze"]

"""Statements that need not be evaluated again: what each has read, and what it gave.

A context is evaluated again whenever something that it reads has grown, but most of its statements read nothing that
did. While a statement is evaluated its reads are logged: local names, heap cells, the shapes of objects, the results of
callees. Where all of these still hold the same, evaluating it once more would bind the same names to the same values;
everything else that it did (effects, operations, calls, writes to the heap) is kept by its context and the heap, which
only ever grow, so there is nothing more to do.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

from hybridize.inference.state.contexts import Context, Log
from hybridize.inference.python.frame import Env, Frame
from hybridize.inference.domain.values import Value


class Record:
    """What one statement read and gave, in one context."""

    __slots__ = ("bound", "cells", "epoch", "names", "results", "value")

    def __init__(self, epoch: int, log: Log, value: Value) -> None:
        self.epoch = epoch
        self.names: tuple[Any, ...] = tuple(chain.from_iterable(log.names.items()))
        self.cells: tuple[Any, ...] = tuple(chain.from_iterable(log.cells.items()))
        self.results = tuple(log.results)
        self.bound = tuple(log.bound)
        self.value = value

    def holds(self, epoch: int, env: Env) -> bool:
        """Whether evaluating the statement again would read what it has read."""
        if epoch != self.epoch:
            return False
        pairs = iter(self.cells)
        for cell, seen in zip(pairs, pairs, strict=True):
            if cell.value is not seen:
                return False
        for context, result, element in self.results:
            if context.result is not result or context.element is not element:
                return False
        names = iter(self.names)
        for name, value in zip(names, names, strict=True):
            now = env.get(name)
            if now is not value and now != value:
                return False
        return True


def remembered(frame: Frame, node: Any, work: Callable[[Frame, Any], Value]) -> Value:
    """`work(frame, node)`, or what it gave the last time in this context, where nothing that it reads has changed."""
    context: Context = frame.context
    heap = frame.engine.heap
    env = frame.env
    if heap.log is not None or env is None or frame.names.has_walrus:
        return work(frame, node)
    record = context.memory.get(node)
    if record is not None and record.holds(heap.epoch, env):
        env.update(record.bound)
        return record.value
    log = heap.log = Log(env)
    yielded = frame.yielded
    value = work(frame, node)
    heap.log = None
    if frame.env is env and frame.yielded is yielded and not log.volatile:
        context.memory[node] = Record(heap.epoch, log, value)
    elif record is not None:
        del context.memory[node]
    return value

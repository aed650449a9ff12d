"""Statements that need not be evaluated again, since nothing that they read has changed.

A context is evaluated again whenever something that it reads has grown, but most of its statements read nothing that
did. While a statement is evaluated its reads are logged: local names, heap cells, the fields of objects, the results of
callees. Where all of these still hold the same, evaluating it once more would bind the same names to the same values;
everything else that it did (effects, operations, calls, writes to the heap) is kept by the context and the heap, which
only ever grow, so there is nothing more to do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from astroid import nodes

from hybridize.inference.domain.objects import Value
from hybridize.inference.domain.values import BOTTOM
from hybridize.inference.python.frame import Env, Frame
from hybridize.inference.state.contexts import StatementRecord
from hybridize.inference.state.heap import ReadLog

KEPT = 3
"""Records of a statement in a loop: its names hold something else in each round, and again so the next time."""

N = TypeVar("N", bound=nodes.NodeNG)


def cached(frame: Frame, node: N, work: Callable[[Frame, N], Value]) -> Value:
    """`work(frame, node)`, or what it gave the last time in this context if nothing that it reads has changed."""
    heap = frame.heap
    env = frame.env
    if heap.log is not None or env is None or frame.names.has_walrus:
        return work(frame, node)
    progress = frame.context.progress
    cache = progress.cache
    last = record = cache.get(node)
    while record is not None:
        if _still_holds(frame, record, env):
            for name, value in record.bound:
                frame.hold(name, value)
            return record.value
        record = record.earlier
    log = heap.log = ReadLog(env)
    yielded = frame.exits.yielded
    value = work(frame, node)
    heap.log = None
    frame.context.summary.note_failing(node, log.fails)
    if frame.env is env and frame.exits.yielded is yielded and not log.volatile:
        record = log.record(heap.epoch, value)
        if last is not None and frame.exits.loops:
            record.keep(last, KEPT)
        cache[node] = record
    else:
        cache.pop(node, None)
    return value


def part(frame: Frame, key: object, work: Callable[[], object]) -> None:
    """`work()`, which binds no names, unless nothing that it reads has changed since it was done in this context.

    Of a statement that is evaluated again since something else that it reads has grown, this part is taken as it was.
    """
    heap, env = frame.heap, frame.env
    outer = heap.log
    if outer is None or env is None or heap.for_types:
        work()
        return
    cache = frame.context.progress.cache
    record = cache.get(key)
    if record is not None and _still_holds(frame, record, env):
        outer.add(record)
        return
    log = heap.log = ReadLog(env)
    try:
        work()
    finally:
        heap.log = outer
    record = log.record(heap.epoch, BOTTOM)
    outer.add(record)
    outer.bound.extend(log.bound)
    outer.volatile = outer.volatile or log.volatile
    outer.fails = outer.fails or log.fails
    outer.waits = outer.waits or log.waits
    if log.volatile or log.fails or log.bound or frame.env is not env:
        cache.pop(key, None)
    else:
        cache[key] = record


def _still_holds(frame: Frame, record: StatementRecord, env: Env) -> bool:
    """Whether nothing that was read has changed; then the context waits again for what was missing."""
    if record.waits and frame.context.progress.settled:
        return False
    holds = record.holds(frame.heap.epoch, env)
    if holds and record.waits:
        frame.heap.wait(frame.context)
    return holds

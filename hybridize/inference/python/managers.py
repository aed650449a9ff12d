"""Context managers, and the calls of the standard library that enter them or wait for coroutines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from astroid import nodes

from hybridize.inference.domain.fields import Index
from hybridize.inference.domain.objects import (
    AbstractObject,
    Dataset,
    ExternalInstance,
    Instance,
    IteratorObject,
    Value,
)
from hybridize.inference.domain.values import NONE, NONE_OBJECT, UNKNOWN_RESULT, join
from hybridize.inference.python import iteration
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.evaluator import Methods
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.assumptions import Use


def entered(frame: Frame, managers: Value, node: nodes.NodeNG, asynchronous: bool = False) -> Value:
    """What `with managers as x` binds; the block's end is run as well."""
    enter, leave = ("__aenter__", "__aexit__") if asynchronous else ("__enter__", "__exit__")
    out: list[Value] = []
    if managers and all(obj is NONE_OBJECT or obj.builtin_type for obj in managers):
        frame.heap.fail()
    for obj in managers:
        method = frame.evaluator.method(frame, obj, enter)
        if method:
            out.append(frame.evaluator.call(frame, method, Args(), node))
        else:
            handler = _ENTERED.get(type(obj)) or _enter_unseen
            out.append(handler(frame, obj, node))
        method = frame.evaluator.method(frame, obj, leave)
        if method:
            frame.evaluator.call(frame, method, Args([NONE, NONE, NONE]), node)
            frame.evaluator.tracing.left(frame, method, node)
    return join(out)


def _enter_unseen(frame: Frame, obj: AbstractObject, node: nodes.NodeNG) -> Value:
    frame.evaluator.unseen(frame, Use.MANAGER, obj, node)
    return obj.single


def _enter_unknown_result(frame: Frame, obj: AbstractObject, node: nodes.NodeNG) -> Value:
    frame.evaluator.unseen(frame, Use.MANAGER, obj, node)
    return UNKNOWN_RESULT


def _enter_external(frame: Frame, obj: ExternalInstance, node: nodes.NodeNG) -> Value:
    symbol = frame.analysis.knowledge.method(obj.cls, "__enter__")
    if symbol is None:
        return _enter_unseen(frame, obj, node)
    frame.evaluator.note_effect(frame, symbol, Args(), node, obj)
    return frame.evaluator.materialize(frame, symbol.returns, node, None, obj)


_ENTERED: dict[type[AbstractObject], Callable[[Frame, Any, nodes.NodeNG], Value]] = {
    Instance: _enter_unknown_result,
    Dataset: _enter_unknown_result,
    ExternalInstance: _enter_external,
    # A generator made a context manager by `contextlib.contextmanager`.
    IteratorObject: lambda frame, obj, node: obj.element,
}
"""What entering an object gives where no class of the project defines it; all others give themselves."""


def _enter_context(frame: Frame, receiver: AbstractObject, args: Args, node: nodes.NodeNG) -> Value | None:
    """`stack.enter_context(manager)`."""
    return entered(frame, args.positional[0], node) if args.positional else None


def _gather(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`asyncio.gather(a(), b())`: the results, in order (a coroutine is taken for its result)."""
    container = iteration.new_container(frame, "list", node, args.star)
    for position, value in enumerate(args.positional):
        frame.heap.write(container, Index(position), value)
    return container.single


SPECIAL = {"asyncio.gather": _gather}
METHODS: Methods = {
    ("contextlib.ExitStack", "enter_context", AbstractObject): _enter_context,
    ("contextlib.AsyncExitStack", "enter_context", AbstractObject): _enter_context,
}

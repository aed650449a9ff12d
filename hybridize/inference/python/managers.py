"""Context managers, and the calls of the standard library that enter them or wait for coroutines."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.python import iteration
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.inference.domain.fields import Index
from hybridize.inference.state.assumptions import Use
from hybridize.inference.domain.objects import (
    AbstractObject,
    Dataset,
    ExternalInstance,
    Instance,
    IteratorObject,
    Value,
)
from hybridize.inference.domain.values import NONE, UNKNOWN_RESULT, join


def entered(frame: Frame, managers: Value, node: nodes.NodeNG, asynchronous: bool = False) -> Value:
    """What `with managers as x` binds; the block's end is run as well."""
    enter, leave = ("__aenter__", "__aexit__") if asynchronous else ("__enter__", "__exit__")
    out: list[Value] = []
    for obj in managers:
        if not isinstance(obj, Instance):
            out.append(_enter(frame, obj, node))
            continue
        method = frame.evaluator.method(frame, obj, enter)
        if not method:
            frame.evaluator.unseen(frame, Use.MANAGER, obj, node)
        out.append(frame.evaluator.call(frame, method, Args(), node) if method else UNKNOWN_RESULT)
        method = frame.evaluator.method(frame, obj, leave)
        if method:
            frame.evaluator.call(frame, method, Args([NONE, NONE, NONE]), node)
    return join(out)


def _enter(frame: Frame, obj: AbstractObject, node: nodes.NodeNG) -> Value:
    """The same for an object that the project does not define."""
    if isinstance(obj, ExternalInstance):
        symbol = frame.analysis.knowledge.method(obj.cls, "__enter__")
        if symbol is not None:
            frame.evaluator.note_effect(frame, symbol, Args(), node, obj)
            return frame.evaluator.materialize(frame, symbol.returns, node, None, obj)
    if isinstance(obj, IteratorObject):
        # A generator made a context manager by `contextlib.contextmanager`.
        return obj.element
    frame.evaluator.unseen(frame, Use.MANAGER, obj, node)
    return UNKNOWN_RESULT if isinstance(obj, Dataset) else obj.single


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
METHODS = {
    ("contextlib.ExitStack", "enter_context"): _enter_context,
    ("contextlib.AsyncExitStack", "enter_context"): _enter_context,
}

"""Context managers, and the calls of the standard library that enter them or wait for coroutines."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.python import attributes, calls, iteration
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.inference.models.materialize import materialize
from hybridize.inference.domain.values import (
    NONE,
    UNKNOWN_RESULT,
    Atom,
    Dataset,
    ExternalInstance,
    Instance,
    IteratorAtom,
    Value,
    join,
)


def entered(frame: Frame, managers: Value, node: nodes.NodeNG, asynchronous: bool = False) -> Value:
    """What `with managers as x` binds; the block's end is run as well."""
    enter, leave = ("__aenter__", "__aexit__") if asynchronous else ("__enter__", "__exit__")
    out: list[Value] = []
    for atom in managers:
        if not isinstance(atom, Instance):
            out.append(_enter(frame, atom, node))
            continue
        method = attributes.find_method(frame, atom, enter)
        out.append(calls.call(frame, method, Args(), node) if method else UNKNOWN_RESULT)
        method = attributes.find_method(frame, atom, leave)
        if method:
            calls.call(frame, method, Args([NONE, NONE, NONE]), node)
    return join(out)


def _enter(frame: Frame, atom: Atom, node: nodes.NodeNG) -> Value:
    """The same for an object that the project does not define."""
    if isinstance(atom, ExternalInstance):
        symbol = frame.engine.knowledge.method(atom.cls, "__enter__")
        if symbol is not None:
            return materialize(frame, symbol.returns, node, None, atom)
    if isinstance(atom, IteratorAtom):
        # A generator made a context manager by `contextlib.contextmanager`.
        return atom.element
    if isinstance(atom, Dataset):
        return UNKNOWN_RESULT
    return atom.single


def _enter_context(frame: Frame, receiver: Atom, args: Args, node: nodes.NodeNG) -> Value | None:
    """`stack.enter_context(manager)`."""
    return entered(frame, args.positional[0], node) if args.positional else None


def _gather(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`asyncio.gather(a(), b())`: the results, in order (a coroutine is taken for its result)."""
    box = iteration.new_box(frame, "list", node, args.star)
    for position, value in enumerate(args.positional):
        frame.engine.write(box, iteration.index_field(position), value)
    return box.single


SPECIAL = {"asyncio.gather": _gather}
METHODS = {
    ("contextlib.ExitStack", "enter_context"): _enter_context,
    ("contextlib.AsyncExitStack", "enter_context"): _enter_context,
}

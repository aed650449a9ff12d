"""What stands in a scope, by the class of the node: very many questions are asked of the same functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar, cast

from astroid import nodes

N = TypeVar("N", bound=nodes.NodeNG)

_ByKind = dict[type[nodes.NodeNG], list[nodes.NodeNG]]
_MEMORY: ContextVar[dict[nodes.NodeNG, _ByKind] | None] = ContextVar("inside", default=None)
"""Of the analysis that runs in this thread; None where none does."""


@contextmanager
def remembering() -> Iterator[None]:
    """Walk through each scope once while an analysis runs; afterwards nothing is left of its trees."""
    token = _MEMORY.set({})
    try:
        yield
    finally:
        _MEMORY.reset(token)


def nodes_inside(scope: nodes.NodeNG, kind: type[N]) -> Sequence[N]:
    """The nodes in a scope, itself among them, that are of one class, not of one that derives from it.

    They are in the order of the text. Scopes are modules, classes, functions and lambdas: to remember what stands in
    each statement would take more memory than it saves time.
    """
    memory = _MEMORY.get()
    found = memory.get(scope) if memory is not None else None
    if found is None:
        found = by_kind(scope)
        if memory is not None:
            memory[scope] = found
    return cast("Sequence[N]", found.get(kind, ()))


def by_kind(tree: nodes.NodeNG) -> _ByKind:
    """All nodes of a tree by their class, in the order of the text."""
    found: _ByKind = {}
    # Not `nodes_of_class`: its generators hand each node on through all levels above it.
    pending = [tree]
    while pending:
        node = pending.pop()
        found.setdefault(type(node), []).append(node)
        children = list(node.get_children())
        children.reverse()
        pending += children
    return found

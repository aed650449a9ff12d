"""What stands in a scope, by the class of the node: very many questions are asked of the same functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, cast

from astroid import nodes

from hybridize.program.memory import remembered

N = TypeVar("N", bound=nodes.NodeNG)

_ByKind = dict[type[nodes.NodeNG], list[nodes.NodeNG]]


def nodes_inside(scope: nodes.NodeNG, kind: type[N]) -> Sequence[N]:
    """The nodes in a scope, itself among them, that are of one class, not of one that derives from it.

    They are in the order of the text. Scopes are modules, classes, functions and lambdas: to remember what stands in
    each statement would take more memory than it saves time.
    """
    return cast("Sequence[N]", _kinds_in(scope).get(kind, ()))


@remembered
def _kinds_in(scope: nodes.NodeNG) -> _ByKind:
    return by_kind(scope)


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


def reads_of(scope: nodes.NodeNG, name: str) -> Sequence[nodes.Name]:
    """Where a function, class or module reads a name, or what stands inside it does, in the order of the text."""
    return _reads_in(scope).get(name, ())


@remembered
def _reads_in(scope: nodes.NodeNG) -> dict[str, list[nodes.Name]]:
    found: dict[str, list[nodes.Name]] = {}
    for name in nodes_inside(scope, nodes.Name):
        found.setdefault(name.name, []).append(name)
    return found

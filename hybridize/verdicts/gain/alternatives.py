"""How likely one call runs each operation: branches, and methods that override each other, exclude each other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from astroid import nodes

from hybridize.inference.facts.call_graph import CallGraph
from hybridize.inference.facts.model import Context
from hybridize.program.components import strong_components
from hybridize.program.loops import loop_around
from hybridize.program.syntax import last_name

Shares = dict[nodes.NodeNG, float]
"""Operations, with 1 for what every call runs, a half for what stands in one of two branches, and so on."""
_LEAVING = (nodes.Return, nodes.Raise, nodes.Break, nodes.Continue)

MAX_HELD = 4_000_000
"""Operations, over all activations, that are remembered: about 150 MB. Past them all is forgotten, and counted anew."""


class Alternatives:
    """The question for the activations of a program, each answered once."""

    def __init__(self, graph: CallGraph, is_graph: Callable[[nodes.NodeNG], bool]) -> None:
        """`is_graph`: whether a function runs as a graph by itself."""
        self._operations = graph.operations
        self._is_graph = is_graph
        self._known: dict[Context, Shares | None] = {}
        """None where nothing excludes another: every operation counts in full."""
        self._held = 0

    def of(self, context: Context) -> Mapping[nodes.NodeNG, float]:
        """The operations that a call of an activation runs, there or in what it calls.

        A call of what is a graph already is one operation.
        """
        if self._held > MAX_HELD:
            self._known.clear()
            self._held = 0
        for component in strong_components([context] if context not in self._known else [], self._open_callees):
            # What calls itself through others counts in full there, whichever of them is asked for first.
            found = {each: self._one(each) for each in component}
            self._known |= found
            self._held += sum(len(each or ()) for each in found.values())
        return self._shares(context)

    def _open_callees(self, context: Context) -> Iterator[Context]:
        callees = (callee for _, callee, _ in context.summary.edges())
        return (each for each in callees if each not in self._known and self._operations.get(each))

    def _shares(self, context: Context) -> Mapping[nodes.NodeNG, float]:
        known = self._known.get(context)
        return dict.fromkeys(self._operations.get(context, ()), 1.0) if known is None else known

    def _one(self, context: Context) -> Shares | None:
        called: dict[nodes.NodeNG, list[Context]] = {}
        graphs: dict[nodes.NodeNG, None] = {}
        for node, callee, edge in context.summary.edges():
            if self._operations.get(callee):
                # What the caller itself defines is a new graph at each call, which runs nothing faster.
                if (edge.hybrid or self._is_graph(callee.scope)) and not context.scope.parent_of(callee.scope):
                    graphs[node] = None
                else:
                    called.setdefault(node, []).append(callee)
        found = {node.statement() for node in (*context.summary.operations, *graphs, *called)}
        running, branches = _running(found, context.scope)
        if (
            not branches
            and not graphs
            and not any(self._known.get(callee) for callees in called.values() for callee in callees)
            and not any(_exclude(call, callees) for call, callees in called.items())
        ):
            return None
        parts: dict[nodes.NodeNG, Shares] = {}
        for node in (*context.summary.operations, *graphs):
            parts.setdefault(node.statement(), {})[node] = 1.0
        for call, callees in called.items():
            _add(parts.setdefault(call.statement(), {}), self._called(call, callees))
        body = getattr(context.scope, "body", ())
        if not isinstance(body, list):
            return _together(parts.values())
        return _block(body, parts, running)

    def _called(self, call: nodes.NodeNG, callees: Sequence[Context]) -> Shares:
        if not _exclude(call, callees):
            return _together(map(self._shares, callees))
        by_scope: dict[nodes.NodeNG, Shares] = {}
        for callee in callees:
            _add(by_scope.setdefault(callee.scope, {}), self._shares(callee))
        return _one_of(list(by_scope.values()))


def _exclude(call: nodes.NodeNG, callees: Sequence[Context]) -> bool:
    """Whether a call leads to one of several methods of the name that it writes: not to all of them in turn."""
    scopes = {callee.scope for callee in callees}
    if len(scopes) < 2 or not isinstance(call, nodes.Call) or loop_around(call) is not None:
        return False
    return {getattr(scope, "name", "") for scope in scopes} in ({last_name(call.func)}, {"__call__"})


def _running(places: Iterable[nodes.NodeNG], scope: nodes.NodeNG) -> tuple[set[nodes.NodeNG], bool]:
    """The statements that hold these, themselves among them, and whether a branch is one of those around."""
    running: set[nodes.NodeNG] = set()
    branches = False
    for place in places:
        while place is not scope and place is not None and place not in running:
            running.add(place)
            place = place.parent
            branches = branches or isinstance(place, nodes.If)
    return running, branches


def _block(
    block: Sequence[nodes.NodeNG], parts: Mapping[nodes.NodeNG, Shares], running: Collection[nodes.NodeNG]
) -> Shares:
    """The operations of some statements."""
    out: Shares = {}
    for position, statement in enumerate(block):
        if statement not in running:
            # Nothing in it counts; where it leaves, nobody shares with what follows.
            continue
        own = parts.get(statement)
        if own:
            _add(out, own)
        if isinstance(statement, nodes.If):
            arms, rest = [statement.body, statement.orelse], block[position + 1 :]
            leaving = [bool(arm) and isinstance(arm[-1], _LEAVING) for arm in arms]
            if any(leaving):
                # What follows belongs to the arm that goes on; an arm that raises is not the work of the function.
                arms = [arm if left else [*arm, *rest] for arm, left in zip(arms, leaving, strict=True)]
                arms = [arm for arm in arms if not arm or not isinstance(arm[-1], nodes.Raise)]
            _add(out, _one_of([_block(arm, parts, running) for arm in arms]))
            if any(leaving):
                return out
        else:
            for name in _BLOCKS.get(type(statement), ()):
                inner = getattr(statement, name)
                if inner:
                    _add(out, _block(inner, parts, running))
    return out


_BLOCKS: Mapping[type[nodes.NodeNG], tuple[str, ...]] = {
    **dict.fromkeys((nodes.For, nodes.AsyncFor, nodes.While), ("body", "orelse")),
    **dict.fromkeys((nodes.With, nodes.AsyncWith, nodes.ExceptHandler, nodes.MatchCase), ("body",)),
    nodes.Try: ("body", "handlers", "orelse", "finalbody"),
    nodes.TryStar: ("body", "handlers", "orelse", "finalbody"),
    nodes.Match: ("cases",),
}
"""The blocks in statements, apart from `if`; those of definitions run elsewhere."""


def _one_of(arms: Collection[Shares]) -> Shares:
    """Of several arms those that compute share: an `if` without an `else` is mostly taken."""
    computing = [arm for arm in arms if arm]
    if len(computing) == 1:
        return computing[0]
    out: Shares = {}
    for arm in computing:
        shared = {node: share / len(computing) for node, share in arm.items()}
        if not out.keys().isdisjoint(shared):
            for node in out.keys() & shared.keys():
                shared[node] += out[node]
        out.update(shared)
    return out


def _together(parts: Iterable[Mapping[nodes.NodeNG, float]]) -> Shares:
    out: Shares = {}
    for part in parts:
        _add(out, part)
    return out


def _add(shares: Shares, more: Mapping[nodes.NodeNG, float]) -> None:
    if shares.keys().isdisjoint(more):
        shares.update(more)
        return
    for node, share in more.items():
        if share > shares.get(node, 0.0):
            shares[node] = share

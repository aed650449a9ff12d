"""Bodies that run where somebody takes from them, not where they stand: generator expressions, generators, `map`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from astroid import nodes

from hybridize.program.inside import reads_of
from hybridize.program.lookup import name_for
from hybridize.program.syntax import last_name

_COMPREHENSIONS = (nodes.ListComp, nodes.SetComp, nodes.DictComp)
_SCOPES = (nodes.FunctionDef, nodes.Lambda, nodes.ClassDef)
_CALLING = frozenset({"accumulate", "dropwhile", "filter", "map", "starmap", "takewhile"})
"""What calls a function for each element that somebody takes."""
_PASSING = _CALLING | frozenset({
    "chain", "cycle", "enumerate", "from_iterable", "iter", "islice", "pairwise", "tee", "zip", "zip_longest",
})  # fmt: skip
"""What takes from an iterator only when somebody takes from it."""


def waits(node: nodes.NodeNG) -> bool:
    """Whether a place stands in a lazy body that nothing goes through where it is written: it may run any time later.

    A loop, or a call that gets the body as an argument, goes through it at once.
    """
    body = _lazy_around(node)
    return body is not None and not _is_used_up(body)


def running_at(node: nodes.NodeNG, generator: bool) -> Sequence[nodes.NodeNG]:
    """The places of its function at which a statement or call runs: itself, unless it stands in a lazy body.

    A lazy body runs where an element is taken from it: at a call, or in each round of a loop, for which the first
    statement of the loop stands. No place is given for a body that leaves the function. `generator`: the node is a call
    of a generator function, and the question is where the body of that runs.
    """
    body = node if generator else _lazy_around(node)
    return (node,) if body is None else tuple(_taken_at(body))


def _lazy_around(node: nodes.NodeNG) -> nodes.NodeNG | None:
    """The outermost lazy expression of its function in which a place waits; the first iterable of one does not."""
    found = node if isinstance(node, nodes.Call) and _calls_lazily(node) else None
    inner, child, around = node, node, node.parent
    while around is not None and not isinstance(around, _SCOPES):
        if isinstance(around, nodes.GeneratorExp):
            first = around.generators[0]
            if child is not first or inner is not first.iter:
                found = around
        inner, child, around = child, around, around.parent
    return found


def _calls_lazily(call: nodes.Call) -> bool:
    """Whether a call gives what calls a function when somebody takes from it: `map(f, rows)`, `iter(f, sentinel)`."""
    return last_name(call.func) in _CALLING or (last_name(call.func) == "iter" and len(call.args) == 2)


def _is_used_up(body: nodes.NodeNG) -> bool:
    """Whether somebody goes through a lazy expression where it stands."""
    around = body.parent
    if isinstance(around, nodes.Call):
        return body in around.args and last_name(around.func) not in _PASSING | {"next"}
    if isinstance(around, nodes.Comprehension):
        return isinstance(around.parent, _COMPREHENSIONS) and body is around.iter
    return isinstance(around, nodes.Starred) or (isinstance(around, nodes.For) and body is around.iter)


def _taken_at(taken: nodes.NodeNG) -> Iterator[nodes.NodeNG]:
    """Where in its function somebody takes from an iterator that an expression gives."""
    around = taken.parent
    if isinstance(around, nodes.Call) and taken in around.args:
        if last_name(around.func) in _PASSING:
            yield from _taken_at(around)
        else:
            yield around
    elif isinstance(around, nodes.For) and taken is around.iter:
        yield around.body[0]
    elif isinstance(around, nodes.Comprehension) and taken is around.iter:
        within = around.parent
        yield from _taken_at(within) if isinstance(within, nodes.GeneratorExp) else (within,)
    elif isinstance(around, (nodes.Starred, nodes.With)):
        yield around
    elif isinstance(around, nodes.Assign) and len(around.targets) == 1:
        scope, name = around.scope(), name_for(taken)
        if isinstance(around.targets[0], nodes.Tuple):
            yield around
        elif len(scope.locals.get(name, ())) == 1:
            for read in reads_of(scope, name):
                yield from _taken_at(read)

"""What a function does last with what it has computed: where that alone keeps it from being a graph, callers can do it.

A step of training mostly ends with `return loss.numpy()`, or with a line of a log.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from astroid import nodes

from hybridize.program.places import holds
from hybridize.program.syntax import contains, names_bound, names_read
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.preconditions import SideEffects
from hybridize.verdicts.evidence.safety import DoneLast, EffectHazard, Observed, ResultType, Returned, ShownLast

_VALUES = frozenset({"eager-only-call", "numpy-on-tensor"})
"""What asks tensors for their values. What NumPy computes of them for a result TensorFlow may compute instead."""
_NUMBERS = frozenset({Returned.ARRAY, "bool", "float", "int"})
"""What comes of these values."""


def done_last(function: nodes.FunctionDef, path: str, causes: Sequence[Evidence]) -> DoneLast | None:
    """The causes as one, if the last statements of a function hold them all, and nothing else is done there."""
    here = [each for each in causes if not _comes_of_values(each)]
    if not here or not all(map(_can_callers_do, here)):
        return None
    holding = [statement for statement in function.body if any(holds(statement, path, each.place) for each in here)]
    if not all(any(holds(statement, path, each.place) for statement in holding) for each in here):
        return None
    last = function.body[function.body.index(holding[0]) :]
    if isinstance(last[-1], nodes.Return) and any(
        each.kind == "numpy-on-tensor" and holds(last[-1], path, each.place) for each in here
    ):
        return None
    if not all(_may_be_moved(each) and (each in holding or isinstance(each, nodes.Return)) for each in last):
        return None
    if any(not names_bound(each).isdisjoint(names_read(last[-1])) for each in holding):
        # `value = loss.numpy()`, `return value`
        holding.append(last[-1])
    if len(here) < len(causes) and not isinstance(holding[-1], nodes.Return):
        # What it returns becomes a number before: by another statement.
        return None
    names = tuple(_results(function, last))
    if not names:
        return None
    end = holding[-1].end_lineno or holding[-1].lineno
    shows = all(isinstance(each, SideEffects) and each.effect.what == "output" for each in here)
    return (ShownLast if shows else DoneLast)(here[0].place, here[0], names, last[0].lineno, end, chain=here[0].chain)


def _comes_of_values(cause: Evidence) -> bool:
    """Whether all that is said is that numbers or arrays come back: what asks for the values is said by itself."""
    return isinstance(cause, ResultType) and set(cause.results) <= _NUMBERS


def _can_callers_do(cause: Evidence) -> bool:
    return isinstance(cause, (SideEffects, EffectHazard)) or (isinstance(cause, Observed) and cause.kind in _VALUES)


def _may_be_moved(statement: nodes.NodeNG) -> bool:
    """Whether a statement shows or keeps results, or returns them; a condition around that may be there."""
    if isinstance(statement, nodes.If):
        return not any(True for _ in statement.nodes_of_class(nodes.Return)) and all(
            map(_may_be_moved, (*statement.body, *statement.orelse))
        )
    return isinstance(statement, (nodes.Expr, nodes.Assign, nodes.AugAssign, nodes.Return))


def _results(function: nodes.FunctionDef, last: Sequence[nodes.NodeNG]) -> Iterator[str]:
    """The names that the last statements read and the function has bound before."""
    seen: set[str] = set()
    for statement in last:
        for name in statement.nodes_of_class(nodes.Name):
            bound = function.locals.get(name.name, ()) if name.name not in seen else ()
            # A parameter is known to the callers.
            before = function.body[: function.body.index(last[0])]
            if any(contains(statement, each) for each in bound for statement in before):
                seen.add(name.name)
                yield name.name

"""Attributes that are set before each call of a graph, always to the same: then it is no fault that others set them.

`model.training = True` stands before `train_step(x)`, and `model.training = False` before `test_step(x)`: each of the
two graphs finds what it has found while it was traced.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from astroid import nodes

from hybridize.inference.results.facts import Facts
from hybridize.inference.results.model import Context
from hybridize.program.flow.order import runs_before
from hybridize.program.loops import loops_around
from hybridize.program.places import statement_of

Assignment = tuple[nodes.NodeNG, Context]
"""A statement that sets the attribute, and who runs it."""
_Constant = tuple[type, object]
"""A constant of Python, with its type: `True` is not 1."""
_MOST = 2
"""Callers above a call of the graph that are followed."""


class _Setting(NamedTuple):
    """A place of a function that sets the attribute, or calls what does."""

    place: nodes.NodeNG
    constant: _Constant | None
    """What is set; None where that is not told."""


class SetBefore:
    """Answers after the fixpoint."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def is_always_the_same(self, assignments: Sequence[Assignment], contexts: Collection[Context]) -> bool:
        """Whether each call of a graph with these contexts comes behind one of these assignments of one constant."""
        graph = self._facts.graph
        setters = graph.callers.leading_to(writer for _, writer in assignments)
        calls = [(call, caller) for context in contexts for caller, call, _ in graph.callers.of(context)]
        found = {self._before(call, caller, assignments, setters, _MOST) for call, caller in calls}
        return len(found) == 1 and None not in found

    def _before(
        self,
        call: nodes.NodeNG,
        caller: Context,
        assignments: Sequence[Assignment],
        setters: Collection[Context],
        depth: int,
    ) -> _Constant | None:
        """What the attribute holds where a call is reached; None where that is not told."""
        settings = list(self._settings(caller, assignments, setters))
        if not settings:
            # Whoever calls the function may have set it.
            callers = self._facts.graph.callers.of(caller) if depth and caller.function is not None else ()
            found = {self._before(outer, each, assignments, setters, depth - 1) for each, outer, _ in callers}
            return found.pop() if len(found) == 1 else None
        last = _last_before(call, settings)
        if last is None or any(each.place is call for each in settings):
            return None
        inner = [loop for loop in loops_around(call) if not loop.parent_of(last.place)]
        meanwhile = [
            each
            for each in settings
            if (runs_before(last.place, each.place) and runs_before(each.place, call))
            or any(loop.parent_of(each.place) for loop in inner)
        ]
        return last.constant if all(each.constant == last.constant for each in meanwhile) else None

    def _settings(
        self, context: Context, assignments: Iterable[Assignment], setters: Collection[Context]
    ) -> Iterator[_Setting]:
        """Where a context sets the attribute."""
        own: dict[Context, list[nodes.NodeNG]] = {}
        for node, writer in assignments:
            own.setdefault(writer, []).append(node)
        yield from (_Setting(node, _constant(node)) for node in own.get(context, ()))
        for call, callee in context.summary.calls:
            if callee in setters:
                written = own.get(callee, [])
                others = any(each in setters for _, each in callee.summary.calls)
                alone = len(written) == 1 and not others and written[0].parent is callee.scope
                yield _Setting(call, _constant(written[0]) if alone else None)


def _last_before(call: nodes.NodeNG, settings: Iterable[_Setting]) -> _Setting | None:
    """The last of some settings that come before a call, whatever tests come out."""
    found: _Setting | None = None
    for each in settings:
        statement = statement_of(each.place)
        if statement.parent.parent_of(call) and runs_before(statement, call):
            if found is None or runs_before(found.place, each.place):
                found = each
    return found


def _constant(node: nodes.NodeNG) -> _Constant | None:
    """The constant that a statement assigns."""
    value = node.value if isinstance(node, (nodes.Assign, nodes.AnnAssign)) else None
    return (type(value.value), value.value) if isinstance(value, nodes.Const) else None

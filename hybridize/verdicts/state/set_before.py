"""Attributes that are set before each call of a graph, always to the same: then it is no fault that others set them.

`model.training = True` stands before `train_step(x)`, and `model.training = False` before `test_step(x)`: each of the
two graphs finds what it has found while it was traced.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from astroid import nodes

from hybridize.inference.facts.accesses import Assignment
from hybridize.inference.facts.callers import Way
from hybridize.inference.facts.facts import Facts
from hybridize.inference.facts.model import Context
from hybridize.program.flow.order import runs_before
from hybridize.program.loops import loops_around
from hybridize.program.places import statement_of

_Constant = tuple[type, object]
"""A constant of Python, with its type: `True` is not 1."""


class _Setting(NamedTuple):
    """A place of a function that sets the attribute, or calls what does."""

    place: nodes.NodeNG | None
    constant: _Constant | None
    """What is set; None where that is not told."""


_NOT_TOLD = _Setting(None, None)


class SetBefore:
    """Answers after the fixpoint."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def is_always_the_same(self, assignments: Sequence[Assignment], contexts: Collection[Context]) -> bool:
        """Whether each call of a graph with these contexts comes behind one of these assignments of one constant."""
        callers = self._facts.graph.callers
        setters = callers.leading_to(writer for _, writer in assignments)

        def set_before(way: Way) -> _Setting | None:
            settings = list(self._settings(way.caller, assignments, setters))
            # Whoever calls the function may have set it.
            return _before(way.node, settings) if settings or way.caller.function is None else None

        found = {each.constant for each in callers.ends(callers.of(*contexts), set_before, root=_NOT_TOLD)}
        return len(found) == 1 and None not in found

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


def _before(call: nodes.NodeNG, settings: Sequence[_Setting]) -> _Setting:
    """What the last of some settings before a call sets, where all that may come in between set the same."""
    last = _last_before(call, settings)
    if last is None or any(each.place is call for each in settings):
        return _NOT_TOLD
    inner = [loop for loop in loops_around(call) if not loop.parent_of(last.place)]
    meanwhile = (
        each
        for each in settings
        if (runs_before(last.place, each.place) and runs_before(each.place, call))
        or any(loop.parent_of(each.place) for loop in inner)
    )
    return last if all(each.constant == last.constant for each in meanwhile) else _NOT_TOLD


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

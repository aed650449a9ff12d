"""Runs of statements that could be functions of their own: what they read, what they leave behind, what keeps them.

Everything here is read off the tree: which names such a function would take and return, and whether Python allows the
statements to move at all. What they compute, and whether a graph keeps it, others say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from astroid import nodes

from hybridize.program.flow.names import binds_surely, is_live_after, reads_first
from hybridize.program.lookup import builtin_name
from hybridize.program.loops import statements_around
from hybridize.program.scopes import ScopeNames, parameter_names

_FUNCTIONS = (nodes.FunctionDef, nodes.AsyncFunctionDef)
_BOUND_TO_PLACE = (
    *_FUNCTIONS, nodes.ClassDef, nodes.Return, nodes.Yield, nodes.YieldFrom, nodes.Await, nodes.Global, nodes.Nonlocal,
    nodes.Import, nodes.ImportFrom, nodes.Try, nodes.Assert, nodes.AsyncFor, nodes.AsyncWith,
)  # fmt: skip
"""What means something else in another function, or is no part of a step."""
_OF_FRAME = frozenset({"locals", "globals", "vars", "eval", "exec", "super", "dir"})
"""Builtins that look at the names of the function in which they are called."""


@dataclass(frozen=True, eq=False)
class Run:
    """Consecutive statements of one body."""

    scope: nodes.NodeNG
    """The function or module in which they stand."""
    names: ScopeNames
    """Its names."""
    statements: tuple[nodes.NodeNG, ...]
    loop: nodes.NodeNG | None
    """The outermost loop around them in their function; None where a loop calls the function, and they are in none."""

    @property
    def first(self) -> int:
        """The line on which they begin."""
        return int(self.statements[0].lineno or 0)

    @property
    def last(self) -> int:
        """The line on which they end."""
        return int(self.statements[-1].end_lineno or 0)

    @property
    def anchor(self) -> nodes.NodeNG:
        """The statement before which the function goes: the outermost loop, or the function that a loop calls."""
        return self.scope if self.loop is None else self.loop

    @property
    def receiver(self) -> str:
        """The name of `self`, where the function would be a method beside its own; else empty."""
        if self.loop is not None or not isinstance(self.scope.parent, nodes.ClassDef):
            return ""
        return parameter_names(self.scope)[0]

    @cached_property
    def bound(self) -> tuple[str, ...]:
        """The names that they bind, in the order of the text."""
        return tuple(dict.fromkeys(name for each in self.statements for name in bound_by(each)))

    @cached_property
    def inputs(self) -> tuple[str, ...]:
        """The names that they read before they bind them, and that change with the rounds, in the order of the text."""
        found = (name for name in self._read if name in self._changing and name != self.receiver)
        return tuple(name for name in found if reads_first(self.statements, name))

    @cached_property
    def results(self) -> tuple[str, ...]:
        """The names that they bind and that are read later: in this round, in the next one, or after the loop."""
        last = self.statements[-1]
        return tuple(name for name in self.bound if is_live_after(last, name))

    @property
    def can_move(self) -> bool:
        """Whether the statements mean the same in a function of their own."""
        if any(not binds_surely(self.statements, name) for name in self.results):
            return False
        inside = set(self.bound)
        if inside & (self.names.captured | self.names.globals | self.names.nonlocals | self.names.rebound):
            return False
        return all(self._is_bound_before(name) for name in self.inputs)

    @cached_property
    def _read(self) -> tuple[str, ...]:
        found = [name for each in self.statements for name in _names_read(each)]
        return tuple(dict.fromkeys(found))

    @cached_property
    def _changing(self) -> frozenset[str]:
        """The names that are bound anew in the outermost loop, or that each call of the function binds."""
        if self.loop is None:
            return frozenset(self.names.bound)
        return frozenset(bound_by(self.loop))

    def _is_bound_before(self, name: str) -> bool:
        """Whether something else than the statements themselves binds a name."""
        within = set(self.statements)
        scope = self.scope
        if name in parameter_names(scope):
            return True
        found = [each for each in scope.locals.get(name, ()) if isinstance(each, nodes.NodeNG)]
        return any(not any(part is each or part.parent_of(each) for part in within) for each in found)


def outermost_loop(node: nodes.NodeNG) -> nodes.NodeNG | None:
    """The outermost `for` or `while` statement of its function around a place."""
    found = None
    for found in statements_around(node):
        pass
    return found


def can_stand_inside(statement: nodes.NodeNG) -> bool:
    """Whether control enters a statement at its top and leaves it at its end, and it means the same elsewhere."""
    pending: list[tuple[nodes.NodeNG, bool]] = [(statement, False)]
    while pending:
        node, looped = pending.pop()
        if isinstance(node, _BOUND_TO_PLACE):
            return False
        if isinstance(node, (nodes.Break, nodes.Continue)) and not looped:
            return False
        if isinstance(node, nodes.Call) and builtin_name(node.func) in _OF_FRAME:
            return False
        if isinstance(node, nodes.Delete) and not all(isinstance(each, nodes.DelName) for each in node.targets):
            return False
        inner = looped or isinstance(node, (nodes.For, nodes.While))
        pending += [(child, inner) for child in node.get_children()]
    return True


def bound_by(node: nodes.NodeNG) -> Iterator[str]:
    """The names of its function that a statement binds, in the order of the text."""
    pending = [node]
    while pending:
        current = pending.pop()
        if isinstance(current, nodes.AssignName):
            yield current.name
        elif isinstance(current, (*_FUNCTIONS, nodes.ClassDef)):
            yield current.name
            continue
        elif isinstance(current, (nodes.Import, nodes.ImportFrom)):
            yield from ((alias or name.partition(".")[0]) for name, alias in current.names)
        elif isinstance(current, nodes.Lambda):
            continue
        elif isinstance(current, nodes.ComprehensionScope):
            walrus = current.nodes_of_class(nodes.NamedExpr)
            yield from (each.target.name for each in walrus)
            continue
        pending += reversed(list(current.get_children()))


def _names_read(node: nodes.NodeNG) -> Iterator[str]:
    """All names in a statement that something may read, in the order of the text, inner names among them."""
    pending = [node]
    while pending:
        current = pending.pop()
        if isinstance(current, (nodes.Name, nodes.DelName)):
            yield current.name
        elif isinstance(current, nodes.AugAssign) and isinstance(current.target, nodes.AssignName):
            yield current.target.name
        pending += reversed(list(current.get_children()))


def bodies(statements: Sequence[nodes.NodeNG]) -> Iterator[Sequence[nodes.NodeNG]]:
    """The blocks inside some statements, but for those of functions and classes, and what a `try` guards."""
    for statement in statements:
        if isinstance(statement, (nodes.If, nodes.For, nodes.While)):
            yield statement.body
            if statement.orelse:
                yield statement.orelse
        elif isinstance(statement, nodes.With):
            yield statement.body


__all__ = ["Run", "bodies", "bound_by", "can_stand_inside", "outermost_loop"]

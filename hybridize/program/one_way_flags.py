"""Flags in globals or captured names that are set once, and counters that are compared with their start only."""

from __future__ import annotations

from astroid import nodes

from hybridize.program.flow.graph import lifted
from hybridize.program.flow.order import may_run_before
from hybridize.program.inside import nodes_inside
from hybridize.program.lookup import assignment_of, free_bindings
from hybridize.program.loops import loop_around
from hybridize.program.second_run import is_known_beyond


def turns_name_for_good(bound: nodes.AssignName, truth: bool) -> bool:
    """Whether all that binds a free name of a function gives it the same, but for what binds it first, in no loop.

    `done = False`, and then a function that says `nonlocal done`, `done = True`.
    """
    function = bound.frame()
    captured = any(bound.name in said.names for said in nodes_inside(function, nodes.Nonlocal))
    owner, found = free_bindings(function, bound.name, captured)
    return owner is not None and all(
        _gives(each, truth) or (_gives(each, not truth) and _is_first(each, owner, function)) for each in found
    )


def _gives(bound: nodes.NodeNG, truth: bool) -> bool:
    found = assignment_of(bound)
    value = found.value if found is not None and found.plain and not found.member else None
    return isinstance(value, nodes.Const) and value.value is truth


def _is_first(bound: nodes.NodeNG, owner: nodes.NodeNG, function: nodes.NodeNG) -> bool:
    """Whether a scope binds a name once, before a function in it is defined."""
    return bound.frame() is owner and loop_around(bound) is None and not may_run_before(lifted(function, owner), bound)


def adds_to_counter(statement: nodes.NodeNG) -> bool:
    """Whether a statement makes a counter larger: `self.calls += 1`."""
    value = statement.value if isinstance(statement, nodes.AugAssign) and statement.op == "+=" else None
    number = _number(value)
    return number is not None and number > 0


def assigned_number(statement: nodes.NodeNG) -> int | None:
    """The whole number that a statement assigns."""
    return _number(statement.value) if isinstance(statement, nodes.Assign) else None


def tells_first_only(read: nodes.NodeNG, begun: int) -> bool:
    """Whether a test of a counter that begins with a number comes out alike for all larger ones, and ends no call."""
    statement = read.statement()
    if not isinstance(statement, nodes.If) or not (statement.test is read or statement.test.parent_of(read)):
        return False
    return not any(statement.nodes_of_class(nodes.Return)) and is_known_beyond(statement.test, read, begun + 1)


def _number(value: nodes.NodeNG | None) -> int | None:
    return value.value if isinstance(value, nodes.Const) and type(value.value) is int else None

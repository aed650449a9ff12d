"""Flags that methods turn once, for good: what stands behind one happens while an object is set up, and not later.

`if not self.fixed: self.note(x)`, where the constructor alone says `self.fixed = False`, and another method says
`self.fixed = True`. A counter that is only asked whether it has begun is such a flag: `if self.calls == 0: …`.
"""

from __future__ import annotations

from astroid import nodes

from hybridize.program.first_call_guards import lacking_before
from hybridize.program.flow.graph import lifted
from hybridize.program.flow.order import may_run_before
from hybridize.program.inside import nodes_inside
from hybridize.program.lookup import assignment_of, free_bindings
from hybridize.program.loops import loop_around
from hybridize.program.syntax import Spelling


def is_behind_latch(node: nodes.NodeNG) -> bool:
    """Whether a statement or call runs only as long as such a flag is not turned."""
    return any(_is_latch(place, node) for place in lacking_before(node))


def _is_latch(place: Spelling, node: nodes.NodeNG) -> bool:
    method = node.frame()
    if not (isinstance(method.parent, nodes.ClassDef) and method.args.args) or len(place) != 2:
        return False
    if place[0] != method.args.args[0].name:
        return False
    assigned = [each for each in nodes_inside(method.root(), nodes.AssignAttr) if each.attrname == place[1]]
    return all(map(_turns_once, assigned)) and not all(map(_constructs, assigned))


def _constructs(assigned: nodes.AssignAttr) -> bool:
    return getattr(assigned.frame(), "name", "") == "__init__"


def _turns_once(assigned: nodes.AssignAttr) -> bool:
    """Whether the constructor assigns False, or another method True."""
    value = assigned.parent.value if isinstance(assigned.parent, nodes.Assign) else None
    return isinstance(value, nodes.Const) and value.value is not _constructs(assigned) and isinstance(value.value, bool)


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
    test, decides = read.parent, begun == 0
    if isinstance(test, nodes.Compare):
        operator, right = test.ops[0]
        border = _number(right if read is test.left else test.left)
        # `1 > n` is `n < 1`.
        beyond = operator in (("<", ">=") if read is test.left else (">", "<="))
        decides = len(test.ops) == 1 and border is not None and border <= begun + beyond and operator in _ORDERING
    asked = test if isinstance(test, (nodes.Compare, nodes.UnaryOp)) else read
    around = asked.parent
    is_test = isinstance(around, nodes.If) and around.test is asked
    return decides and is_test and not any(around.nodes_of_class(nodes.Return))


_ORDERING = frozenset({"==", "!=", "<", "<=", ">", ">="})


def _number(value: nodes.NodeNG | None) -> int | None:
    return value.value if isinstance(value, nodes.Const) and type(value.value) is int else None

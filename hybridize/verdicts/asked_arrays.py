"""Arrays that arrive are tensors in a graph: what asks such an array for its value asks a tensor there.

`if limit > 0:` with a NumPy number becomes a condition on a tensor, both sides of which are traced; `f"{limit}"`,
`math.exp(limit)` and `round(limit)` get no number. By runs with 2.15 and 2.21 (the programs in the tests).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from astroid import nodes

from hybridize.inference.results.names import Callees
from hybridize.program.lookup import builtin_name

_STATEMENTS = (nodes.If, nodes.While, nodes.IfExp, nodes.Assert)
_PASSING_ON = (nodes.BinOp, nodes.UnaryOp)
_PYTHON = frozenset({"bool", "divmod", "enumerate", "isinstance", "round", "type", "zip"})
"""Builtins that AutoGraph leaves alone, and that give something else of a tensor."""
_NUMBERS = frozenset({"abs", "float", "int"})
_LACKING = frozenset({"T", "flat", "itemsize", "nbytes", "size", "strides"})
"""Attributes that tensors lack."""


def asking(callees: Callees, uses: Iterable[nodes.NodeNG]) -> Iterator[nodes.NodeNG]:
    """The places at which what is read is asked for its value; `uses` read an array or something made of it."""
    for use in uses:
        place = _asked_by(callees, use)
        if place is not None:
            yield place


def _asked_by(callees: Callees, use: nodes.NodeNG) -> nodes.NodeNG | None:
    node, parent = use, use.parent
    while _goes_up(parent, node):
        node, parent = parent, parent.parent
    if isinstance(parent, _STATEMENTS) and node is parent.test:
        return parent
    if isinstance(parent, nodes.For) and node is parent.iter:
        return None if all(map(_only_computes, parent.body)) and not parent.orelse else parent.iter
    if isinstance(parent, nodes.Comprehension) and node is parent.iter:
        return parent.iter
    if isinstance(parent, nodes.Comprehension) and node in parent.ifs:
        return node
    if isinstance(parent, nodes.Assign) and isinstance(parent.targets[0], (nodes.List, nodes.Tuple)):
        return parent
    if isinstance(parent, nodes.BoolOp) or (isinstance(parent, nodes.Subscript) and node is not use):
        return parent
    if isinstance(parent, nodes.FormattedValue) or (isinstance(parent, nodes.BinOp) and parent.op in ("<<", ">>")):
        return parent
    if isinstance(parent, nodes.Attribute) and parent.attrname in _LACKING:
        return parent
    if isinstance(parent, nodes.Call) and node is not parent.func:
        of_math = callees.inside(parent, "math") or callees.inside(parent, "cmath")
        return parent if of_math or builtin_name(parent.func) in _PYTHON else None
    return None


def _only_computes(statement: nodes.NodeNG) -> bool:
    """Whether a statement of a loop gives names what operators make, which the loop of a graph carries."""
    if isinstance(statement, nodes.AugAssign):
        return isinstance(statement.target, nodes.AssignName)
    if not (isinstance(statement, nodes.Assign) and isinstance(statement.value, nodes.BinOp)):
        return False
    return all(isinstance(each, nodes.AssignName) for each in statement.targets)


def _goes_up(parent: nodes.NodeNG, node: nodes.NodeNG) -> bool:
    """Whether an expression gives something that is made of the array: a number, a Boolean, another array."""
    if isinstance(parent, nodes.BinOp) and parent.op in ("<<", ">>"):
        return False
    if isinstance(parent, nodes.Compare):
        return not any(operator in ("is", "is not") for operator, _ in parent.ops)
    if isinstance(parent, nodes.Subscript):
        return node is parent.value
    if isinstance(parent, nodes.Call):
        return node is parent.func or builtin_name(parent.func) in _NUMBERS
    if isinstance(parent, nodes.Attribute):
        return isinstance(parent.parent, nodes.Call) and parent.parent.func is parent
    return isinstance(parent, _PASSING_ON)

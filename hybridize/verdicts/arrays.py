"""NumPy arrays that meet tensors: eagerly they take the tensor's dtype, in a graph they are tensors of their own."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.facts import FunctionFacts
from hybridize.inference.values import Array
from hybridize.verdicts.arrivals import argument_of
from hybridize.verdicts.model import Place, Reason

_SAME = frozenset({"float32", "int32", "bool"})
"""What an array is made to be that is what TensorFlow makes of Python numbers: such arrays conflict with nothing."""
_CONVERTING = frozenset({"cast", "convert_to_tensor", "constant", "Variable", "shape", "size", "rank", "len", "print"})
_DEPTH = 4
"""Assignments that are followed back to where an array is made."""


def array_assumptions(function: FunctionFacts, here: Place) -> list[Reason]:
    """That the arrays which arrive have the dtype of the tensors that they are combined with, where nothing says so."""
    out: list[Reason] = []
    for parameter in function.parameters:
        arrivals = [arrival for arrival in parameter.arrivals if any(isinstance(a, Array) for a in arrival.value)]
        if not arrivals or not _is_combined(function.node, parameter.name):
            continue
        arguments = [argument_of(arrival.node, parameter, function) for arrival in arrivals]
        if not all(argument is not None and _says_dtype(argument, _DEPTH) for argument in arguments):
            text = (
                f"`{parameter.name}` receives NumPy arrays: they are taken to have the dtype of the tensors they meet"
            )
            out.append(Reason("conflicting-dtypes", text, here))
    return out


def _is_combined(function: nodes.FunctionDef, name: str) -> bool:
    """Whether the body combines the parameter with something by an operator or a call with several arguments."""
    return any(node.name == name and _meets(node) for node in function.nodes_of_class(nodes.Name))


def _meets(node: nodes.NodeNG) -> bool:
    parent = node.parent
    if isinstance(parent, nodes.Attribute):
        return parent.attrname not in ("shape", "size", "ndim", "dtype") and _meets(parent)
    if isinstance(parent, nodes.Subscript):
        return node is parent.value and _meets(parent)
    if isinstance(parent, nodes.Keyword):
        parent = parent.parent
    if isinstance(parent, nodes.Call):
        called = getattr(parent.func, "attrname", getattr(parent.func, "name", ""))
        return node is not parent.func and len(parent.args) + len(parent.keywords) > 1 and called not in _CONVERTING
    return isinstance(parent, (nodes.BinOp, nodes.AugAssign, nodes.Compare, nodes.List, nodes.Tuple))


def _says_dtype(expression: nodes.NodeNG, depth: int) -> bool:
    """Whether the expression, or an assignment of a name in it, says that the array is of a usual dtype."""
    words = {node.attrname for node in expression.nodes_of_class(nodes.Attribute)}
    words |= {node.value for node in expression.nodes_of_class(nodes.Const) if isinstance(node.value, str)}
    if words & _SAME:
        return True
    if depth == 0:
        return False
    for name in expression.nodes_of_class(nodes.Name):
        statements = [each.statement() for each in _bindings(name) if isinstance(each, nodes.AssignName)]
        values = [getattr(each, "value", None) or getattr(each, "iter", None) for each in statements]
        if any(value is not None and _says_dtype(value, depth - 1) for value in values):
            return True
    return False


def _bindings(name: nodes.Name) -> list[nodes.NodeNG]:
    """Where the scope that a name belongs to binds it."""
    scope: nodes.NodeNG | None = name.scope()
    while scope is not None:
        found = scope.locals.get(name.name)
        if found:
            return list(found)
        scope = scope.parent.scope() if scope.parent is not None else None
    return []

"""NumPy arrays that meet tensors: eagerly they take the tensor's dtype, in a graph they are tensors of their own."""

from __future__ import annotations

from collections.abc import Callable

from astroid import nodes

from hybridize.inference.results.facts import FunctionFacts, ParameterFacts
from hybridize.inference.domain.queries import has
from hybridize.inference.domain.tensors import Array
from hybridize.inference.results.names import Callees
from hybridize.verdicts.arrivals import argument_of
from hybridize.verdicts.evidence import (
    ArrayAsTensor,
    ArrayDtype,
    ArrayMethod,
    ArrayToNumPy,
    ConflictingDtypes,
    Evidence,
)
from hybridize.verdicts.model import Place
from hybridize.verdicts.places import bindings, memory, place_of
from hybridize.verdicts.specs import Specs

_SAME = frozenset({"float32", "int32", "bool"})
"""What an array is made to be that is what TensorFlow makes of Python numbers: such arrays conflict with nothing."""
_CONVERTING = frozenset({"cast", "convert_to_tensor", "constant", "Variable", "shape", "size", "rank", "len", "print"})
_OF_ARRAYS = frozenset(
    {"astype", "copy", "reshape", "sum", "mean", "max", "min", "tolist", "item", "flatten", "any", "all"}
)
"""Methods of arrays that tensors lack."""
_DEPTH = 4
"""Assignments that are followed back to where an array is made."""


def array_assumptions(function: FunctionFacts, here: Place) -> list[Evidence]:
    """That the arrays which arrive have the dtype of the tensors that they are combined with, where nothing says so."""
    out: list[Evidence] = []
    for parameter in function.parameters:
        incoming = [passed for passed in parameter.incoming if has(passed.value, Array)]
        if not incoming or not _is_combined(function.node, parameter.name):
            continue
        arguments = [argument_of(passed.node, parameter, function) for passed in incoming]
        if not all(argument is not None and says_dtype(argument, _DEPTH) for argument in arguments):
            out.append(ArrayDtype(here, parameter.name))
    return out


def dtype_conflicts(callees: Callees, function: FunctionFacts, pinned: bool) -> list[Evidence]:
    """Arrays that meet a tensor of another dtype: eagerly they are converted, in a graph the operation raises.

    With `pinned`, an input signature converts them, where all that they meet outside of the arguments is of one dtype.
    """
    out: list[Evidence] = []
    specs = Specs(callees)
    if not any(isinstance(obj, Array) for parameter in function.parameters for obj in parameter.value):
        return out
    names = [each for each in function.node.nodes_of_class(nodes.AssignName) if each.parent is not function.node.args]
    assigned = {each.name for each in names}
    parameters = {each.name: each for each in function.parameters if each.name not in assigned}
    for parameter in parameters.values():
        if not has(parameter.value, Array):
            continue
        own = _dtypes(parameter, function, specs.array_dtype)
        met: dict[str, nodes.NodeNG] = {}
        with_parameters = False
        for operation in function.node.nodes_of_class(nodes.BinOp) if len(own) == 1 and None not in own else ():
            for side, other in ((operation.left, operation.right), (operation.right, operation.left)):
                if not (isinstance(side, nodes.Name) and side.name == parameter.name):
                    continue
                partner = parameters.get(other.name) if isinstance(other, nodes.Name) else None
                dtypes = {specs.tensor_dtype(other)}
                if partner is not None:
                    dtypes = _dtypes(partner, function, specs.tensor_dtype)
                for dtype in dtypes - own - {None}:
                    met.setdefault(str(dtype), operation)
                    with_parameters = with_parameters or partner is not None
        if met and not (pinned and len(met) == 1 and not with_parameters):
            dtype, operation = next(iter(met.items()))
            place = place_of(function.module.file.relative, operation)
            out.append(ConflictingDtypes(place, parameter.name, str(own.pop()), dtype))
    return out


def _dtypes(
    parameter: ParameterFacts, function: FunctionFacts, dtype: Callable[[nodes.NodeNG], str | None]
) -> set[str | None]:
    """What the calls pass; None among it where it is not written."""
    arguments = [argument_of(passed.node, parameter, function) for passed in parameter.incoming]
    return {None if argument is None else dtype(argument) for argument in arguments}


def array_hazards(callees: Callees, function: FunctionFacts) -> list[ArrayAsTensor]:
    """What the body does with a NumPy array that arrives and cannot do with the tensor that a graph makes of it."""
    out: list[ArrayAsTensor] = []
    for parameter in function.parameters:
        if not has(parameter.value, Array):
            continue
        for name in _uses(function.node).get(parameter.name, ()):
            parent = name.parent
            if callees.inside(parent, "numpy") and name is not parent.func:
                out.append(ArrayToNumPy(place_of(function.module.file.relative, parent), name.name))
            elif _calls_array_method(parent):
                place = place_of(function.module.file.relative, parent)
                out.append(ArrayMethod(place, name.name, parent.attrname))
    return out


def _calls_array_method(node: nodes.NodeNG) -> bool:
    called = isinstance(node, nodes.Attribute) and isinstance(node.parent, nodes.Call) and node is node.parent.func
    return called and node.attrname in _OF_ARRAYS


def _is_combined(function: nodes.FunctionDef, name: str) -> bool:
    """Whether the body combines the parameter with something by an operator or a call with several arguments."""
    return any(map(_meets, _uses(function).get(name, ())))


def _uses(function: nodes.FunctionDef) -> dict[str, list[nodes.Name]]:
    """The names that a function reads, each with all places."""
    known = memory()
    if known.uses is not None and known.uses[0] is function:
        return known.uses[1]
    out: dict[str, list[nodes.Name]] = {}
    for name in function.nodes_of_class(nodes.Name):
        out.setdefault(name.name, []).append(name)
    known.uses = (function, out)
    return out


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


def says_dtype(expression: nodes.NodeNG, depth: int) -> bool:
    """Whether the expression, or an assignment of a name in it, says that the array is of a usual dtype."""
    known = memory().dtypes
    found = known.get((expression, depth))
    if found is None:
        found = known[expression, depth] = _says_dtype(expression, depth)
    return found


def _says_dtype(expression: nodes.NodeNG, depth: int) -> bool:
    words = {node.attrname for node in expression.nodes_of_class(nodes.Attribute)}
    words |= {node.value for node in expression.nodes_of_class(nodes.Const) if isinstance(node.value, str)}
    if words & _SAME:
        return True
    if depth == 0:
        return False
    for name in expression.nodes_of_class(nodes.Name):
        statements = [each.statement() for each in bindings(name) if isinstance(each, nodes.AssignName)]
        values = [getattr(each, "value", None) or getattr(each, "iter", None) for each in statements]
        if any(value is not None and says_dtype(value, depth - 1) for value in values):
            return True
    return False

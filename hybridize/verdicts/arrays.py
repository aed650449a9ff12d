"""NumPy arrays that meet tensors: eagerly they take the tensor's dtype, in a graph they are tensors of their own."""

from __future__ import annotations

from collections.abc import Callable

from astroid import nodes
from astroid.exceptions import NoDefault

from hybridize.inference.domain.queries import has
from hybridize.inference.domain.tensors import Array
from hybridize.inference.results.facts import FunctionFacts, ParameterFacts
from hybridize.inference.results.names import Callees
from hybridize.inference.results.provenance import argument_of, assigned_values
from hybridize.program.places import definition_place, place_of
from hybridize.program.syntax import last_name
from hybridize.verdicts.evidence import (
    ArrayAsTensor,
    ArrayDtype,
    ArrayInPlace,
    ArrayMeets,
    ArrayMethod,
    ArrayToNumPy,
    ConflictingDtypes,
    Evidence,
)
from hybridize.verdicts.model import Place
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


class Arrays:
    """What becomes of NumPy arrays that arrive at functions."""

    def __init__(self, callees: Callees) -> None:
        self._callees = callees
        self._specs = Specs(callees)
        self._said: dict[tuple[nodes.NodeNG, int], bool] = {}
        self._read: tuple[nodes.NodeNG, dict[str, list[nodes.Name]]] | None = None
        """The function that was looked at last, and the names that it reads."""

    def assumptions(self, function: FunctionFacts, here: Place) -> list[Evidence]:
        """That arrays have the dtype of the tensors with which they are combined, where nothing says so."""
        out: list[Evidence] = []
        for parameter in function.parameters:
            incoming = [passed for passed in parameter.incoming if has(passed.value, Array)]
            default = default_of(function.node, parameter.name) if has(parameter.value, Array) else None
            arrives = bool(incoming) or default is not None
            if not arrives or not any(map(_meets, self._uses(function.node).get(parameter.name, ()))):
                continue
            arguments = [argument_of(passed.node, parameter, function) for passed in incoming]
            arguments += [default] if default is not None else []
            if not all(argument is not None and self._says_dtype(argument, _DEPTH) for argument in arguments):
                out.append(ArrayDtype(here, parameter.name))
        return out

    def unsaid(self, function: FunctionFacts) -> list[Evidence]:
        """Arrays of no known dtype that TensorFlow's own operations combine with something: eagerly they take a dtype.

        Layers, losses and metrics of Keras convert what they get, as a graph or not.
        """
        out: list[Evidence] = []
        for assumed in self.assumptions(function, definition_place(function.module.file.relative, function.node)):
            assert isinstance(assumed, ArrayDtype)
            for name in self._uses(function.node).get(assumed.parameter, ()):
                again = assumed.parameter in function.names.bound_anew | function.names.rebound
                if not again and _meets(name) and self._is_operation(name):
                    out.append(ArrayMeets(place_of(function.module.file.relative, name), assumed.parameter))
        return out[:1]

    def _is_operation(self, name: nodes.Name) -> bool:
        """Whether what combines a name is an operator or an operation of TensorFlow."""
        node = name.parent
        while isinstance(node, (nodes.Subscript, nodes.Attribute, nodes.Keyword)):
            node = node.parent
        return not isinstance(node, nodes.Call) or bool(self._callees.inside(node, "tensorflow"))

    def dtype_conflicts(self, function: FunctionFacts, pinned: bool) -> list[Evidence]:
        """Arrays that meet a tensor of another dtype: eagerly they are converted, in a graph the operation raises.

        With `pinned`, an input signature converts them, where all that they meet outside of the arguments is of one
        dtype.
        """
        out: list[Evidence] = []
        for parameter in function.parameters if any(has(each.value, Array) for each in function.parameters) else ():
            if not has(parameter.value, Array):
                continue
            own = _dtypes(parameter, function, self._specs.array_dtype)
            if len(own) > 1 or None in own:
                continue
            met = {dtype: found for dtype, found in self._meetings(function, parameter).items() if dtype not in own}
            with_parameters = any(partner for _, partner in met.values())
            if met and not (pinned and len(met) == 1 and not with_parameters):
                dtype, (operation, _) = next(iter(met.items()))
                place = place_of(function.module.file.relative, operation)
                out.append(ConflictingDtypes(place, parameter.name, str(own.pop()), dtype))
        return out

    def met_dtype(self, function: FunctionFacts, parameter: ParameterFacts) -> str | None:
        """The dtype of the tensors that operators combine with an array; None without such, and for several."""
        if not has(parameter.value, Array):
            return None
        met = self._meetings(function, parameter)
        return next(iter(met)) if len(met) == 1 and not any(partner for _, partner in met.values()) else None

    def _meetings(
        self, function: FunctionFacts, parameter: ParameterFacts
    ) -> dict[str, tuple[nodes.NodeNG, bool]]:
        """By dtype: the operator that combines a parameter with such a tensor, and whether that is an argument."""
        names = function.node.nodes_of_class(nodes.AssignName)
        assigned = {each.name for each in names if each.parent is not function.node.args}
        parameters = {each.name: each for each in function.parameters if each.name not in assigned}
        met: dict[str, tuple[nodes.NodeNG, bool]] = {}
        for operation in function.node.nodes_of_class(nodes.BinOp) if parameter.name in parameters else ():
            for side, other in ((operation.left, operation.right), (operation.right, operation.left)):
                if not (isinstance(side, nodes.Name) and side.name == parameter.name):
                    continue
                partner = parameters.get(other.name) if isinstance(other, nodes.Name) else None
                dtypes = {self._specs.tensor_dtype(other)}
                if partner is not None:
                    dtypes = _dtypes(partner, function, self._specs.tensor_dtype)
                for dtype in dtypes - {None}:
                    known = met.setdefault(str(dtype), (operation, False))
                    met[str(dtype)] = (known[0], known[1] or partner is not None)
        return met

    def hazards(self, function: FunctionFacts) -> list[ArrayAsTensor]:
        """What the body does with an array that arrives and cannot do with the tensor that a graph makes of it."""
        out: list[ArrayAsTensor] = []
        for parameter in function.parameters:
            if not has(parameter.value, Array):
                continue
            for changed in function.node.nodes_of_class(nodes.AugAssign):
                if isinstance(changed.target, nodes.AssignName) and changed.target.name == parameter.name:
                    out.append(ArrayInPlace(place_of(function.module.file.relative, changed), parameter.name))
            for name in self._uses(function.node).get(parameter.name, ()):
                parent, in_display = _made_of(name)
                if self._callees.inside(parent, "numpy") and name is not parent.func:
                    out.append(ArrayToNumPy(place_of(function.module.file.relative, parent), name.name))
                elif not in_display and _calls_array_method(parent):
                    place = place_of(function.module.file.relative, parent)
                    out.append(ArrayMethod(place, name.name, parent.attrname))
        return out

    def _uses(self, function: nodes.FunctionDef) -> dict[str, list[nodes.Name]]:
        """The names that a function reads, each with all places."""
        if self._read is not None and self._read[0] is function:
            return self._read[1]
        out: dict[str, list[nodes.Name]] = {}
        for name in function.nodes_of_class(nodes.Name):
            out.setdefault(name.name, []).append(name)
        self._read = (function, out)
        return out

    def _says_dtype(self, expression: nodes.NodeNG, depth: int) -> bool:
        """Whether the expression, or an assignment of a name in it, says that the array is of a usual dtype."""
        key = (expression, depth)
        if key not in self._said:
            names = expression.nodes_of_class(nodes.Name) if depth else ()
            self._said[key] = not _words(expression).isdisjoint(_SAME) or any(
                self._says_dtype(value, depth - 1) for name in names for value in assigned_values(name)
            )
        return self._said[key]


def default_of(function: nodes.FunctionDef, parameter: str) -> nodes.NodeNG | None:
    """The default of a parameter, where it is no constant."""
    try:
        default = function.args.default_value(parameter)
    except NoDefault:
        return None
    return None if isinstance(default, nodes.Const) else default


def _words(expression: nodes.NodeNG) -> set[str]:
    """The attributes and texts in an expression."""
    words = {node.attrname for node in expression.nodes_of_class(nodes.Attribute)}
    return words | {node.value for node in expression.nodes_of_class(nodes.Const) if isinstance(node.value, str)}


def _dtypes(
    parameter: ParameterFacts, function: FunctionFacts, dtype: Callable[[nodes.NodeNG], str | None]
) -> set[str | None]:
    """What the calls pass; None among it where it is not written."""
    arguments = [argument_of(passed.node, parameter, function) for passed in parameter.incoming]
    return {None if argument is None else dtype(argument) for argument in arguments}


def _made_of(name: nodes.Name) -> tuple[nodes.NodeNG, bool]:
    """What is done with an array, its parts and what operators make of it; and whether a list or tuple holds them."""
    part, parent, in_display = name, name.parent, False
    while isinstance(parent, _KEEPING) or (isinstance(parent, nodes.Subscript) and part is parent.value):
        in_display = in_display or isinstance(parent, (nodes.List, nodes.Tuple))
        part, parent = parent, parent.parent
    return parent, in_display


_KEEPING = (nodes.List, nodes.Tuple, nodes.BinOp, nodes.UnaryOp, nodes.IfExp, nodes.Keyword)
"""What hands on the tensor that the array becomes, or what is computed of it."""


def _calls_array_method(node: nodes.NodeNG) -> bool:
    called = isinstance(node, nodes.Attribute) and isinstance(node.parent, nodes.Call) and node is node.parent.func
    return called and node.attrname in _OF_ARRAYS


def _meets(node: nodes.NodeNG) -> bool:
    """Whether an array is combined with something, by an operator or by a call with several arguments."""
    parent = node.parent
    if isinstance(parent, nodes.Attribute):
        return parent.attrname not in ("shape", "size", "ndim", "dtype") and _meets(parent)
    if isinstance(parent, nodes.Subscript):
        return node is parent.value and _meets(parent)
    if isinstance(parent, nodes.Keyword):
        parent = parent.parent
    if isinstance(parent, nodes.Call):
        several = len(parent.args) + len(parent.keywords) > 1
        return node is not parent.func and several and last_name(parent.func) not in _CONVERTING
    return isinstance(parent, (nodes.BinOp, nodes.AugAssign, nodes.Compare, nodes.List, nodes.Tuple))

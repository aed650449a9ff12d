"""64-bit arrays that a graph would hand on as tensors of their own, to where tensors of another type meet them.

Eagerly an array takes the type of the tensor with which an operator combines it. NumPy makes 64-bit numbers of nearly
everything, Keras computes with floats of 32 bits: such a graph ends with its first trace.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from astroid import nodes

from hybridize.inference.domain.queries import only, select
from hybridize.inference.domain.tensors import Array, Tensor, dtype_name
from hybridize.inference.domain.values import BOTTOM
from hybridize.inference.results.facts import Facts, FunctionFacts
from hybridize.inference.results.model import Context
from hybridize.inference.results.provenance import argument_of
from hybridize.program.places import place_of, source_of
from hybridize.program.syntax import is_name
from hybridize.verdicts.evidence.safety import WideArrayMeets
from hybridize.verdicts.values.arrays import combined

_INTEGER = "int64"
_WIDE = frozenset({"float64", _INTEGER})
_DEEPEST = 4
"""Calls that are followed."""


def wide_arrays(facts: Facts, function: FunctionFacts) -> list[WideArrayMeets]:
    """The first such array that arrives at a function, and what it meets there or in what the function calls.

    Where the program sets the default type of Keras, its floats may be as wide. Integers are of another dtype then,
    too, also where a bound that nobody knows may have made floats of them.
    """
    path = function.module.file.relative
    for parameter in function.parameters:
        dtypes = _dtypes(select(parameter.typed, Array)) if only(parameter.typed, Array) else frozenset()
        if not dtypes or not dtypes <= _WIDE or facts.sets_floatx(path) and _INTEGER not in dtypes:
            continue
        for context in function.contexts:
            met = _met(facts, context, parameter.name, dtypes, _DEEPEST)
            if met is not None:
                place = place_of(path, met[0])
                dtype = str(next(iter(dtypes))) if len(dtypes) == 1 else "64-bit"
                return [WideArrayMeets(place, parameter.name, dtype, source_of(met[1]))]
    return []


def _met(
    facts: Facts, context: Context, name: str, dtypes: Set[str | None], depth: int
) -> tuple[nodes.NodeNG, nodes.BinOp] | None:
    """The operator that combines a parameter with a tensor, and the place in this function that leads there."""
    function = facts.function_of(context.scope)
    if function is None or name in function.names.bound_again:
        return None
    for call, callee in context.summary.calls if depth else ():
        below = facts.function_of(callee.scope)
        for parameter in below.parameters if below is not None else ():
            argument = argument_of(call, parameter, below) if below is not None else None
            if is_name(argument, name):
                met = _met(facts, callee, parameter.name, dtypes, depth - 1)
                if met is not None:
                    return call, met[1]
    for operation, other in combined(function.node, name):
        if isinstance(other, nodes.Name):
            again = other.name in function.names.bound_again or facts.arrays_fit(operation, [context])
            if not again and _is_other_tensor(context, other.name, dtypes):
                return operation, operation
    return None


def _is_other_tensor(context: Context, name: str, dtypes: Set[str | None]) -> bool:
    """Whether tensors arrive at a parameter, and nothing else, that are not known to be of the one dtype."""
    value = context.types.get(name) or context.arguments.get(name, BOTTOM)
    return only(value, Tensor) and (len(dtypes) > 1 or _dtypes(select(value, Tensor)) != dtypes)


def _dtypes(objects: Iterable[Array] | Iterable[Tensor]) -> frozenset[str | None]:
    return frozenset([dtype_name(each) for each in objects])

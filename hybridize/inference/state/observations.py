"""Observations: what evaluating a place showed of shapes and dtypes, for the results.

A refusal counts where every evaluation of the place ended in one. Of calls of models and layers the last evaluation
counts: it has seen all that arrives.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from astroid import nodes

from hybridize.frameworks.tensor_types.interpreter import Refusal
from hybridize.inference.domain.objects import AbstractObject, Value
from hybridize.inference.state.contexts import Context


class EvaluatedPlace(NamedTuple):
    """A place of the program, as one context evaluates it."""

    node: nodes.NodeNG
    context: Context


@dataclass(frozen=True, slots=True)
class RefusedOperation:
    """An operation that the framework refuses."""

    name: str
    """The qualified name of the function, or of that which computes an operator."""
    refusal: Refusal


class ArrayMet(NamedTuple):
    """The dtypes of an array and of what an operation combines with it; None where one is not known.

    `other` is `A_NUMBER` for a number of Python, where a tensor of the array's dtype gives something else.
    """

    array: str | None
    other: str | None
    refused: bool = False
    """A tensor of the array's dtype is known to be refused there."""


@dataclass(frozen=True, slots=True)
class ModelUse:
    """What is done with a model or layer: it is made, called, compiled, trained."""

    method: str
    """`__init__` and `__call__` where it is made or called."""
    arguments: Mapping[str, Value]
    """By parameter."""
    whole: bool = True
    """False: more may be passed than is seen."""


class Operands(NamedTuple):
    """What an operation combines, as one evaluation of it saw it."""

    name: str
    """An operator, or the qualified name of a function."""
    values: Sequence[Value]
    """Both operands, or the arguments by position."""
    keywords: Mapping[str, Value] = MappingProxyType({})
    parameters: Sequence[str] = ()
    """Those of the function."""


class Observations:
    """What was seen; only its own methods change it."""

    def __init__(self) -> None:
        self.operations: dict[EvaluatedPlace, RefusedOperation | None] = {}
        """Operations that were refused; None: another evaluation was not."""
        self.arrays: dict[Context, dict[nodes.NodeNG, set[ArrayMet]]] = {}
        """By context and operation: the arrays that are combined with something, as the last evaluation saw it."""
        self.picks: dict[Context, dict[nodes.NodeNG, bool]] = {}
        """By context: the subscripts of arrays that tensors would not take, as the last evaluation saw it; whether that
        is certain."""
        self.operands: dict[Context, dict[nodes.NodeNG, Operands]] = {}
        """By context and place: what operations on tensors were given at last."""
        self.models: dict[EvaluatedPlace, dict[AbstractObject, ModelUse]] = {}
        """By place: the uses of each model or layer."""

    def refuse(self, node: nodes.NodeNG, context: Context, name: str, refusal: Refusal) -> None:
        """Record that an operation is refused."""
        self.operations.setdefault(EvaluatedPlace(node, context), RefusedOperation(name, refusal))

    def accept(self, node: nodes.NodeNG, context: Context) -> None:
        """Record that an operation is not refused, or that it is not known, where it was refused before."""
        if EvaluatedPlace(node, context) in self.operations:
            self.operations[EvaluatedPlace(node, context)] = None

    def begin(self, node: nodes.NodeNG, context: Context) -> None:
        """An operation is evaluated again: what arrays met before counts no longer, since types may have arrived."""
        self.arrays.get(context, {}).pop(node, None)

    def meet(
        self, node: nodes.NodeNG, context: Context, array: str | None, other: str | None, refusing: bool = False
    ) -> None:
        """Record that an operation combines an array with something, by the dtypes of both.

        `refusing`: it takes no tensors of two dtypes there.
        """
        refused = refusing and None not in (array, other) and array != other
        self.arrays.setdefault(context, {}).setdefault(node, set()).add(ArrayMet(array, other, refused))

    def pick(self, node: nodes.NodeNG, context: Context, certain: bool | None) -> None:
        """Record whether a subscript picks elements of an array by their positions; None: it does not."""
        if certain is None:
            self.picks.get(context, {}).pop(node, None)
        else:
            self.picks.setdefault(context, {})[node] = certain

    def compute(self, node: nodes.NodeNG, context: Context, operands: Operands) -> None:
        """Record what an operation on tensors is given."""
        self.operands.setdefault(context, {})[node] = operands

    def use(self, node: nodes.NodeNG, context: Context, receiver: AbstractObject, use: ModelUse) -> None:
        """Record what is done with a model or layer."""
        self.models.setdefault(EvaluatedPlace(node, context), {})[receiver] = use

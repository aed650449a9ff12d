"""Function objects of the project: where they are defined, their defaults and hints, what decorates them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from astroid import nodes

from hybridize.frameworks.tensor_types.types import TensorType
from hybridize.inference.domain.objects import AbstractObject, Function, Hybrid, Value, python_function
from hybridize.inference.domain.queries import select
from hybridize.inference.state.budget import Budget
from hybridize.inference.state.contexts import Context
from hybridize.inference.state.heap import Defaults, Heap


@dataclass(frozen=True, slots=True)
class Hint:
    """What an annotation says about tensors."""

    kind: str = ""
    """The kind of tensor, empty = none."""
    alone: bool = False
    """The argument may be a tensor itself."""
    inside: bool = False
    """It may be a container that holds tensors."""
    type: TensorType | None = None
    """The dtype and shape that it says, of an argument that is a tensor itself."""


class Functions:
    """What is known of functions beside their contexts."""

    def __init__(self, heap: Heap, budget: Budget) -> None:
        self.definitions: dict[nodes.NodeNG, dict[Function, Context]] = {}
        """The function objects that a `def` or `lambda` makes, each with the context that evaluated it."""
        self.hints: dict[nodes.NodeNG, dict[str, Hint]] = {}
        """What the annotations of a function say about its parameters."""
        self.declared: dict[nodes.NodeNG, dict[str, Value]] = {}
        """The objects of outside classes that annotations declare, by parameter; only functions with some."""
        self.custom_gradients: set[nodes.NodeNG] = set()
        """Functions under `tf.custom_gradient`, which give a result and the function for its gradient."""
        self.keeping_results: set[nodes.NodeNG] = set()
        """Functions under `functools.lru_cache`, which asks each argument for its hash."""
        self._heap = heap
        self._budget = budget
        self._defaults: dict[Function, Defaults] = {}
        self._decorated: dict[nodes.NodeNG, set[AbstractObject]] = {}
        """What each decorator of the project was called with."""
        self._outcomes: dict[nodes.NodeNG, dict[AbstractObject, Hybrid | None]] = {}
        """By decorator, then by function: the hybrid function that it made of that one."""

    def define(self, function: Function, context: Context) -> None:
        """Record a function object and the context that makes it."""
        self.definitions.setdefault(function.node, {})[function] = context

    def defaults(self, function: Function) -> Defaults:
        """The defaults of a function's parameters, as far as they have been evaluated."""
        found = self._defaults.get(function)
        if found is None:
            found = self._defaults[function] = Defaults()
        log = self._heap.log
        if log is not None:
            log.cells.setdefault(found, found.value)
        return found

    def all_defaults(self) -> Iterator[Value]:
        """The values of all defaults of all functions."""
        return (value for defaults in self._defaults.values() for value in defaults.values())

    def follows_decorator(self, decorator: Function, value: Value) -> bool:
        """Whether one more decorated function is followed into a decorator of the project."""
        known = self._decorated.setdefault(decorator.node, set())
        if value <= known:
            return True
        if len(known) >= self._budget.of(decorator.node).limits.decorated:
            return False
        known |= value
        return True

    def decorated(self, decorator: Function, value: Value, made: Value) -> None:
        """Record what a decorator of the project makes of a function: a hybrid function of it, or something else."""
        outcomes = self._outcomes.setdefault(decorator.node, {})
        for obj in value:
            of_it = (each for each in select(made, Hybrid) if python_function(each) is obj)
            outcomes[obj] = next(of_it, None)

    def always_hybrid(self, decorator: Function) -> Hybrid | None:
        """One of the hybrid functions that a decorator has made, if it has made nothing else."""
        outcomes = self._outcomes.get(decorator.node, {}).values()
        return None if None in outcomes else next(iter(outcomes), None)

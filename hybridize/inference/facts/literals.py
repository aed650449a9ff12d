"""Literals of the program in values: Python numbers, strings and bytes, wherever they lie."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hybridize.inference.domain.fields import ANY_ATTRIBUTE
from hybridize.inference.domain.objects import AbstractObject, Container, Instance, PythonScalar, TupleObject, Value
from hybridize.inference.domain.values import INT, join
from hybridize.inference.facts.facts import Facts
from hybridize.inference.state.heap import Heap


class Literals:
    """The Python numbers, strings and bytes in values, in their containers and in the fields of their objects."""

    def __init__(self, facts: Facts, booleans: bool, compared: bool = False) -> None:
        """With `compared`, those alone by which TensorFlow tells arguments: it looks into no plain object."""
        self._analysis = facts.analysis
        self._objects = facts.objects
        self._booleans = booleans
        self._compared = compared
        self._known: dict[tuple[AbstractObject, int], tuple[PythonScalar, ...]] = {}

    def of(self, value: Value, depth: int = 3) -> tuple[PythonScalar, ...]:
        """All literals in a value, each once."""
        out: dict[PythonScalar, None] = {}
        for obj in sorted(value, key=lambda a: a.serial):
            for scalar in self._in(obj, depth):
                out[scalar] = None
                if len(out) >= MAX_LITERALS:
                    return tuple(out)
        return tuple(out)

    def _in(self, obj: AbstractObject, depth: int) -> tuple[PythonScalar, ...]:
        held = _HELD.get(type(obj))
        if held is None:
            if isinstance(obj, PythonScalar) and (obj.type != "bool" or self._booleans):
                return (obj,)
            return ()
        if not depth or (self._compared and held is _held_by_instance and self._is_one_thing(obj)):
            return ()
        found = self._known.get((obj, depth))
        if found is None:
            found = self._known[obj, depth] = self.of(held(self._analysis.heap, obj), depth - 1)
        return found

    def _is_one_thing(self, obj: Any) -> bool:
        """Whether an object counts as one thing, whatever it holds."""
        return self._objects.class_facts(obj.cls).is_told_by_identity


def _held_by_tuple(heap: Heap, obj: TupleObject) -> Value:
    return INT if obj.type == "range" else join([*obj.items, obj.rest])


def _held_by_instance(heap: Heap, obj: Instance) -> Value:
    fields = heap.fields(obj).items()
    return join([cell.value for name, cell in fields if isinstance(name, str) or name is ANY_ATTRIBUTE])


_HELD: dict[type[AbstractObject], Callable[[Heap, Any], Value]] = {
    TupleObject: _held_by_tuple,
    Container: lambda heap, obj: join(heap.elements(obj)),
    Instance: _held_by_instance,
}
"""What structures hold, attributes included."""

MAX_LITERALS = 50
"""Literals of one value that are told apart."""

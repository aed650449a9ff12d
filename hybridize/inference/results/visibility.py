"""Which objects a function can see that were there before it was called: arguments, captured variables, globals.

Contexts that are joined make a callee change what only another caller handed to it. A caller from which no reference
leads to the changed object has not changed it: whatever it hands over, the object is not in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set

from hybridize.inference.domain.objects import (
    AbstractObject,
    Allocated,
    Container,
    IteratorObject,
    Value,
)
from hybridize.inference.domain.tensors import Array
from hybridize.inference.domain.values import UNKNOWN_OBJECT
from hybridize.inference.state.contexts import Context, context_of
from hybridize.inference.state.heap import Heap

_NEITHER_PARTS = frozenset({"owner", "serial", "single", "site", "node"})
"""Slots of abstract objects that lead to no other object."""


class Visibility:
    """Answers, after the fixpoint, what references lead to. The heap no longer grows."""

    def __init__(
        self, heap: Heap, generators: Mapping[IteratorObject, Set[Context]], defaults: Iterable[Value]
    ) -> None:
        """`generators`: the contexts that run behind a generator; `defaults`: those of all parameters."""
        self._heap = heap
        self._generators = generators
        self._defaults = defaults
        self._shared: Set[object] | None = None
        self._seen: dict[Context, Set[object]] = {}
        self._parts: dict[type[AbstractObject], tuple[str, ...]] = {}

    def sees(self, context: Context, target: AbstractObject) -> bool:
        """Whether a reference leads from what the context is called with, captures or shares to an older object."""
        if context.function is None or _is_shared(target) or target in self._from_anywhere():
            return True
        seen = self._seen.get(context)
        if seen is None:
            given: list[object] = [*context.arguments.values(), context.function]
            seen = self._seen[context] = self._reached(given)
        return target in seen or not seen.isdisjoint(UNKNOWN_OBJECT)

    def _from_anywhere(self) -> Set[object]:
        """What globals, classes, defaults and objects that belong to nobody lead to."""
        if self._shared is None:
            roots: list[object] = [owner for owner in self._heap.owners() if _is_shared(owner)]
            self._shared = self._reached([*roots, *self._defaults])
        return self._shared

    def _reached(self, roots: Iterable[object]) -> Set[object]:
        found: set[object] = set()
        stack = list(roots)
        while stack:
            part = stack.pop()
            if isinstance(part, (frozenset, tuple)):
                stack += part
            elif isinstance(part, (AbstractObject, Context)) and part not in found:
                found.add(part)
                stack += self._next(part)
        return found

    def _next(self, part: AbstractObject | Context) -> Iterator[object]:
        """What a reference leads to from here."""
        for cell in self._heap.cells.get(part, {}).values():
            yield cell.value
        if isinstance(part, Context):
            yield part.parent
            return
        parts = self._parts.get(type(part))
        if parts is None:
            parts = self._parts[type(part)] = _parts(type(part))
        for name in parts:
            yield getattr(part, name)
        if isinstance(part, Container):
            yield self._heap.namespaces.get(part)
        if isinstance(part, IteratorObject):
            for context in self._generators.get(part, ()):
                yield from context.arguments.values()
                yield context


def _is_shared(owner: object) -> bool:
    """Whether something with fields may be there before any function is called."""
    if isinstance(owner, (Allocated, Array)):
        return owner.owner is None or context_of(owner.owner).function is None
    return not isinstance(owner, Context) or owner.function is None


def _parts(kind: type[AbstractObject]) -> tuple[str, ...]:
    """The slots of a kind of object that may hold other objects."""
    names: list[str] = []
    for cls in kind.__mro__:
        names += [name for name in getattr(cls, "__slots__", ()) if name not in _NEITHER_PARTS]
    return tuple(names)

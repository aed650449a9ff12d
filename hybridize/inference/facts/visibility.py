"""Which objects a function can see that were there before it was called: arguments, captured variables, globals.

Contexts that are joined make a callee change what only another caller handed to it. A caller from which no reference
leads to the changed object has not changed it: whatever it hands over, the object is not in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set

from astroid import nodes

from hybridize.compiling import slots
from hybridize.inference.domain.objects import (
    AbstractObject,
    Allocated,
    Container,
    IteratorObject,
    Value,
)
from hybridize.inference.domain.queries import has
from hybridize.inference.domain.tensors import Array
from hybridize.inference.domain.values import UNKNOWN_OBJECT
from hybridize.inference.state.contexts import Context, context_of
from hybridize.inference.state.heap import Heap
from hybridize.program.components import closure
from hybridize.program.memory import remembered

_NO_PARTS = frozenset({"content", "is_typed", "owner", "serial", "single", "site", "node"})
"""Slots of abstract objects that lead to no other object."""


Part = AbstractObject | Context
"""What references lead from and to: objects, and activations by their arguments and captured variables."""


class Visibility:
    """Answers, after the fixpoint, what references lead to. The heap no longer grows."""

    def __init__(
        self, heap: Heap, behind: Callable[[AbstractObject], Set[Context]], defaults: Iterable[Value]
    ) -> None:
        """`behind`: the contexts that run behind a generator; `defaults`: those of all parameters."""
        self._heap = heap
        self._behind = behind
        self._defaults = defaults
        self._slots: dict[type[AbstractObject], tuple[str, ...]] = {}
        self._shared: Set[Part] = frozenset()
        self._holders: dict[Part, list[Part]] | None = None
        """From each part that is not shared to those whose fields refer to it."""
        self._activations: dict[tuple[nodes.NodeNG, object], list[Context]] = {}
        """By their scopes and what owns what they make."""
        self._given: dict[Context, Set[Part]] = {}

    def sees(self, context: Context, target: AbstractObject, certainly: bool = False) -> bool:
        """Whether a reference leads from what the context is called with, captures or shares to an older object.

        Nothing unknown may be the object where it is `certainly` seen.
        """
        # An iterator of functions that are not told apart is seen only by those from which something leads to it.
        iterator = has(target.single, IteratorObject)
        if context.function is None or (_is_shared(target) and not iterator):
            return True
        if self._holders is None:
            self._holders = self._find_holders()
        if target in self._shared:
            return True
        if isinstance(target, Container) and target.type == "cells":
            # The captured variables of an activation: what leads to it leads to them.
            activations = self._activations.get((target.site, target.owner), ())
            if not self._shared.isdisjoint(activations):
                return True
            targets: Sequence[Part] = (target, *activations)
        else:
            targets = (target,)
        given = self._given.get(context)
        if given is None:
            given = self._given[context] = set(self._at_once([*context.arguments.values(), context.function]))
        if not all(given.isdisjoint(self._leading_to(each)) for each in targets):
            return True
        # What a widened value leaves out may be anything; but who takes from that changes no iterator that is known.
        return not (certainly or iterator or given.isdisjoint(self._leading_to(*UNKNOWN_OBJECT)))

    def survives(self, target: AbstractObject, result: Value) -> bool:
        """Whether something leads to an object when the function that makes it has given its result.

        That may be what captures it: a function that is returned, or kept somewhere.
        """
        if self._holders is None:
            self._holders = self._find_holders()
        return target in self._shared or not self._leading_to(target).isdisjoint(self._at_once([result]))

    def holding(self, target: AbstractObject) -> Set[Part]:
        """What leads to an object that is not shared: what holds it, and what holds that."""
        if self._holders is None:
            self._holders = self._find_holders()
        return self._leading_to(target)

    def _find_holders(self) -> dict[Part, list[Part]]:
        """Walk from all that is shared, then turn the references of the rest round."""
        cells = self._heap.cells
        roots = (owner for owner in cells if isinstance(owner, (AbstractObject, Context)) and _is_shared(owner))
        shared = set(closure([*roots, *self._at_once(self._defaults)], self._fields))
        self._shared = shared - UNKNOWN_OBJECT
        for owner in (*cells, *shared):
            if isinstance(owner, Context):
                self._activations.setdefault((owner.scope, owner.owner), []).append(owner)
        holders: dict[Part, list[Part]] = {}
        for owner in cells:
            if isinstance(owner, (AbstractObject, Context)) and owner not in shared:
                for part in self._fields(owner):
                    if part not in self._shared:
                        holders.setdefault(part, []).append(owner)
        return holders

    @remembered
    def _leading_to(self, target: Part) -> Set[Part]:
        """The parts from which references lead to one that is not shared, itself among them."""
        holders = self._holders or {}
        return set(closure([target], lambda part: holders.get(part, ())))

    def _fields(self, part: Part) -> Iterable[Part]:
        """What the fields of a part lead to."""
        return self._at_once([cell.value for cell in self._heap.cells.get(part, {}).values()])

    def _at_once(self, roots: Iterable[object]) -> Iterable[Part]:
        """The parts in values and in what cannot change: tuples, bound methods, closures, generators."""
        found: dict[Part, None] = {}
        stack = list(roots)
        while stack:
            each = stack.pop()
            if isinstance(each, (frozenset, tuple)):
                stack += each
            elif isinstance(each, Context):
                if each not in found:
                    found[each] = None
                    stack.append(each.parent)
            elif isinstance(each, AbstractObject) and each not in found:
                found[each] = None
                slots = self._slots.get(type(each))
                if slots is None:
                    slots = self._slots[type(each)] = _slots(type(each))
                for name in slots:
                    stack.append(getattr(each, name))
                if isinstance(each, Container):
                    stack.append(self._heap.namespaces.get(each))
                elif isinstance(each, IteratorObject):
                    for context in self._behind(each):
                        stack += (context, *context.arguments.values())
        return found


def _is_shared(owner: Part) -> bool:
    """Whether something with fields may be there before any function is called."""
    if isinstance(owner, (Allocated, Array)):
        return owner.owner is None or context_of(owner.owner).function is None
    return not isinstance(owner, Context) or owner.function is None


def _slots(kind: type[AbstractObject]) -> tuple[str, ...]:
    """The slots of a kind of object that may hold other objects."""
    return tuple([name for name in slots(kind) if name not in _NO_PARTS])

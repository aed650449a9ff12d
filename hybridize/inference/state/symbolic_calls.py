"""Which layers are called with symbolic tensors, as far as contexts, classes and models know of it.

That flows along edges between them, apart from the fixpoint: no context is evaluated again because it hands on more.
Only what calls a model reads what the model has come to know, from the heap.
"""

from __future__ import annotations

from hybridize.inference.domain.fields import Slot
from hybridize.inference.domain.objects import ClassObject, ExternalInstance, Instance, Value
from hybridize.inference.domain.values import BOTTOM
from hybridize.inference.domain.widening import Widening
from hybridize.inference.state.contexts import Context
from hybridize.inference.state.heap import Heap

Knowing = Context | tuple[str, Context] | ClassObject | Instance | ExternalInstance
"""A function as it is called, or one half of what it knows; the class of the object whose method it is; or a model."""

_MODELS = frozenset({Instance, ExternalInstance})


class SymbolicCalls:
    """The layers that each of them knows of, and to whom each hands on what it knows."""

    def __init__(self, heap: Heap, widening: Widening) -> None:
        self._heap = heap
        self._widening = widening
        self._known: dict[Knowing, Value] = {}
        self._led_to: dict[Knowing, dict[Knowing, None]] = {}

    def add(self, knowing: Knowing, layers: Value) -> None:
        """Something comes to know of layers, and with it all to whom it hands on what it knows."""
        due = [(knowing, layers)]
        while due:
            owner, more = due.pop()
            before = self._known.get(owner, BOTTOM)
            if more <= before:
                continue
            after = self._known[owner] = self._widening.grown(before, more)
            if type(owner) in _MODELS:
                self._heap.write(owner, Slot.SYMBOLIC, after)
            due += [(each, after) for each in self._led_to.get(owner, ())]

    def leads(self, source: Knowing, target: Knowing) -> bool:
        """Whether one is known to hand on to the other."""
        return target in self._led_to.get(source, ())

    def lead(self, source: Knowing, target: Knowing) -> None:
        """From now on, one hands on to the other what it knows, and what it will."""
        self._led_to.setdefault(source, {})[target] = None
        known = self._known.get(source)
        if known:
            self.add(target, known)

    def finish(self) -> None:
        """Let go of what only further evaluation needs."""
        self._known.clear()
        self._led_to.clear()

"""Widening bounds the size of values, so that the fixpoint ends and no value costs more than it tells."""

from __future__ import annotations

from typing import NamedTuple

from hybridize.inference.domain.interning import Interner
from hybridize.inference.domain.objects import (
    AbstractObject,
    ClassObject,
    Dataset,
    External,
    Function,
    NamedTupleClass,
    Partial,
    PythonScalar,
    TupleObject,
    Value,
    has_types,
    python_function,
)
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import UNKNOWN_OBJECT, join
from hybridize.inference.domain.variants import Variants

FAN_OUT = 8
"""What one expression makes of many receivers may hold this many times the objects that a value keeps."""
MAX_REMEMBERED = 2000
"""Widened values that are remembered. Large values come in bursts: those of earlier bursts only take memory."""
KINDS = 4
"""A widened value names at most this many times the objects that a value keeps, whatever their classes."""
DEPTH = 2
"""How many levels of tuples and data sets inside each other a widened value keeps."""


class Width(NamedTuple):
    """How large values may be."""

    objects: int
    """Objects of a value before it is widened."""
    kept: int
    """Objects of one class (containers of one type, methods of one function) that a widened value tells apart."""
    callables: int
    """Functions, classes and external symbols that it names."""


class Breadth:
    """The width of the values of one project, which may become less."""

    __slots__ = ("width",)

    def __init__(self, width: Width) -> None:
        self.width = width


class Widening:
    """Joins and bounds the values of one analysis."""

    __slots__ = ("_make", "_plain", "_wide", "_widened", "breadth", "variants")

    def __init__(self, make: Interner, width: Width) -> None:
        self._make = make
        self.variants = Variants(make)
        """Values with and without types. How large a value is, and when it is widened, hangs on the plain one."""
        self.breadth = Breadth(width)
        """That of the project at work."""
        self._plain: tuple[dict[Value, Value], dict[Value, Value]] = ({}, {})
        """Values without their numbers, and also without their texts and Booleans."""
        self._widened: dict[Breadth, dict[Value, Value]] = {}
        self._wide: dict[Value, Breadth] = {}
        """Values that are the result of widening, each with the least breadth that it is the result of."""

    def grown(self, old: Value, more: Value, breadth: Breadth | None = None) -> Value:
        """`old` with `more`, widened when it holds too many objects or has been widened before.

        A widened value stays widened, as it was: otherwise the fixpoint does not end. `breadth`: that of another
        project than the one at work.
        """
        breadth = breadth or self.breadth
        if not old:
            return self._bounded(more, breadth)
        together = old | more
        narrowed = self._wide.get(self.variants.plain(old) if has_types(old) else old)
        if narrowed is not None:
            return self._remembered(together, _least(narrowed, breadth))
        return self._bounded(together, breadth)

    def bounded(self, value: Value) -> Value:
        """`value`, widened when it holds too many objects; where objects are left out, an unknown says so."""
        return self._bounded(value, self.breadth)

    def _bounded(self, value: Value, breadth: Breadth) -> Value:
        most = breadth.width.objects
        return value if len(value) <= most or self.size(value) <= most else self._remembered(value, breadth)

    def bounded_fan_out(self, value: Value) -> Value:
        """`value`, widened past `FAN_OUT` times what is kept: for what one expression makes of many objects."""
        most = FAN_OUT * self.breadth.width.objects
        return value if len(value) <= most or self.size(value) <= most else self._remembered(value, self.breadth)

    def size(self, value: Value) -> int:
        """How many objects a value holds, variants of one counted once."""
        return len(value) if len(value) < 2 or not has_types(value) else len(self.variants.plain(value))

    def without_literals(self, value: Value, strings: bool) -> Value:
        """The same with numbers (and with `strings` texts and Booleans) known only by type."""
        plain = self._plain[strings]
        found = plain.get(value)
        if found is None:
            if len(plain) >= MAX_REMEMBERED:
                plain.clear()
            found = plain[value] = self._without_literals(value, strings)
        # Equal values may have their objects in another order, which is kept.
        return found if found != value else value

    def _without_literals(self, value: Value, strings: bool) -> Value:
        scalars = [obj for obj in select(value, PythonScalar) if strings or obj.type not in ("str", "bytes", "bool")]
        tuples = select(value, TupleObject)
        if not scalars and not tuples:
            return value
        make = self._make
        out: list[AbstractObject] = [make.of_any_value(obj) for obj in scalars]
        for obj in tuples:
            items = tuple([self.without_literals(item, strings) for item in obj.items])
            out.append(make(TupleObject, items, self.without_literals(obj.rest, strings), obj.type))
        return value.difference(scalars, tuples).union(out)

    def finish(self) -> None:
        """Let go of what only further evaluation needs."""
        self._widened.clear()
        self.variants.finish()
        for plain in self._plain:
            plain.clear()

    def _remembered(self, value: Value, breadth: Breadth) -> Value:
        if not has_types(value):
            return self._remembered_plain(value, breadth)
        # What is left of structures and numbers stands for others, too: only tensors and arrays keep their types.
        typed = frozenset(select(value, Tensor, Array))
        return self.variants.refined(self._remembered_plain(self.variants.plain(value), breadth), typed)

    def _remembered_plain(self, value: Value, breadth: Breadth) -> Value:
        widened = self._widened.setdefault(breadth, {})
        known = widened.get(value)
        if known is None:
            if len(widened) >= MAX_REMEMBERED:
                widened.clear()
            known = widened[value] = self._of(value, breadth.width)
            self._wide[known] = _least(self._wide.get(known, breadth), breadth)
        return known

    def _of(self, value: Value, width: Width) -> Value:
        plain = self.without_literals(value, True)
        structures = select(plain, TupleObject, Dataset)
        few = self._few(plain.difference(structures), width)
        return few | self._shallow(frozenset(structures), DEPTH, width) if structures else few

    def _few(self, value: Value, width: Width) -> Value:
        """As many of the objects as a widened value tells apart; an unknown stands for the others."""
        kept: dict[object, int] = {}
        out: list[AbstractObject] = []
        dropped = False
        for obj in sorted(value, key=lambda each: each.serial):
            group = python_function(obj).group
            if group is not None:
                limit = width.callables if group in _CALLABLES else width.kept
                count = kept.get(group, 0)
                if count >= limit or len(out) >= KINDS * width.objects:
                    dropped = dropped or group is not Array
                    continue
                kept[group] = count + 1
            out.append(obj)
        if dropped:
            out += UNKNOWN_OBJECT
        return frozenset(out)

    def _shallow(self, value: Value, depth: int, width: Width) -> Value:
        """The tuples of a value joined to one, and its data sets to one, and the same inside them down to `depth`.

        Below that, only what they hold is kept. What is inside is bounded, too: what many tuples hold comes together.
        """
        inside: dict[str, list[Value]] = {}
        tuples, datasets = select(value, TupleObject), select(value, Dataset)
        for each in tuples:
            inside.setdefault("", []).extend((*each.items, each.rest))
        for data in datasets:
            inside.setdefault(data.kind, []).append(data.element)
        flat, out = value.difference(tuples, datasets), []
        for kind in sorted(inside):
            held = self._shallow(join(inside[kind]), max(depth - 1, 0), width)
            if not depth:
                flat |= held
            elif kind:
                out.append(self._make(Dataset, kind, held).single)
            else:
                out.append(self._make(TupleObject, (), held, "tuple").single)
        if len(flat) > width.objects or not flat.isdisjoint(UNKNOWN_OBJECT):
            # Where an unknown stands for some already, all others stay bounded: otherwise the fixpoint does not end.
            flat = self._few(flat, width)
        return join([flat, *out])


def _least(one: Breadth, other: Breadth) -> Breadth:
    return other if other.width < one.width else one


_CALLABLES = frozenset({Function, ClassObject, External, Partial, NamedTupleClass})
"""Groups of which a widened value names as many as `Width.callables` says."""

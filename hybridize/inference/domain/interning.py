"""Interning: each abstract object of an analysis is made once, and numbered in the order in which they are made."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from hybridize.inference.domain.literals import Literal, LiteralType
from hybridize.inference.domain.objects import AbstractObject, Hybrid, PythonScalar, Value

if TYPE_CHECKING:
    from astroid import nodes

P = ParamSpec("P")
T = TypeVar("T", bound=AbstractObject)


TYPED = 1 << 32
"""The first number of an object with a type."""


class Interner:
    """Makes the abstract objects of one analysis: `make(Tensor, "keras", "")` is always the same object."""

    __slots__ = ("_constants", "_hybrids", "_made", "_typed", "plain")

    def __init__(self, constants: Interner | None = None) -> None:
        """With `constants`, it knows the objects of that interner, and numbers its own after them."""
        self._made: dict[tuple[object, ...], AbstractObject] = dict(constants._made) if constants is not None else {}
        self._typed = 0
        """How many of them have types."""
        self.plain: Callable[[AbstractObject], AbstractObject] | None = None
        """What an object is without its type: see `variants`."""
        self._hybrids: dict[tuple[AbstractObject, nodes.NodeNG], Hybrid] = {}
        self._constants: dict[tuple[type, object], Value] = {}

    def __call__(self, cls: Callable[Concatenate[int, P], T], /, *parts: P.args, **named: P.kwargs) -> T:
        """The one object of this class with these parts (the parts of all classes are positional)."""
        key = (cls, *parts)
        found = self._made.get(key)
        if found is None:
            found = cls(len(self._made) - self._typed, *parts, **named)
            if found.is_typed:
                found = self._typed_one(cls(TYPED + self._typed, *parts, **named))
            self._made[key] = found
        # The class is a part of the key, which the type of the dictionary cannot say.
        return found  # type: ignore[return-value]

    def _typed_one(self, found: T) -> T:
        """An object with a type has a number above all others.

        Those of the others, and with them every order, are as without types: what it is without its type is made now.
        """
        self._typed += 1
        if self.plain is not None:
            self.plain(found)
        return found

    def hybrid(self, target: AbstractObject, site: nodes.NodeNG) -> Hybrid:
        """The one `tf.function` of this target that is made at this place; it shares the number of the target."""
        found = self._hybrids.get((target, site))
        if found is None:
            found = self._hybrids[target, site] = Hybrid(target, site)
        return found

    def constant(self, value: LiteralType) -> Value:
        """The value that a number, a text, bytes or a Boolean stands for."""
        # The two zeros are equal keys, and yet two literals.
        key = (type(value), value) if value or not isinstance(value, (float, complex)) else (type(value), repr(value))
        found = self._constants.get(key)
        if found is None:
            found = self._constants[key] = self.literal(Literal(value))
        return found

    def of_any_value(self, scalar: PythonScalar) -> PythonScalar:
        """The number, text or Boolean of which only the type is known, and whether it is a tensor in a graph."""
        if scalar.is_staged:
            return self(PythonScalar, scalar.type, None, None, True)
        return self(PythonScalar, scalar.type, None)

    def staged(self, value: Value) -> Value:
        """The value with its numbers, texts and Booleans as tensors in a graph."""
        scalars = [obj for obj in value if type(obj) is PythonScalar and not obj.is_staged]
        if not scalars:
            return value
        made = [self(PythonScalar, obj.type, obj.literal, None, True) for obj in scalars]
        return value.difference(scalars).union(made)

    def literal(self, literal: Literal) -> Value:
        """The value that a literal stands for."""
        return self(PythonScalar, literal.type, literal).single

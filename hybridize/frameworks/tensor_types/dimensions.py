"""Dimensions: numbers, unknown ones, and symbols that stand for one length wherever they are met.

There is no solver. Two symbols are equal if they are the same symbol, and arithmetic keeps what it can: a product of
known numbers and symbols can be divided by another one when the symbols cancel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass


class Refused(Exception):
    """The framework refuses such a call, whatever the values are; the text says why."""


class DTypesDiffer(Refused):
    """The framework refuses such a call because of the dtypes alone."""


class Unclear(Exception):
    """Too little is known to say anything of the result."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A length that nobody knows, and that is the same wherever the symbol stands."""

    origin: str
    """Where it comes from, for people; two symbols of the same origin are the same length."""
    varies: bool = False
    """It is another length each time, mostly: what the longest of a batch has, or what a generator gives."""

    def __str__(self) -> str:
        return self.origin


Dimension = int | Symbol | None
"""A number, a symbol, or None: unknown."""
Shape = tuple[Dimension, ...] | None
"""The dimensions, or None: not even their number is known."""


def join(one: Dimension, other: Dimension) -> Dimension:
    """What both may be: the same, or unknown."""
    return one if one == other else None


def meet(one: Dimension, other: Dimension) -> Dimension:
    """Two facts about one length; a number says more than a symbol, a symbol more than nothing."""
    if isinstance(one, int) and isinstance(other, int) and one != other:
        raise Refused(f"Dimensions must be equal, but are {one} and {other}")
    if isinstance(one, int) or other is None:
        return one
    return other if isinstance(other, int) or one is None else one


def broadcast(one: Dimension, other: Dimension) -> Dimension:
    """The length of a result of an elementwise operation: equal lengths stay, 1 takes the other one's."""
    if one == other:
        return one
    if one == 1:
        return other
    if other == 1:
        return one
    if isinstance(one, int) and isinstance(other, int):
        raise Refused(f"Dimensions must be equal, but are {one} and {other}")
    # A length beside a number other than 1 is that number or 1.
    if isinstance(one, int):
        return one
    return other if isinstance(other, int) else None


def join_shapes(one: Shape, other: Shape) -> Shape:
    """What both may be, dimension by dimension; nothing where the ranks differ."""
    if one is None or other is None or len(one) != len(other):
        return None
    return tuple(map(join, one, other))


def meet_shapes(one: Shape, other: Shape) -> Shape:
    """Two facts about one shape."""
    if one is None or other is None:
        return other if one is None else one
    if len(one) != len(other):
        raise Refused(f"Ranks must be equal, but are {len(one)} and {len(other)}")
    return tuple(map(meet, one, other))


def broadcast_shapes(*shapes: Shape) -> Shape:
    """The shape of the result of an elementwise operation over tensors of these shapes."""
    known = [shape for shape in shapes if shape is not None]
    if len(known) < len(shapes):
        return None
    result: tuple[Dimension, ...] = ()
    for shape in known:
        rank = max(len(result), len(shape))
        left, right = (padded(each, rank) for each in (result, shape))
        result = tuple(map(broadcast, left, right))
    return result


def padded(shape: tuple[Dimension, ...], rank: int) -> tuple[Dimension, ...]:
    """The shape with ones before it, up to a rank."""
    return (1,) * (rank - len(shape)) + shape


def covers(general: Shape, special: Shape) -> bool:
    """Whether all that has the special shape has the general one too."""
    if general is None:
        return True
    if special is None or len(general) != len(special):
        return False
    return all(one is None or one == other for one, other in zip(general, special))


@dataclass(frozen=True, slots=True)
class Product:
    """A product of lengths: a number and the symbols in it; `known` is false if another length is in it."""

    number: int
    symbols: tuple[Symbol, ...]
    known: bool = True

    def dimension(self) -> Dimension:
        """The product as one length, if one can say it."""
        if self.number == 0 and self.known:
            return 0
        if not self.known or len(self.symbols) > 1 or self.symbols and self.number != 1:
            return None
        return self.symbols[0] if self.symbols else self.number


def product(dimensions: Iterable[Dimension]) -> Product:
    """The product of some lengths."""
    number, symbols, known = 1, [], True
    for each in dimensions:
        if isinstance(each, int):
            number *= each
        elif isinstance(each, Symbol):
            symbols.append(each)
        else:
            known = False
    return Product(number, tuple(sorted(symbols, key=str)), known)


def quotient(whole: Product, part: Product) -> Dimension:
    """The length that makes `part` to `whole`: what the `-1` of a reshape stands for."""
    if not whole.known or not part.known or part.number == 0:
        return None
    left, right = Counter(whole.symbols), Counter(part.symbols)
    if right - left:
        return None
    rest = tuple((left - right).elements())
    if whole.number % part.number:
        if not rest:
            raise Refused(f"Cannot reshape a tensor with {whole.number} elements: that is no multiple of {part.number}")
        return None
    return Product(whole.number // part.number, rest).dimension()


def total(dimensions: Iterable[Dimension]) -> Dimension:
    """The sum of some lengths: known if all are numbers, or all but one are nought."""
    rest: list[Dimension] = []
    number = 0
    for each in dimensions:
        if isinstance(each, int):
            number += each
        else:
            rest.append(each)
    if not rest:
        return number
    return rest[0] if len(rest) == 1 and number == 0 else None


def times(one: Dimension, other: Dimension) -> Dimension:
    return product((one, other)).dimension()

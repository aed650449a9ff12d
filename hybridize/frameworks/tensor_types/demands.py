"""What operations take, and what they make of it: each dtype and each rank of an argument is tried.

Of the argument nothing is known. Where all ranks but one are refused, it has that rank, or the call raises.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from typing import Generic, TypeVar

from hybridize.compiling import interpreted
from hybridize.frameworks.tensor_types.arguments import UNKNOWN, Argument, Items
from hybridize.frameworks.tensor_types.dimensions import Refused
from hybridize.frameworks.tensor_types.dtype_rules import DEFAULT, Setting
from hybridize.frameworks.tensor_types.dtypes import BOOL, NAMES, OBJECT, DType
from hybridize.frameworks.tensor_types.indexing import Index, subscript
from hybridize.frameworks.tensor_types.interpreter import Refusal, Result, apply
from hybridize.frameworks.tensor_types.operators import binary
from hybridize.frameworks.tensor_types.refusals import is_certain
from hybridize.frameworks.tensor_types.rules import rule
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType

T = TypeVar("T")
RANKS: Sequence[int] = range(7)
"""The ranks that are tried."""
DTYPES: Sequence[DType] = tuple(DType(each) for each in sorted(NAMES - {OBJECT.name, "resource", "variant"}))


@interpreted
@dataclass(frozen=True, slots=True)
class Images(Generic[T]):
    """What becomes of each rank, or of each dtype: those that are missing are refused."""

    by_value: Mapping[T, T | None]
    """None: it is taken, and nothing is known of the result."""
    tried: Collection[T]

    @property
    def taken(self) -> frozenset[T]:
        """Those that are not refused."""
        return frozenset(self.by_value)

    def then(self, after: Images[T]) -> Images[T]:
        """What becomes of them in two operations, the second of which gets the result of the first."""
        found: dict[T, T | None] = {}
        for each, image in self.by_value.items():
            if image is None or image not in after.tried:
                found[each] = None
            elif image in after.by_value:
                found[each] = after.by_value[image]
        return Images(found, self.tried)


@dataclass(frozen=True, slots=True)
class Effect:
    """What an operation makes of one argument."""

    ranks: Images[int]
    dtypes: Images[DType]

    def then(self, after: Effect) -> Effect:
        """The effect of two operations."""
        if self is UNCHANGED:
            return after
        return Effect(self.ranks.then(after.ranks), self.dtypes.then(after.dtypes))


UNCHANGED = Effect(Images({each: each for each in RANKS}, RANKS), Images({each: each for each in DTYPES}, DTYPES))


def taking(ranks: Collection[int], dtypes: Collection[DType] = DTYPES) -> Effect:
    """What takes some ranks and dtypes alone, and gives what nothing is known of."""
    return Effect(Images(dict.fromkeys(ranks), RANKS), Images(dict.fromkeys(dtypes), DTYPES))


NOTHING_KNOWN = taking(RANKS)


def either(effects: Iterable[Effect]) -> Effect:
    """One of several operations."""
    return reduce(lambda one, other: Effect(_or(one.ranks, other.ranks), _or(one.dtypes, other.dtypes)), effects)


def _or(one: Images[T], other: Images[T]) -> Images[T]:
    found = dict(one.by_value)
    for each, image in other.by_value.items():
        found[each] = image if found.get(each, image) == image else None
    return Images(found, one.tried)


@dataclass(frozen=True, slots=True)
class Slot:
    """One argument of a call: that of a parameter, or a member of the list that is given there."""

    parameter: str
    index: int | None = None

    def filled(self, arguments: Mapping[str, Argument], argument: Argument) -> Mapping[str, Argument]:
        """The arguments with another one in this place."""
        if self.index is None:
            return {**arguments, self.parameter: argument}
        whole = arguments.get(self.parameter, UNKNOWN)
        if not isinstance(whole, Items) or self.index >= len(whole.items):
            return arguments
        items = whole.items[: self.index] + (argument,) + whole.items[self.index + 1 :]
        return {**arguments, self.parameter: Items(items)}


def of_call(name: str, arguments: Mapping[str, Argument], slot: Slot, setting: Setting = DEFAULT) -> Effect:
    """What a function, or a layer with what it was made with, makes of one argument."""
    return _of_call(name, tuple(arguments.items()), slot, setting)


@lru_cache(maxsize=5_000)
def _of_call(name: str, given: tuple[tuple[str, Argument], ...], slot: Slot, setting: Setting) -> Effect:
    found = rule(name)
    if found is None:
        return NOTHING_KNOWN
    arguments = dict(given)
    booleans = slot.parameter in _BOOLEANS.get(name, ()) and (name != _CHOOSING or "x" in arguments)

    def result(tried: TensorType) -> Result:
        if booleans and tried.dtype not in (None, BOOL):
            return Refusal("takes Booleans alone", of_dtypes=True)
        made = apply(found, slot.filled(arguments, tried), setting)
        return None if isinstance(made, Refusal) and not is_certain(name, made) else made

    return _effect(result)


_CHOOSING = "tensorflow.where"
"""With one argument it takes numbers, too."""
_BOOLEANS: Mapping[str, frozenset[str]] = {
    "tensorflow.math.logical_and": frozenset({"x", "y"}),
    "tensorflow.math.logical_or": frozenset({"x", "y"}),
    "tensorflow.math.logical_xor": frozenset({"x", "y"}),
    "tensorflow.math.logical_not": frozenset({"x"}),
    "tensorflow.math.reduce_all": frozenset({"input_tensor"}),
    "tensorflow.math.reduce_any": frozenset({"input_tensor"}),
    _CHOOSING: frozenset({"condition"}),
}
"""What takes tensors of Booleans alone, which the rules of results do not say."""


@lru_cache(maxsize=5_000)
def of_operator(operator: str, other: Argument, first: bool, setting: Setting = DEFAULT) -> Effect:
    """What an operator makes of one operand, the first or the second one, where it is a tensor."""
    return _effect(
        lambda tried: binary(operator, tried, other, setting) if first else binary(operator, other, tried, setting)
    )


@lru_cache(maxsize=500)
def of_subscript(indices: tuple[Index, ...]) -> Effect:
    """What `x[indices]` makes of `x`."""

    def result(tried: TensorType) -> Result:
        try:
            return subscript(tried, indices)
        except Refused as refused:
            return Refusal(str(refused))

    return _effect(result)


def _effect(result: Callable[[TensorType], Result]) -> Effect:
    ranks: dict[int, int | None] = {}
    for rank in RANKS:
        made = result(TensorType(TensorKind.TENSOR, None, (None,) * rank))
        if not isinstance(made, Refusal):
            shape = made.shape if isinstance(made, TensorType) else None
            # Higher ranks fare as the highest one that is tried.
            ranks[rank] = None if shape is None else min(len(shape), RANKS[-1])
    dtypes: dict[DType, DType | None] = {}
    for dtype in DTYPES:
        made = result(TensorType(TensorKind.TENSOR, dtype))
        if not isinstance(made, Refusal):
            dtypes[dtype] = made.dtype if isinstance(made, TensorType) else None
    return Effect(Images(ranks, RANKS), Images(dtypes, DTYPES))


def fill(known: TensorType | None, kind: TensorKind, dtype: DType | None, rank: int | None) -> TensorType:
    """A type with what is demanded in the place of what is not known."""
    found = TensorType(kind) if known is None else known
    shape = (None,) * rank if found.shape is None and rank is not None else found.shape
    return replace(found, dtype=found.dtype or dtype, shape=shape)

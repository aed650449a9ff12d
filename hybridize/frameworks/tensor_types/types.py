"""The type of a tensor or array, and sets of possible types."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import reduce

from hybridize.frameworks.tensor_types import dimensions, dtypes
from hybridize.frameworks.tensor_types.dimensions import Dimension, Shape
from hybridize.frameworks.tensor_types.dtypes import DType

MOST = 4
"""How many types of one kind are told apart."""


class TensorKind(Enum):
    """What has the type."""

    TENSOR = "tensor"
    VARIABLE = "variable"
    RAGGED = "ragged"
    SPARSE = "sparse"
    KERAS = "keras"
    NDARRAY = "ndarray"


@dataclass(frozen=True, slots=True)
class TensorType:
    """The type of one tensor or array, as far as it is known."""

    kind: TensorKind = TensorKind.TENSOR
    dtype: DType | None = None
    shape: Shape = None
    ragged_rank: int | None = None
    """Of a ragged tensor: how many of its axes after the first may be ragged."""
    elements: tuple[Dimension, ...] | None = None
    """What is in it, of integers that are lengths (`tf.shape(x)`, `[batch, -1]`): all of them in one axis, or the one
    of a scalar."""

    def __post_init__(self) -> None:
        """An array of Python objects makes a tensor of what they are, which is not known: no tensor holds objects."""
        if self.dtype == dtypes.OBJECT and self.kind is not TensorKind.NDARRAY:
            object.__setattr__(self, "dtype", None)

    @property
    def rank(self) -> int | None:
        return None if self.shape is None else len(self.shape)

    @property
    def is_whole(self) -> bool:
        """Whether dtype and rank are known."""
        return self.dtype is not None and self.shape is not None


Typed = frozenset[TensorType] | tuple["Typed", ...] | None
"""The possible types of a result, or those of the members of a tuple or list; None: nothing is known."""


def join(one: TensorType, other: TensorType) -> TensorType:
    """What both may be; they are of one kind."""
    return replace(
        one,
        dtype=dtypes.join(one.dtype, other.dtype),
        shape=dimensions.join_shapes(one.shape, other.shape),
        ragged_rank=one.ragged_rank if one.ragged_rank == other.ragged_rank else None,
        elements=dimensions.join_shapes(one.elements, other.elements),
    )


def bounded(types: Iterable[TensorType], most: int = MOST) -> frozenset[TensorType]:
    """At most so many types of each kind: beyond that, dimensions are joined, then ranks, then dtypes."""
    kinds: dict[TensorKind, set[TensorType]] = {}
    for each in types:
        kinds.setdefault(each.kind, set()).add(each)
    result: set[TensorType] = set()
    for members in kinds.values():
        for key in (_identity, _dtype_and_rank, _dtype, _kind):
            if len(members) > most:
                members = merged(members, key)
        result |= members
    return frozenset(result)


def ordered(types: Collection[TensorType]) -> Collection[TensorType]:
    """The types in an order that is the same in each run: that of a set hangs on the hashes of texts."""
    return types if len(types) < 2 else sorted(types, key=repr)


def merged(types: Iterable[TensorType], key: Callable[[TensorType], Hashable]) -> set[TensorType]:
    """The types with the same key joined into one."""
    groups: dict[Hashable, TensorType] = {}
    for each in types:
        found = groups.get(key(each))
        groups[key(each)] = each if found is None else join(found, each)
    return set(groups.values())


def _identity(each: TensorType) -> Hashable:
    """All but the elements."""
    return each.dtype, each.shape, each.ragged_rank


def _dtype_and_rank(each: TensorType) -> Hashable:
    return each.dtype, each.rank, each.ragged_rank


def _dtype(each: TensorType) -> Hashable:
    return each.dtype


def _kind(each: TensorType) -> Hashable:
    return each.kind


def widened(before: frozenset[TensorType], after: frozenset[TensorType]) -> frozenset[TensorType]:
    """At the head of a loop, when the types have grown again: what changed becomes unknown, so that it ends."""
    if after <= before:
        return before
    kinds = {each.kind for each in after}
    return frozenset(reduce(join, (each for each in before | after if each.kind is kind)) for kind in kinds)


def covers(general: TensorType, special: TensorType) -> bool:
    """Whether everything of the special type is of the general one."""
    return (
        general.kind is special.kind
        and general.dtype in (None, special.dtype)
        and dimensions.covers(general.shape, special.shape)
        and general.ragged_rank in (None, special.ragged_rank)
    )

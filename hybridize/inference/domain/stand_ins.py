"""Objects that refuse what shapes and dtypes of TensorFlow refuse: Python itself can be asked with them.

What they give is right where every length is known; a length that is not known may be each of them.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from typing import Any


class Shape(Sequence[Any]):
    """A `tf.TensorShape` of known rank; the lengths that are not known are `None`."""

    def __init__(self, dims: Any) -> None:
        self.lengths: tuple[int | None, ...] = tuple(map(_length, [dims] if hasattr(dims, "__index__") else dims))

    @property
    def rank(self) -> int:
        return len(self.lengths)

    def __len__(self) -> int:
        return len(self.lengths)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.lengths)

    def __getitem__(self, key: Any) -> Any:
        return Shape(self.lengths[key]) if isinstance(key, slice) else self.lengths[key]

    def __str__(self) -> str:
        return str(self.lengths)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (list, tuple, Shape)) and self.lengths == tuple(other)

    def __hash__(self) -> int:
        return hash(self.lengths)

    def __add__(self, other: Any) -> Shape | None:
        return self.concatenate(other)

    def __radd__(self, other: Any) -> Shape | None:
        before = _shape(other)
        return None if before is None else before.concatenate(self)

    def __mul__(self, _other: Any) -> object:
        return object()

    __lt__ = __le__ = __gt__ = __ge__ = __rmul__ = __mul__
    """Those of Keras 3 are tuples."""

    def as_list(self) -> list[int | None]:
        return list(self.lengths)

    def num_elements(self) -> int | None:
        product: int | None = 1
        for each in self.lengths:
            product = None if product is None or each is None else product * each
        return product

    def is_fully_defined(self) -> bool:
        return None not in self.lengths

    def is_compatible_with(self, other: Any) -> bool:
        shape = _shape(other)
        return shape is None or (shape.rank == self.rank and all(map(_fit, self.lengths, shape.lengths)))

    def merge_with(self, other: Any) -> Shape:
        shape = _shape(other)
        self._if(self.is_compatible_with(shape))
        others = shape.lengths if shape is not None else self.lengths
        return Shape([two if one is None else one for one, two in zip(self.lengths, others, strict=True)])

    def concatenate(self, other: Any) -> Shape | None:
        shape = _shape(other)
        return None if shape is None else Shape(self.lengths + shape.lengths)

    def most_specific_compatible_shape(self, other: Any) -> Shape | None:
        shape = _shape(other)
        if shape is None or shape.rank != self.rank:
            return None
        return Shape([one if one == two else None for one, two in zip(self.lengths, shape.lengths, strict=True)])

    def with_rank(self, rank: Any) -> Shape:
        return self._if(rank in (None, self.rank))

    def with_rank_at_least(self, rank: Any) -> Shape:
        return self._if(self.rank >= rank)

    def with_rank_at_most(self, rank: Any) -> Shape:
        return self._if(self.rank <= rank)

    def assert_has_rank(self, rank: Any) -> None:
        self._if(self.rank == rank)

    def assert_same_rank(self, other: Any) -> None:
        shape = _shape(other)
        self._if(shape is None or shape.rank == self.rank)

    def assert_is_compatible_with(self, other: Any) -> None:
        self._if(self.is_compatible_with(other))

    def _if(self, fits: bool) -> Shape:
        if not fits:
            raise ValueError
        return self


def _shape(other: Any) -> Shape | None:
    return other if other is None or isinstance(other, Shape) else Shape(other)


def _length(each: Any) -> int | None:
    if each is None:
        return None
    length = operator.index(each)
    if length < 0:
        raise ValueError
    return length


def _fit(one: int | None, other: int | None) -> bool:
    return None in (one, other) or one == other


def broadcast(shape_x: Any, shape_y: Any) -> Shape | None:
    """`tf.broadcast_static_shape`."""
    one, other = _shape(shape_x), _shape(shape_y)
    if one is None or other is None:
        return None
    long, short = (one, other) if one.rank >= other.rank else (other, one)
    made = list(long.lengths)
    for place, each in enumerate(short.lengths, long.rank - short.rank):
        if 1 not in (each, made[place]) and not _fit(each, made[place]):
            raise ValueError
        made[place] = each if made[place] in (None, 1) and each != 1 else made[place]
    return Shape(made)


class DType:
    """A `tf.DType`."""

    def __getitem__(self, _key: Any) -> object:
        return self

    def __mul__(self, _other: Any) -> object:
        return self

    __lt__ = __le__ = __gt__ = __ge__ = __rmul__ = __mul__
    """Those of NumPy are repeated and compared."""

    def is_compatible_with(self, other: Any) -> object:
        return as_dtype(other)


def as_dtype(type_value: Any) -> object:
    """`tf.as_dtype`: texts that name no dtype, and what is none."""
    if isinstance(type_value, str) and type_value not in NAMES or isinstance(type_value, (dict, float, list, tuple)):
        raise TypeError
    return DType()


_BITS = {"bfloat": (16,), "complex": (64, 128), "float": ("", 16, 32, 64), "int": (2, 4, 8, 16, 32, 64),
         "qint": (8, 16, 32), "quint": (8, 16), "uint": (2, 4, 8, 16, 32, 64)}  # fmt: skip
_FLOATS8 = "b11fnuz e3m4 e4m3 e4m3b11fnuz e4m3fn e4m3fnuz e5m2 e5m2fnuz e8m0fnu".split()
NAMES = frozenset(
    {
        *[f"{kind}{bits}" for kind, all_bits in _BITS.items() for bits in all_bits],
        *[f"float8_{each}" for each in _FLOATS8],
        *"bool double float4_e2m1fn half resource string variant".split(),
    }
)
"""The names of dtypes; those of references end in `_ref`, and nobody writes them."""

"""The words of the rules that know ragged and sparse tensors.

The shape of a ragged tensor has an unknown length at each ragged axis; `ragged_rank` says how many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hybridize.frameworks.tensor_types.arguments import (
    NONE,
    UNKNOWN,
    Argument,
    Constant,
    Items,
    dimension,
    flag,
    integer,
    is_none,
    known_shape,
    known_vector,
    shape_of,
)
from hybridize.frameworks.tensor_types.dimensions import Dimension, Refused, Shape, Unclear, join, meet, total
from hybridize.frameworks.tensor_types.shape_rules import known_dims, reshape
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType


def any_shape(tensor: Argument) -> Shape:
    """The shape of a tensor of any kind."""
    return tensor.shape if isinstance(tensor, TensorType) else shape_of(tensor)


def known(tensor: Argument) -> tuple[Dimension, ...]:
    """The shape of a tensor of any kind, whose rank must be known."""
    found = any_shape(tensor)
    if found is None:
        raise Unclear
    return found


def rows_of(values: Argument, count: Argument) -> Shape:
    """The values in so many rows of different lengths: the first axis of the values becomes two."""
    return (None if count == NONE else dimension(count), None, *known(values)[1:])


def rows_by_splits(values: Argument, splits: Argument) -> Shape:
    """The same by the places where rows begin, and where the last one ends."""
    found = known(splits)
    count = total((found[0], -1)) if found and isinstance(found[0], int) else None
    return (count, None, *known(values)[1:])


def rows_by_lengths(values: Argument, lengths: Argument) -> Shape:
    """The same by one number for each row."""
    found = known(lengths)
    return (found[0] if found else None, None, *known(values)[1:])


def nested_by_splits(values: Argument, splits: Argument) -> Shape:
    """The values in rows inside rows, by the splits of each level, the outermost first."""
    levels = _levels(splits)
    outer = rows_by_splits(values, levels[0]) or (None,)
    return (outer[0], *(None,) * len(levels), *known(values)[1:])


def nested_by_lengths(values: Argument, lengths: Argument) -> Shape:
    """The same by the lengths of the rows of each level."""
    levels = _levels(lengths)
    outer = rows_by_lengths(values, levels[0]) or (None,)
    return (outer[0], *(None,) * len(levels), *known(values)[1:])


def rows_by_ids(values: Argument, rowids: Argument, count: Argument) -> Shape:
    """The same by the row of each value: the rows are in order, so the last value is in the last row."""
    return (_count_of(rowids) if is_none(count) else dimension(count), None, *known(values)[1:])


def _count_of(rowids: Argument) -> Dimension:
    rows = known_vector(rowids) if isinstance(rowids, (Items, TensorType)) else ()
    return rows[-1] + 1 if rows and isinstance(rows[-1], int) else None


def nested_by_rows(values: Argument, rowids: Argument, counts: Argument) -> Shape:
    """The same for rows inside rows; `counts` says how many rows there are at each level."""
    levels = _levels(rowids)
    first = _count_of(levels[0]) if is_none(counts) else dimension(_levels(counts)[0])
    return (first, *(None,) * len(levels), *known(values)[1:])


def _levels(nested: Argument) -> tuple[Argument, ...]:
    if not isinstance(nested, Items) or not nested.items:
        raise Unclear
    return nested.items


def nested_rows(pylist: Argument, ragged_rank: Argument, inner: Argument) -> Shape:
    """The shape of nested lists: only the number of rows is fixed, and what an inner shape says."""
    if not isinstance(pylist, Items):
        raise Unclear
    depth = _depth(pylist)
    if is_none(inner):
        inside: tuple[Dimension, ...] = ()
    else:
        inside = known_vector(inner)
        depth -= len(inside)
    if not is_none(ragged_rank):
        count = integer(ragged_rank)
        if not pylist.items:
            depth = count + 1
        elif count + 1 < depth and is_none(inner):
            inside, depth = _even(pylist, count + 1), count + 1
        elif count + 1 != depth:
            raise Unclear
    return (len(pylist.items), *(None,) * (depth - 1), *inside)


def _even(lists: Argument, above: int) -> tuple[Dimension, ...]:
    """The shape of the lists below so many levels, which is the same for all of them."""
    level = [lists]
    for _ in range(above):
        level = [each for one in level if isinstance(one, Items) for each in one.items]
    shapes = {shape_of(each) for each in level}
    found = shapes.pop() if len(shapes) == 1 else None
    if found is None:
        raise Unclear
    return found


def _depth(argument: Argument) -> int:
    """How deep lists are nested."""
    if not isinstance(argument, Items):
        if isinstance(argument, Constant):
            return 0
        raise Unclear
    depths = {_depth(each) for each in argument.items if each != Items(())}
    if len(depths) > 1:
        raise Refused("numbers beside lists") if 0 in depths else Unclear
    return 1 + (depths.pop() if depths else 0 if not argument.items else 1)


def ragged_axes(tensor: Argument, ragged_rank: Argument) -> Shape:
    """A tensor as a ragged one: the first axes after the first become ragged."""
    found, count = known(tensor), integer(ragged_rank)
    if len(found) < count + 1:
        raise Refused(f"rank {len(found)} with ragged rank {count}")
    return (found[0], *(None,) * count, *found[count + 1 :])


def padded_rows(tensor: Argument, lengths: Argument) -> Shape:
    """A ragged tensor as an ordinary one: the ragged axes take the length of the longest row, or a given one."""
    found = known(tensor)
    if is_none(lengths):
        return found
    if not isinstance(lengths, Items) or len(lengths.items) != len(found):
        raise Unclear
    return tuple(own if each in (NONE, Constant(-1)) else dimension(each) for each, own in zip(lengths.items, found))


def sparse_matmul(one: Argument, other: Argument, turn_one: Argument, turn_other: Argument) -> Shape:
    """The product of a sparse matrix and an ordinary one."""
    left, right = known(one), known(other)
    if len(left) != 2 or len(right) != 2:
        raise Unclear
    turned, other_turned = flag(turn_one), flag(turn_other)
    meet(left[0 if turned else 1], right[1 if other_turned else 0])
    return (left[1 if turned else 0], right[0 if other_turned else 1])


def sparse_shape(lengths: Argument, indices: Argument = UNKNOWN, values: Argument = UNKNOWN) -> Shape:
    """The shape that a sparse tensor is given; each value has a row of indices, one for each axis."""
    found = known_dims(lengths)
    try:
        places, count = known_shape(indices), shape_of(values)
    except Unclear:
        return found
    if len(places) != 2 or count is not None and len(count) != 1:
        raise Refused("the indices of values are the rows of a matrix")
    meet(places[0], count[0] if count else None)
    meet(places[1], len(found) if found is not None else None)
    return found


def sparse_reshaped(tensor: Argument, lengths: Argument) -> Shape:
    """The elements in a new shape."""
    return reshape(TensorType(shape=any_shape(tensor)), lengths)


def ragged_ranges(starts: Argument, limits: Argument) -> Shape:
    """A row of numbers for each pair of ends."""
    ends = [shape_of(each) for each in (starts, limits) if each != NONE]
    rows = [each for each in ends if each != ()]
    if any(each is None for each in rows):
        return (None, None)
    return (1 if not rows else rows[0][0] if rows[0] else None, None)


def split_text(text: Argument) -> Shape:
    """The words of each text; of one text alone they are an ordinary tensor."""
    found = known(text)
    return (*found, None)


def rank_of_split(text: Argument) -> int:
    """One ragged axis for the words of each text."""
    found = known(text)
    if not found:
        raise Unclear
    return len(found)


def entries(tensor: Argument) -> Shape:
    """One for each element that is not nought."""
    any_shape(tensor)
    return (None,)


def common_shape(one: Argument, other: Argument) -> Shape:
    """What both shapes have in common."""
    left, right = known(one), known(other)
    if len(left) != len(right):
        raise Unclear
    return tuple(map(join, left, right))


def rank_after(values: Argument) -> int:
    """One more than that of the values."""
    if not isinstance(values, TensorType):
        return 1
    if values.kind is not TensorKind.RAGGED:
        return 1
    if values.ragged_rank is None:
        raise Unclear
    return values.ragged_rank + 1


def rank_of_levels(levels: Argument) -> int:
    """One for each level of rows inside rows."""
    return len(_levels(levels))


def nested_rank(pylist: Argument, ragged_rank: Argument, inner: Argument) -> int:
    """That of nested lists."""
    if not is_none(ragged_rank):
        return integer(ragged_rank)
    return _depth(pylist) - 1 - (0 if is_none(inner) else len(known_vector(inner)))


def rank_of(tensor: Argument) -> int:
    """That of a ragged tensor."""
    if not isinstance(tensor, TensorType) or tensor.ragged_rank is None:
        raise Unclear
    return tensor.ragged_rank


def fixed(count: Argument) -> int:
    """A number."""
    return integer(count)


RAGGED: Mapping[str, Callable[..., Shape]] = {
    function.__name__: function
    for function in (
        any_shape, rows_of, rows_by_splits, rows_by_lengths, nested_rows, nested_by_splits, nested_by_lengths,
        nested_by_rows, rows_by_ids, ragged_axes, padded_rows, sparse_matmul,
        entries, common_shape, sparse_shape, sparse_reshaped, ragged_ranges, split_text,
    )
}  # fmt: skip
RANKS: Mapping[str, Callable[..., int]] = {
    function.__name__: function for function in (rank_after, nested_rank, rank_of, rank_of_levels, rank_of_split, fixed)
}

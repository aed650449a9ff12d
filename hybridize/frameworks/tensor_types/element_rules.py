"""The words of the rules that say what is in integer tensors: lengths that were computed, which are shapes later."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hybridize.frameworks.tensor_types.arguments import (
    NONE,
    Argument,
    Constant,
    Items,
    Number,
    dimension,
    known_shape,
    members,
    shape_of,
)
from hybridize.frameworks.tensor_types.dimensions import Dimension, Shape, Unclear, product, times, total
from hybridize.frameworks.tensor_types.types import TensorType


def shape_of_tensor(tensor: Argument) -> Shape:
    """`tf.shape`: the lengths themselves."""
    return shape_of(tensor)


def count(tensor: Argument) -> Shape:
    """`tf.size`: the number of elements."""
    return (product(known_shape(tensor)).dimension(),)


def rank(tensor: Argument) -> Shape:
    return (len(known_shape(tensor)),)


def content(value: Argument) -> Shape:
    """What is in the value itself: a number, a list of numbers, a tensor of which it is known."""
    if isinstance(value, TensorType):
        if value.elements is None:
            raise Unclear
        return value.elements
    if isinstance(value, (Constant, Number)):
        return (_integer(value),)
    if isinstance(value, Items):
        return tuple(map(_integer, value.items))
    raise Unclear


def _integer(value: Argument) -> Dimension:
    """One integer; a Boolean or another value raises `Unclear`."""
    if isinstance(value, Items) or isinstance(value, TensorType) and value.shape != ():
        raise Unclear
    return dimension(value)


def chained(values: Argument) -> Shape:
    """The elements of vectors one after another."""
    return tuple(each for value in members(values) for each in content(value) or ())


def side_by_side(values: Argument) -> Shape:
    """Numbers that become a vector."""
    return tuple(map(_integer, members(values)))


def multiplied(tensor: Argument, axis: Argument) -> Shape:
    """The product of all elements."""
    if axis not in (NONE, Constant(0)):
        raise Unclear
    return (product(content(tensor) or ()).dimension(),)


def sum_of(one: Argument, other: Argument) -> Shape:
    return _pairwise(one, other, lambda first, second: total((first, second)))


def product_of(one: Argument, other: Argument) -> Shape:
    return _pairwise(one, other, times)


def difference_of(one: Argument, other: Argument) -> Shape:
    return _pairwise(one, other, _minus)


def _minus(one: Dimension, other: Dimension) -> Dimension:
    return one - other if isinstance(one, int) and isinstance(other, int) else None


def quotient_of(one: Argument, other: Argument) -> Shape:
    return _pairwise(one, other, _over)


def _over(one: Dimension, other: Dimension) -> Dimension:
    return one // other if isinstance(one, int) and isinstance(other, int) and other else None


def _pairwise(one: Argument, other: Argument, operation: Callable[[Dimension, Dimension], Dimension]) -> Shape:
    left, right = content(one), content(other)
    if left is None or right is None:
        raise Unclear
    size = max(len(left), len(right))
    if min(len(left), len(right)) not in (1, size):
        raise Unclear
    return tuple(operation(left[at % len(left)], right[at % len(right)]) for at in range(size))


ELEMENTS: Mapping[str, Callable[..., Shape]] = {
    function.__name__: function
    for function in (
        shape_of_tensor, count, rank, content, chained, side_by_side, multiplied, sum_of, product_of, difference_of,
        quotient_of,
    )
}  # fmt: skip

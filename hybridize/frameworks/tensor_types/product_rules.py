"""The words of the rules that say shapes of products: matrices, tensors, and what an equation says."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from hybridize.frameworks.tensor_types.arguments import (
    Argument,
    Constant,
    Items,
    dimension,
    flag,
    integer,
    is_none,
    known_shape,
    known_vector,
    members,
    normal_axis,
    shape_of,
    text,
)
from hybridize.frameworks.tensor_types.dimensions import (
    Dimension,
    Refused,
    Shape,
    Unclear,
    broadcast,
    broadcast_shapes,
    meet,
    product,
)
from hybridize.frameworks.tensor_types.shape_rules import flatten, known_dims

FALSE = Constant(False)
_EQUATION = re.compile(r"[A-Za-z,.]*")
"""What is in an equation beside its arrow."""


def matmul(
    one: Argument,
    other: Argument,
    transpose_one: Argument = FALSE,
    transpose_other: Argument = FALSE,
    adjoint_one: Argument = FALSE,
    adjoint_other: Argument = FALSE,
) -> Shape:
    """The product of matrices, or of batches of them that are broadcast."""
    left, right = known_shape(one), known_shape(other)
    if len(left) < 2 or len(right) < 2:
        raise Refused(f"rank {min(len(left), len(right))} is no matrix")
    rows, inner = left[-2:]
    again, columns = right[-2:]
    if flag(transpose_one) or flag(adjoint_one):
        rows, inner = inner, rows
    if flag(transpose_other) or flag(adjoint_other):
        again, columns = columns, again
    meet(inner, again)
    batch = broadcast_shapes(left[:-2], right[:-2])
    return None if batch is None else (*batch, rows, columns)


def matmul_array(one: Argument, other: Argument) -> Shape:
    """The same as NumPy's `@`: a vector is a row on the left and a column on the right."""
    left, right = known_shape(one), known_shape(other)
    if not left or not right:
        raise Refused("a number is no matrix")
    meet(left[-1], right[-2] if len(right) > 1 else right[0])
    batch = broadcast_shapes(left[:-2], right[:-2])
    return None if batch is None else (*batch, *left[-2:-1], *(right[-1:] if len(right) > 1 else ()))


def dot(one: Argument, other: Argument) -> Shape:
    """NumPy's `dot`: the last axis of one with the last but one of the other, all others side by side."""
    left, right = known_shape(one), known_shape(other)
    if not left or not right:
        return left + right
    inner = right[-2] if len(right) > 1 else right[0]
    meet(left[-1], inner)
    return (*left[:-1], *right[:-2], *(right[-1:] if len(right) > 1 else ()))


def inner(one: Argument, other: Argument) -> Shape:
    """The last axis of one with the last of the other."""
    left, right = known_shape(one), known_shape(other)
    if not left or not right:
        return left + right
    meet(left[-1], right[-1])
    return (*left[:-1], *right[:-1])


def outer(one: Argument, other: Argument) -> Shape:
    """Each element of one with each of the other."""
    return (*(flatten(one) or ()), *(flatten(other) or ()))


def tensordot(one: Argument, other: Argument, axes: Argument) -> Shape:
    """Some axes of one with some of the other: the last and first so many, or those that two lists say."""
    left, right = known_shape(one), known_shape(other)
    firsts, seconds = _contracted(left, right, axes)
    for first, second in zip(firsts, seconds):
        meet(left[first], right[second])
    return _uncontracted(left, firsts, right, seconds)


def tensordot_of_tensors(one: Argument, other: Argument, axes: Argument) -> Shape:
    """The same in TensorFlow, which compares only how many elements the axes have together: 2 by 6 go with 4 by 3."""
    left, right = known_shape(one), known_shape(other)
    firsts, seconds = _contracted(left, right, axes)
    meet(product(left[each] for each in firsts).dimension(), product(right[each] for each in seconds).dimension())
    return _uncontracted(left, firsts, right, seconds)


def _contracted(
    left: Sequence[Dimension], right: Sequence[Dimension], axes: Argument
) -> tuple[Sequence[int], Sequence[int]]:
    """The axes of each that the product sums over."""
    if isinstance(axes, Constant):
        count = integer(axes)
        if count > min(len(left), len(right)):
            raise Refused(f"{count} axes of rank {min(len(left), len(right))}")
        firsts, seconds = list(range(len(left) - count, len(left))), list(range(count))
    elif isinstance(axes, Items) and len(axes.items) == 2:
        firsts, seconds = (_axes(each, len(shape)) for each, shape in zip(axes.items, (left, right)))
    else:
        raise Unclear
    if len(firsts) != len(seconds):
        raise Refused("as many axes of one as of the other")
    return firsts, seconds


def _uncontracted(
    left: Sequence[Dimension], firsts: Sequence[int], right: Sequence[Dimension], seconds: Sequence[int]
) -> Shape:
    rest = [each for index, each in enumerate(left) if index not in firsts]
    return (*rest, *(each for index, each in enumerate(right) if index not in seconds))


def _axes(argument: Argument, rank: int) -> list[int]:
    found = known_vector(argument)
    if not all(isinstance(each, int) for each in found):
        raise Unclear
    return [normal_axis(each, rank) for each in found if isinstance(each, int)]


def solve(matrix: Argument, right: Argument) -> Shape:
    """The solution of systems of equations, which has the shape of the right sides."""
    left, sides = known_shape(matrix), known_shape(right)
    if len(left) < 2 or len(sides) < 2:
        raise Refused("no matrix")
    meet(left[-2], left[-1])
    meet(left[-1], sides[-2])
    batch = broadcast_shapes(left[:-2], sides[:-2])
    return None if batch is None else (*batch, left[-1] if sides[-2] is None else sides[-2], sides[-1])


def einsum(equation: Argument, tensors: Argument) -> Shape:
    """What an equation says, with letters for axes and `...` for those that are broadcast."""
    inputs, _, output = text(equation).replace(" ", "").partition("->")
    if not _EQUATION.fullmatch(inputs + output):
        raise Refused(f"no equation {text(equation)!r}")
    operands = inputs.split(",")
    given = members(tensors) if not isinstance(tensors, Items) else tensors.items
    if len(operands) != len(given):
        raise Refused(f"{len(operands)} operands in the equation, {len(given)} given")
    if "->" not in text(equation):
        letters = inputs.replace(",", "").replace("...", "")
        output = "..." * ("..." in inputs) + "".join(sorted(each for each in set(letters) if letters.count(each) == 1))
    lengths: dict[str, Dimension] = {}
    batch: Shape = ()
    for operand, argument in zip(operands, given):
        before, dots, after = operand.partition("...")
        # Without dots the letters tell the rank.
        found = known_shape(argument) if dots or shape_of(argument) is not None else (None,) * len(operand)
        rest = len(found) - len(before) - len(after)
        if rest < 0 or rest and not dots:
            raise Refused(f"{operand!r} for rank {len(found)}")
        pairs = [*zip(before, found), *zip(after, found[len(found) - len(after) :])]
        for letter, length in pairs:
            lengths[letter] = _same_letter(lengths[letter], length) if letter in lengths else length
        batch = broadcast_shapes(batch, found[len(before) : len(before) + rest])
    before, dots, after = output.partition("...")
    if batch is None or not set(before + after) <= lengths.keys():
        raise Unclear
    return (*(lengths[each] for each in before), *(batch if dots else ()), *(lengths[each] for each in after))


def einsum_operands(operands: Argument) -> Shape:
    """The same where the equation is the first of all operands."""
    if not isinstance(operands, Items) or not operands.items:
        raise Unclear
    return einsum(operands.items[0], Items(operands.items[1:]))


def _same_letter(one: Dimension, other: Dimension) -> Dimension:
    """The length of a letter that stands twice; NumPy and TensorFlow broadcast 1 there."""
    return broadcast(one, other)


def equation_layer(equation: Argument, tensor: Argument, lengths: Argument) -> Shape:
    """What a layer's equation makes of its input and a kernel: letters that only the kernel has are its own lengths."""
    inputs, _, output = text(equation).replace(" ", "").partition("->")
    operand = inputs.partition(",")[0]
    found, own = known_shape(tensor), known_dims(lengths)
    if own is None:
        raise Unclear
    before, dots, after = operand.partition("...")
    if len(found) < len(before) + len(after) or not dots and len(found) != len(operand):
        raise Refused(f"{operand!r} for rank {len(found)}")
    middle = found[len(before) : len(found) - len(after)]
    known = dict([*zip(before, found), *zip(after, found[len(found) - len(after) :])])
    head, _, tail = output.partition("...")
    rank = len(head) + len(tail) + (len(middle) if dots else 0)
    result: list[Dimension] = [*(known.get(each) for each in head), *(middle if dots else ())]
    result += [known.get(each) for each in tail]
    # `output_shape` lists all but the first axis, or the last ones where there are dots.
    if not dots and len(own) != rank - 1:
        raise Refused("output_shape has another rank")
    for index, each in enumerate(reversed(own), start=1):
        if each is not None and index <= rank:
            result[-index] = each
    return tuple(result)


def cross(one: Argument, other: Argument) -> Shape:
    """The distance of each row of one to each of the other."""
    left, right = known_shape(one), known_shape(other)
    return (*left[:-1], *right[:-1])


def attention_scores(query: Argument, value: Argument) -> Shape:
    """One row of values for each query."""
    found, values = known_shape(query), known_shape(value)
    if not found or not values:
        raise Refused("no axes")
    return (*found[:-1], values[-1])


def attended(query: Argument, last: Argument) -> Shape:
    """The queries with their own last length, or a given one."""
    found = known_shape(query)
    if is_none(last):
        return found
    return (*found[:-1], *known_vector(last))


def score_matrix(query: Argument, value: Argument, heads: Argument) -> Shape:
    """For each head how much each query attends to each value."""
    found, values = known_shape(query), known_shape(value)
    if len(found) != 3 or len(values) != 3:
        raise Unclear
    return (found[0], dimension(heads), found[1], values[1])


def attention_layer(tensors: Argument) -> Shape:
    """The same of a layer that is given query and value as a list."""
    given = members(tensors)
    return attention_scores(given[0], given[1]) if len(given) > 1 else None


PRODUCTS: Mapping[str, Callable[..., Shape]] = {
    function.__name__: function
    for function in (
        matmul, matmul_array, dot, inner, outer, tensordot, tensordot_of_tensors, solve, einsum, einsum_operands,
        equation_layer, cross, attention_scores, attention_layer, attended, score_matrix,
    )
}  # fmt: skip

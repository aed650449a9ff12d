"""The words of the rules that say shapes: how the result's shape follows from the arguments.

Each function is a word of that name in the data files. It gives what is certain, raises `Unclear` where nothing is, and
`Refused` where the framework refuses all such calls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce as fold
from math import ceil

from hybridize.frameworks.tensor_types import dimensions
from hybridize.frameworks.tensor_types.arguments import (
    NONE,
    UNKNOWN,
    Argument,
    Constant,
    Items,
    Number,
    Repeated,
    Unknown,
    axes_of,
    axis_of,
    dimension,
    dtype_of,
    flag,
    integer,
    is_none,
    is_tensor,
    known_shape,
    known_vector,
    members,
    normal_axis,
    shape_of,
    text,
    vector,
)
from hybridize.frameworks.tensor_types.dimensions import (
    Dimension,
    Refused,
    Shape,
    Unclear,
    broadcast_shapes,
    meet,
    meet_shapes,
    product,
    quotient,
    times,
    total,
)
from hybridize.frameworks.tensor_types.dtypes import BOOL
from hybridize.frameworks.tensor_types.types import TensorType

Dimensions = tuple[Dimension, ...]


# What the arguments say outright.


def same(*tensors: Argument) -> Shape:
    """The shape that all of these have."""
    return fold(meet_shapes, map(shape_of, tensors))


def broadcast(*tensors: Argument) -> Shape:
    """The common shape of an elementwise operation."""
    return broadcast_shapes(*map(shape_of, tensors))


def of_one_rank(*tensors: Argument) -> Shape:
    """The same of tensors of one rank. Of others Keras 3 takes a last axis of 1 away, and Keras 2 does not."""
    if len({len(known_shape(each)) for each in tensors}) > 1:
        raise Unclear
    return broadcast(*tensors)


def rows_of_logits(labels: Argument, logits: Argument) -> Shape:
    """The logits of a softmax loss, whose rows the result has: of other ranks the labels may have as many rows."""
    one, other = shape_of(labels), known_shape(logits)
    if one is None or len(one) != len(other) or len(other) > 2:
        return other
    broadcast_shapes(one, other)
    return tuple(label if each is None and label != 1 else each for label, each in zip(one, other))


def added(one: Argument, other: Argument) -> Shape:
    """The same where Keras 3 adds: what comes second may be a vector for the channels, with ones around its axis."""
    left, right = known_shape(one), known_shape(other)
    vector_ = len([each for each in right if each != 1]) == 1
    if vector_ and len(left) > 1 and (len(right) > len(left) or right[-1] == 1 or right[-1] != left[-1]):
        raise Unclear
    return broadcast(one, other)


def broadcast_members(tensors: Argument) -> Shape:
    """The same of the members of a list."""
    return broadcast_shapes(*map(shape_of, members(tensors)))


def same_members(tensors: Argument) -> Shape:
    """The shape that all members of a list have."""
    if isinstance(tensors, Repeated):
        return shape_of(tensors.item)
    return fold(meet_shapes, map(shape_of, members(tensors)))


def shape(*lengths: Argument) -> Shape:
    """These lengths; None stands for an unknown one."""
    return tuple(None if each == NONE else dimension(each) for each in lengths)


def dims(lengths: Argument) -> Shape:
    """The lengths that a shape-like argument lists."""
    found = vector(lengths)
    if found is not None and any(isinstance(each, int) and each < 0 for each in found):
        raise Refused("a negative length")
    return found


def size(lengths: Argument) -> Shape:
    """The same, where None stands for one number without axes."""
    return () if is_none(lengths) else dims(lengths)


def known_dims(lengths: Argument) -> Shape:
    """The same of a shape that may leave lengths open with None, or say nothing at all."""
    if lengths == NONE:
        return None
    if isinstance(lengths, Items):
        found = tuple(None if each == NONE else dimension(each) for each in lengths.items)
        if any(isinstance(each, int) and each < 0 for each in found):
            raise Refused("a negative length")
        return found
    return dims(lengths)


def shaped(value: Argument, lengths: Argument) -> Shape:
    """The shape of the value itself, or the one that is asked for."""
    return shape_of(value) if is_none(lengths) else known_dims(lengths)


def broadcast_to(tensor: Argument, lengths: Argument) -> Shape:
    """The shape that is asked for, to which the own one must broadcast."""
    wanted, own = known_dims(lengths), shape_of(tensor)
    if wanted is not None and own is not None:
        if len(own) > len(wanted):
            raise Refused(f"rank {len(own)} for rank {len(wanted)}")
        for one, other in zip(own[::-1], wanted[::-1]):
            if isinstance(one, int) and isinstance(other, int) and one != 1 and one != other:
                raise Refused(f"a length of {one} for one of {other}")
    return wanted


def ensured(tensor: Argument, lengths: Argument) -> Shape:
    """The shape itself, which goes together with another one."""
    return meet_shapes(shape_of(tensor), known_dims(lengths))


def along(tensor: Argument, axis: Argument) -> Shape:
    """The shape itself, which has an axis, or some."""
    found = known_shape(tensor)
    if not is_none(axis):
        try:
            axes_of(axis, len(found))
        except Unclear:
            pass
    return found


def turned(tensor: Argument, axes: Argument) -> Shape:
    """The same; the axes are a list, but of a scalar eager execution looks at none."""
    if isinstance(axes, (Constant, Number)):
        if known_shape(tensor):
            raise Refused("one number is no list of axes")
        return ()
    return along(tensor, axes)


def rolled(tensor: Argument, shift: Argument, axis: Argument) -> Shape:
    """The shape itself; there are as many axes as distances."""
    distances, axes = vector(shift), vector(axis)
    if distances is not None and axes is not None and len(distances) != len(axes):
        raise Refused(f"{len(distances)} distances along {len(axes)} axes")
    return shape_of(tensor)


def squares(tensor: Argument) -> Shape:
    """The shape of a batch of square matrices."""
    found = band(tensor)
    if found is not None:
        meet(*found[-2:])
    return found


def square_batch(tensor: Argument) -> Shape:
    """The axes before those of square matrices."""
    found = squares(tensor)
    return None if found is None else found[:-2]


def biased(tensor: Argument, bias: Argument, data_format: Argument) -> Shape:
    """The shape itself, which has one number in a vector for each channel."""
    found, own = shape_of(tensor), shape_of(bias)
    if own is not None and len(own) != 1:
        raise Refused(f"rank {len(own)} is no vector")
    if found and own and (data_format == NONE or text(data_format) == "NHWC"):
        meet(found[-1], own[0])
    return found


def broadcast_given(*tensors: Argument) -> Shape:
    """The common shape of those that are given: None is no tensor."""
    return broadcast(*[each for each in tensors if each != NONE])


def updated(tensor: Argument, indices: Argument, updates: Argument) -> Shape:
    """The shape itself, in which some slices are replaced."""
    found, places, made = known_shape(tensor), known_shape(indices), shape_of(updates)
    depth = places[-1] if places else None
    if isinstance(depth, int):
        if depth > len(found):
            raise Refused(f"{depth} indices for rank {len(found)}")
        meet_shapes((*places[:-1], *found[depth:]), made)
    return found


def scattered(indices: Argument, updates: Argument, lengths: Argument) -> Shape:
    """A new tensor with these slices."""
    wanted = dims(lengths)
    if wanted is not None:
        try:
            updated(TensorType(shape=wanted), indices, updates)
        except Unclear:
            pass
    return wanted


def topped(tensor: Argument, count: Argument) -> Shape:
    """So many of the last axis."""
    found, wanted = known_shape(tensor), dimension(count)
    if not found or isinstance(found[-1], int) and isinstance(wanted, int) and wanted > found[-1]:
        raise Refused(f"the greatest {wanted} of fewer")
    return (*found[:-1], wanted)


def shaped_constant(value: Argument, lengths: Argument) -> Shape:
    """The shape of a constant, or the one that is asked for: that has as many elements, or all are one number."""
    wanted = shaped(value, lengths)
    own = None if is_none(lengths) or wanted is None else shape_of(value)
    if own and wanted is not None:
        whole, asked = product(own).dimension(), product(wanted).dimension()
        if isinstance(whole, int) and isinstance(asked, int) and whole != asked:
            raise Refused(f"{whole} elements for a shape of {asked}")
    return wanted


def of_rank(tensor: Argument, least: Argument, most: Argument = NONE) -> Shape:
    """The shape itself, which has at least so many axes, or so many at most."""
    found = known_shape(tensor)
    if len(found) < integer(least) or most != NONE and len(found) > integer(most):
        raise Refused(f"rank {len(found)}")
    return found


def of_length(tensor: Argument, length: Argument) -> Shape:
    """The shape itself, whose last length it is."""
    found = known_shape(tensor)
    if found:
        meet(found[-1], integer(length))
    return found


def matvec(matrix: Argument, vector_: Argument, turned_: Argument, adjoint: Argument) -> Shape:
    """The product of matrices with vectors."""
    one, other = known_shape(matrix), known_shape(vector_)
    if len(one) < 2 or not other:
        raise Refused(f"a product of rank {len(one)} with rank {len(other)}")
    rows_, columns = one[-2:] if not flag(turned_) and not flag(adjoint) else one[:-3:-1]
    meet(columns, other[-1])
    batch = broadcast_shapes(one[:-2], other[:-1])
    return None if batch is None else (*batch, rows_)


def compared(one: Argument, other: Argument) -> Shape:
    """Nothing is known of what a loss gives; labels and predictions of as many axes broadcast."""
    labels, predictions = known_shape(one), known_shape(other)
    if len(labels) == len(predictions):
        broadcast_shapes(labels, predictions)
    raise Unclear


def between(start: Argument, stop: Argument) -> Shape:
    """Of a part nothing is known; it has as many starts as ends."""
    starts, stops = vector(start), vector(stop)
    if starts is not None and stops is not None and len(starts) != len(stops):
        raise Refused(f"{len(starts)} starts and {len(stops)} ends")
    raise Unclear


def with_batch(lengths: Argument, size_: Argument, whole: Argument) -> Shape:
    """The shape of a Keras input: a batch axis and what follows it, or all of it at once."""
    if not is_none(whole):
        return known_dims(whole)
    rest = known_dims(lengths)
    return None if rest is None else (None if size_ == NONE else dimension(size_), *rest)


def rank_vector(tensor: Argument) -> Shape:
    """One length: the rank."""
    try:
        found = shape_of(tensor)
    except Unclear:
        found = None
    return (None if found is None else len(found),)


def scalar_of(tensor: Argument) -> Shape:
    """One number that a tensor of any shape gives."""
    shape_of(tensor)
    return ()


# Axes come and go.


def reduce(tensor: Argument, axis: Argument, keepdims: Argument) -> Shape:
    """Without some axes, or with 1 in their place; None stands for all axes."""
    keep = flag(keepdims)
    if axis == NONE and not keep:
        shape_of(tensor)
        return ()
    found = known_shape(tensor)
    if not found:
        return ()
    try:
        gone = axes_of(axis, len(found))
    except Unclear:
        if keep:
            return tuple(1 if each == 1 else None for each in found)
        count = vector(axis)
        if isinstance(axis, (Constant, Number)) or _is_scalar(axis):
            return (None,) * (len(found) - 1)
        if count is None or isinstance(axis, TensorType):
            raise
        return (None,) * (len(found) - len(count))
    if keep:
        return tuple(1 if index in gone else each for index, each in enumerate(found))
    return tuple(each for index, each in enumerate(found) if index not in gone)


def _is_scalar(argument: Argument) -> bool:
    return isinstance(argument, TensorType) and argument.shape == ()


def argreduce(tensor: Argument, axis: Argument) -> Shape:
    """Without one axis; None stands for the first one. A number has none to lose."""
    if shape_of(tensor) == ():
        return ()
    return reduce(tensor, Constant(0) if axis == NONE else axis, Constant(False))


def prefix(tensor: Argument, count: Argument = Constant(1)) -> Shape:
    """Without the last axis, or the last few."""
    found, gone = known_shape(tensor), integer(count)
    if len(found) < gone:
        raise Refused(f"rank {len(found)} has no {gone} axes to take away")
    return found[: len(found) - gone]


def suffix(tensor: Argument, count: Argument) -> Shape:
    """Without the first few axes."""
    found, gone = known_shape(tensor), integer(count)
    if len(found) < gone:
        raise Refused(f"rank {len(found)} has no {gone} axes to take away")
    return found[gone:]


def with_last(tensor: Argument, length: Argument) -> Shape:
    """With another last length."""
    found = known_shape(tensor)
    if not found:
        raise Refused("no axes")
    return (*found[:-1], None if length == NONE else dimension(length))


def append(tensor: Argument, *lengths: Argument) -> Shape:
    """With further lengths at the end; None stands for an unknown one."""
    return (*known_shape(tensor), *(shape(*lengths) or ()))


def joined(*parts: Argument) -> Shape:
    """The axes of one tensor after those of another."""
    return tuple(each for part in parts for each in known_shape(part))


def expand(tensor: Argument, axis: Argument) -> Shape:
    """With a 1 put in at an axis, or at some."""
    found, wanted = known_shape(tensor), known_vector(axis)
    rank = len(found) + len(wanted)
    if not all(isinstance(each, int) for each in wanted):
        return (None,) * rank
    places = {normal_axis(each, rank) for each in wanted if isinstance(each, int)}
    if len(places) < len(wanted):
        raise Refused("an axis twice")
    rest = iter(found)
    return tuple(1 if index in places else next(rest) for index in range(rank))


def squeeze(tensor: Argument, axis: Argument) -> Shape:
    """Without axes of length 1: some, or all that there are."""
    found = known_shape(tensor)
    if not found:
        return ()
    if is_none(axis) or axis == Items(()):
        if not all(isinstance(each, int) for each in found):
            raise Unclear
        return tuple(each for each in found if each != 1)
    gone = axes_of(axis, len(found))
    for index in sorted(gone):
        if isinstance(found[index], int) and found[index] != 1:
            raise Refused(f"Can not squeeze dim[{index}], expected a dimension of 1, got {found[index]}")
    return tuple(each for index, each in enumerate(found) if index not in gone)


def transpose(tensor: Argument, perm: Argument) -> Shape:
    """The axes in another order; None turns them round."""
    found = shape_of(tensor)
    if is_none(perm):
        if found is None:
            raise Unclear
        return found[::-1]
    order = vector(perm)
    if order is None or not all(isinstance(each, int) for each in order):
        if found is None and order is None:
            raise Unclear
        return (None,) * len(found if found is not None else order or ())
    if found is None:
        return (None,) * len(order)
    places = [normal_axis(each, len(found)) for each in order if isinstance(each, int)]
    if sorted(places) != list(range(len(found))):
        raise Refused(f"no order of {len(found)} axes")
    return tuple(found[place] for place in places)


def transpose_by(tensor: Argument, axes: Argument) -> Shape:
    """The same with the axes as so many arguments; without any they are turned round."""
    none = axes == Items(()) or axes == Items((NONE,))
    return transpose(tensor, NONE if none else axes)


def matrix_transpose(tensor: Argument) -> Shape:
    found = known_shape(tensor)
    if len(found) < 2:
        raise Refused(f"rank {len(found)} is no matrix")
    return (*found[:-2], found[-1], found[-2])


def swap(tensor: Argument, one: Argument, other: Argument) -> Shape:
    """Two axes change places."""
    found = list(known_shape(tensor))
    first, second = axis_of(one, len(found)), axis_of(other, len(found))
    found[first], found[second] = found[second], found[first]
    return tuple(found)


def move(tensor: Argument, source: Argument, target: Argument) -> Shape:
    """Some axes go to other places, the others keep their order."""
    found = known_shape(tensor)
    froms = [normal_axis(each, len(found)) for each in _numbers(source)]
    tos = [normal_axis(each, len(found)) for each in _numbers(target)]
    if len(froms) != len(tos):
        raise Refused("as many sources as targets")
    order = [index for index in range(len(found)) if index not in froms]
    for place, index in sorted(zip(tos, froms)):
        order.insert(place, index)
    return tuple(found[index] for index in order)


def _numbers(argument: Argument) -> list[int]:
    found = known_vector(argument)
    numbers = [each for each in found if isinstance(each, int)]
    if len(numbers) < len(found):
        raise Unclear
    return numbers


# The same elements in another shape.


def reshape(tensor: Argument, lengths: Argument) -> Shape:
    """The elements of one tensor in a new shape, in which -1 stands for what is left."""
    wanted = known_vector(lengths)
    old = shape_of(tensor)
    return _reshaped(None if old is None else product(old), wanted)


def _reshaped(whole: dimensions.Product | None, wanted: Dimensions) -> Dimensions:
    open_places = [index for index, each in enumerate(wanted) if each == -1]
    if len(open_places) > 1:
        raise Refused("-1 twice")
    # An unknown number may be -1 itself; alone it is the quotient in any case.
    unknown = [index for index, each in enumerate(wanted) if each is None]
    if not open_places and len(unknown) == 1:
        open_places, unknown = unknown, []
    rest = product(each for index, each in enumerate(wanted) if index not in open_places)
    if not open_places:
        if whole is not None and whole.known and rest.known and not whole.symbols and not rest.symbols:
            if whole.number != rest.number:
                raise Refused(f"Cannot reshape a tensor with {whole.number} elements to a shape of {rest.number}")
        return wanted
    left = None if whole is None or unknown else quotient(whole, rest)
    return tuple(left if index == open_places[0] else each for index, each in enumerate(wanted))


def flatten(tensor: Argument) -> Shape:
    """All elements in one axis."""
    found = shape_of(tensor)
    return (None if found is None else product(found).dimension(),)


def flatten_batch(tensor: Argument, data_format: Argument = NONE) -> Shape:
    """All but the first axis in one."""
    found = shape_of(tensor)
    if found is None:
        return (None, None)
    if len(found) < 1:
        raise Refused("no batch axis")
    return (found[0], product(found[1:]).dimension())


def reshape_batch(tensor: Argument, lengths: Argument) -> Shape:
    """All but the first axis in a new shape."""
    wanted = known_vector(lengths)
    found = shape_of(tensor)
    if found is None:
        return (None, *(None if each == -1 else each for each in wanted))
    if not found:
        raise Refused("no batch axis")
    return (found[0], *_reshaped(product(found[1:]), wanted))


def permute_batch(tensor: Argument, order: Argument) -> Shape:
    """The axes after the first in another order, which counts from 1."""
    found, places = known_shape(tensor), _numbers(order)
    if not found or sorted(places) != list(range(1, len(found))):
        raise Refused(f"no order of the axes after the first of {len(found)}")
    return (found[0], *(found[place] for place in places))


# Several tensors become one, one becomes several.


def concat(tensors: Argument, axis: Argument) -> Shape:
    """One after another along an axis; TensorFlow leaves one tensor alone as it is."""
    if isinstance(tensors, TensorType):
        return shape_of(tensors)
    if isinstance(tensors, Items) and len(tensors.items) == 1:
        return shape_of(tensors.items[0])
    return concat_array(tensors, axis)


def concat_array(tensors: Argument, axis: Argument) -> Shape:
    """The same as NumPy reads it: one array is the list of its slices."""
    if isinstance(tensors, Repeated):
        found = known_shape(tensors.item)
        place = axis_of(axis, len(found))
        return tuple(None if index == place else each for index, each in enumerate(found))
    shapes = [shape_of(each) for each in members(tensors)]
    if not shapes:
        raise Unclear
    known = [each for each in shapes if each is not None]
    if not known:
        raise Unclear
    rank = len(known[0])
    if any(len(each) != rank for each in known):
        raise Refused("different ranks")
    try:
        place = axis_of(axis, rank)
    except Unclear:
        return (None,) * rank
    result: list[Dimension] = list(known[0])
    for each in known[1:]:
        result = [None if index == place else meet(*pair) for index, pair in enumerate(zip(result, each))]
    result[place] = total(each[place] for each in known) if len(known) == len(shapes) else None
    return tuple(result)


def concat_all(tensors: Argument, axis: Argument) -> Shape:
    """The same; without an axis all elements of all tensors."""
    if not is_none(axis):
        return concat_array(tensors, axis)
    shapes = [shape_of(each) for each in members(tensors)]
    return (total(None if each is None else product(each).dimension() for each in shapes),)


def stack(tensors: Argument, axis: Argument) -> Shape:
    """Side by side along a new axis."""
    if isinstance(tensors, Repeated):
        found, count = known_shape(tensors.item), None
    else:
        each = members(tensors)
        common = fold(meet_shapes, map(shape_of, each)) if each else None
        if common is None:
            raise Unclear
        found, count = common, len(each)
    try:
        place = axis_of(axis, len(found) + 1)
    except Unclear:
        return (None,) * (len(found) + 1)
    return (*found[:place], count, *found[place:])


def stack_rows(tensors: Argument, least: Argument, axis: Argument) -> Shape:
    """Concatenation after each has been given so many axes: NumPy's `vstack`, `hstack` and `dstack`."""
    wanted = integer(least)
    shapes = []
    for each in members(tensors):
        found = known_shape(each)
        if len(found) < wanted:
            found = (*(1,) * (wanted - len(found)), *found) if wanted < 3 else _three(found)
        shapes.append(found)
    place = integer(axis)
    if place == 1 and all(len(each) == 1 for each in shapes):
        place = 0
    return concat(Items(tuple(TensorType(shape=each) for each in shapes)), Constant(place))


def _three(found: Dimensions) -> Dimensions:
    return ((1, 1, 1), (1, *found, 1), (*found, 1))[len(found)]


def at_least(tensor: Argument, rank: Argument) -> Shape:
    """With ones before the axes until there are so many."""
    found, wanted = known_shape(tensor), integer(rank)
    return (*(1,) * (wanted - len(found)), *found)


def three_axes(tensor: Argument) -> Shape:
    """With ones put around the axes until there are three, as NumPy's `atleast_3d` does."""
    found = known_shape(tensor)
    return found if len(found) >= 3 else _three(found)


def column_stack(tensors: Argument) -> Shape:
    """Vectors and numbers become columns."""
    shapes = [known_shape(each) for each in members(tensors)]
    columns = tuple(TensorType(shape=each if len(each) > 1 else (*each, 1, 1)[:2]) for each in shapes)
    return concat(Items(columns), Constant(1))


def tile(tensor: Argument, multiples: Argument) -> Shape:
    """Each axis so many times."""
    found, counts = shape_of(tensor), vector(multiples)
    if found is None and counts is None:
        raise Unclear
    if found is None or counts is None:
        return (None,) * len(found if found is not None else counts or ())
    if len(found) != len(counts):
        raise Refused(f"{len(counts)} multiples for rank {len(found)}")
    return tuple(map(times, found, counts))


def tile_padded(tensor: Argument, multiples: Argument) -> Shape:
    """The same; what is shorter gets ones first."""
    found, counts = known_shape(tensor), known_vector(multiples)
    rank = max(len(found), len(counts))
    return tuple(map(times, dimensions.padded(found, rank), dimensions.padded(counts, rank)))


def repeat(tensor: Argument, repeats: Argument, axis: Argument) -> Shape:
    """Each element along an axis so many times, or as often as a list says; without an axis of all elements."""
    found = shape_of(tensor)
    if is_none(axis):
        found, place = ((None,) if found is None else (product(found).dimension(),)), 0
    else:
        found = known_shape(tensor)
        place = axis_of(axis, len(found))
    counts = vector(repeats)
    if counts is not None and len(counts) > 1 and isinstance(found[place], int) and found[place] != len(counts):
        raise Refused(f"{len(counts)} counts for an axis of {found[place]}")
    if isinstance(repeats, (Constant, Number)) or counts is not None and len(counts) == 1:
        count = counts[0] if counts else None
        length = times(found[place], count)
    else:
        length = None if counts is None else total(counts)
    return (*found[:place], length, *found[place + 1 :])


def pad(tensor: Argument, paddings: Argument) -> Shape:
    """With so many elements before and after each axis."""
    found = shape_of(tensor)
    pairs = _pairs(paddings)
    if pairs is None:
        if found is None:
            raise Unclear
        return (None,) * len(found)
    if found is None:
        return (None,) * len(pairs)
    if len(pairs) != len(found):
        raise Refused(f"{len(pairs)} paddings for rank {len(found)}")
    return tuple(total((each, *pair)) for each, pair in zip(found, pairs))


def _pairs(argument: Argument) -> list[Dimensions] | None:
    """Pairs of numbers, of a nested list or of a tensor whose shape is known."""
    if isinstance(argument, Items):
        pairs = [vector(each) for each in argument.items]
        return [pair if pair is not None and len(pair) == 2 else (None, None) for pair in pairs]
    if isinstance(argument, TensorType) and argument.shape and isinstance(argument.shape[0], int):
        return [(None, None)] * argument.shape[0]
    return None


def pad_array(tensor: Argument, width: Argument) -> Shape:
    """The same as NumPy reads it: one number, or one pair, may stand for all axes."""
    found = known_shape(tensor)
    if isinstance(width, (Constant, Number)):
        pairs = [(dimension(width), dimension(width))] * len(found)
    elif isinstance(width, Items) and width.items:
        nested = any(isinstance(each, Items) for each in width.items)
        pairs = [_ends(each) for each in (width.items if nested else (width,))]
        pairs = pairs * len(found) if len(pairs) == 1 else pairs
    else:
        return (None,) * len(found)
    if len(pairs) != len(found):
        raise Refused(f"{len(pairs)} paddings for rank {len(found)}")
    return tuple(total((each, *pair)) for each, pair in zip(found, pairs))


def _ends(argument: Argument) -> tuple[Dimension, Dimension]:
    """How much before and after, of a pair or of one number for both."""
    found = known_vector(argument)
    if not found:
        raise Unclear
    return (found[0], found[-1])


# Parts.


def slice_of(tensor: Argument, begin: Argument, lengths: Argument) -> Shape:
    """So many elements of each axis from some place on; -1 stands for the rest."""
    found, starts, counts = shape_of(tensor), vector(begin), vector(lengths)
    known = [each for each in (found, starts, counts) if each is not None]
    if not known:
        raise Unclear
    rank = len(known[0])
    if any(len(each) != rank for each in known):
        raise Refused("begin and size must have an entry for each axis")
    if counts is None:
        return (None,) * rank
    result: list[Dimension] = []
    for index, count in enumerate(counts):
        whole = None if found is None else found[index]
        start = None if starts is None else starts[index]
        if count != -1:
            result.append(count)
        elif start == 0:
            result.append(whole)
        else:
            result.append(whole - start if isinstance(whole, int) and isinstance(start, int) else None)
    return tuple(result)


def gather(params: Argument, indices: Argument, axis: Argument, batch_dims: Argument = Constant(0)) -> Shape:
    """An axis is replaced by those of the indices; the first axes may be common to both, and are those of `params`.

    TensorFlow does not look at `batch_dims` where the axis is 0.
    """
    found, places = known_shape(params), known_shape(indices)
    common = 0 if axis == Constant(0) else integer(batch_dims)
    common = common + len(places) if common < 0 else common
    place = common if axis == NONE else axis_of(axis, len(found))
    if place < common or len(places) < common:
        raise Refused("axis before batch_dims")
    for pair in zip(found[:common], places[:common]):
        meet(*pair)
    return (*found[:place], *places[common:], *found[place + 1 :])


def gather_all(params: Argument, indices: Argument, axis: Argument) -> Shape:
    """The same; without an axis of all elements."""
    return shape_of(indices) if is_none(axis) else gather(params, indices, axis)


def looked_up(tables: Argument, indices: Argument) -> Shape:
    """Rows of a table; a list of tables holds the rows of one between them."""
    if isinstance(tables, (Items, Repeated)):
        one = tables.item if isinstance(tables, Repeated) else next(iter(tables.items), UNKNOWN)
        return (*known_shape(indices), *known_shape(one)[1:])
    return gather(tables, indices, Constant(0))


def gather_nd(params: Argument, indices: Argument, batch_dims: Argument) -> Shape:
    """The last axis of the indices says places in as many axes."""
    found, places, common = known_shape(params), known_shape(indices), integer(batch_dims)
    depth = places[-1] if places else 0
    if not isinstance(depth, int):
        raise Unclear
    if common + depth > len(found):
        raise Refused(f"{depth} indices for rank {len(found)}")
    return (*places[:-1], *found[common + depth :])


def boolean_mask(tensor: Argument, mask: Argument, axis: Argument) -> Shape:
    """The axes of the mask become one of unknown length."""
    found, masked = known_shape(tensor), known_shape(mask)
    if not masked:
        raise Refused("a mask without axes")
    place = 0 if axis == NONE else axis_of(axis, len(found))
    meet_shapes(found[place : place + len(masked)], masked)
    return (*found[:place], None, *found[place + len(masked) :])


def where(condition: Argument, one: Argument, other: Argument) -> Shape:
    """A choice of elements, or of one argument the places where it holds."""
    if is_none(one) and is_none(other):
        found = shape_of(condition)
        return (None, None if found is None else len(found))
    if is_none(one) or is_none(other):
        raise Refused("one of two choices")
    asked = dtype_of(condition) if is_tensor(condition) else None
    if asked not in (None, BOOL):
        raise Refused(f"a condition of {asked}")
    return broadcast(condition, one, other)


def dynamic_mask(tensor: Argument) -> Shape:
    """So many elements as the values say, in one axis."""
    shape_of(tensor)
    return (None,)


def rows(tensor: Argument) -> Shape:
    """So many of the first axis as the values say."""
    found = known_shape(tensor)
    return (None, *found[1:])


def with_first(tensor: Argument, length: Argument) -> Shape:
    """With another first length."""
    found = known_shape(tensor)
    if not found:
        raise Refused("no axes")
    return (None if length == NONE else dimension(length), *found[1:])


def ranked(tensor: Argument, more: Argument = Constant(0)) -> Shape:
    """As many axes, or so many more, of which no length is known."""
    return (None,) * (len(known_shape(tensor)) + integer(more))


def reduced_loss(predicted: Argument, reduction: Argument) -> Shape:
    """One number, or one for each sample."""
    if reduction == NONE or reduction == Constant("none"):
        return ranked(predicted, Constant(-1))
    if isinstance(reduction, Constant):
        return ()
    raise Unclear


def segment(data: Argument, ids: Argument, count: Argument) -> Shape:
    """The axes of the ids become one of so many segments."""
    found, places = known_shape(data), known_shape(ids)
    meet_shapes(found[: len(places)], places)
    return (None if count == NONE else dimension(count), *found[len(places) :])


def band(tensor: Argument, *others: Argument) -> Shape:
    """The shape of a batch of matrices, unchanged."""
    found = known_shape(tensor)
    if len(found) < 2:
        raise Refused(f"rank {len(found)} is no matrix")
    return found


# New tensors from numbers.


def square_of(tensor: Argument) -> Shape:
    """A matrix; of a vector a square one with the vector in each row."""
    found = known_shape(tensor)
    return (*found, *found) if len(found) == 1 else found


def accumulated(tensor: Argument, axis: Argument) -> Shape:
    """Running totals along an axis, or of all elements; a number counts as one element."""
    found = flatten(tensor) if is_none(axis) else shape_of(tensor)
    return (1,) if found == () else found


def appended(tensor: Argument, values: Argument, axis: Argument) -> Shape:
    """Further elements along an axis, or after all elements."""
    return concat_all(Items((tensor, values)), axis)


def unique_rows(tensor: Argument, axis: Argument) -> Shape:
    """Different elements, of unknown number; with an axis different slices."""
    if is_none(axis):
        return dynamic_mask(tensor)
    found = known_shape(tensor)
    place = axis_of(axis, len(found))
    return (*found[:place], None, *found[place + 1 :])


def permuted(values: Argument) -> Shape:
    """In another order: an array, or the numbers below one."""
    found = shape_of(values)
    return (dimension(values),) if found == () else found


def padded_sequences(sequences: Argument, longest: Argument) -> Shape:
    """Sequences as rows of one length, which is that of the longest."""
    length = None if is_none(longest) else dimension(longest)
    return (len(sequences.items) if isinstance(sequences, Items) else None, length)


def one_hot(indices: Argument, depth: Argument, axis: Argument) -> Shape:
    """With an axis of so many classes put in."""
    found = known_shape(indices)
    place = len(found) if axis == NONE or not found else axis_of(axis, len(found) + 1)
    return (*found[:place], dimension(depth), *found[place:])


def categories(labels: Argument, classes: Argument) -> Shape:
    """Integer labels as rows: an axis of 1 at the end gives way to the classes."""
    found = known_shape(labels)
    if found and not isinstance(found[-1], int):
        if len(found) == 1:
            return (found[0], None if classes == NONE else dimension(classes))
        raise Unclear
    kept = found[:-1] if len(found) > 1 and found[-1] == 1 else found
    return (*kept, None if classes == NONE else dimension(classes))


def steps(start: Argument, limit: Argument, delta: Argument) -> Shape:
    """Numbers from one to another by steps; a single one is the limit."""
    if limit == NONE:
        limit, start = start, Constant(0)
    one, by = _number(start), _number(Constant(1) if delta == NONE else delta)
    if one == 0 and by == 1 and isinstance(limit, (Number, TensorType)):
        return (dimension(limit) if _is_whole(limit) else None,)
    other = _number(limit)
    if one is None or other is None or by is None:
        return (None,)
    if by == 0:
        raise Refused("steps of nought")
    return (max(0, ceil((other - one) / by)),)


def _is_whole(argument: Argument) -> bool:
    if isinstance(argument, TensorType):
        return argument.elements is not None
    return isinstance(argument, Number) and argument.length is not None


def _number(argument: Argument) -> int | float | None:
    if isinstance(argument, Constant) and isinstance(argument.value, (int, float)):
        return argument.value
    if isinstance(argument, TensorType) and argument.elements is not None and argument.rank == 0:
        found = argument.elements[0]
        return found if isinstance(found, int) else None
    return None


def linspace(start: Argument, stop: Argument, count: Argument, axis: Argument) -> Shape:
    """So many numbers between two, or between the elements of two tensors along a new axis."""
    ends = broadcast(start, stop)
    if ends is None:
        raise Unclear
    place = axis_of(axis, len(ends) + 1)
    return (*ends[:place], dimension(count), *ends[place:])


def eye(rows_: Argument, columns: Argument, batch: Argument) -> Shape:
    """A matrix, or a batch of them; square where one number is missing."""
    before: Shape = () if is_none(batch) else vector(batch)
    if isinstance(batch, Items):
        before = tuple(map(dimension, batch.items))
    if before is None:
        raise Unclear
    count = _count(rows_)
    return (*before, count, count if is_none(columns) else _count(columns))


def _count(number: Argument) -> Dimension:
    """A number of rows or columns, which may be a Boolean."""
    flag_ = isinstance(number, Constant) and isinstance(number.value, bool)
    return int(flag(number)) if flag_ else dimension(number)


def stitched(indices: Argument, data: Argument) -> Shape:
    """The rows of several tensors side by side, as many as the greatest index says."""
    if isinstance(indices, Items) and isinstance(data, Items) and len(indices.items) != len(data.items):
        raise Refused(f"{len(indices.items)} lists of indices for {len(data.items)} of rows")
    places, rows_ = known_shape(members(indices)[0]), known_shape(members(data)[0])
    return (None, *rows_[len(places) :])


def formatted(template: Argument, inputs: Argument, placeholder: Argument) -> Shape:
    """One text; the template has a place for each input."""
    listed = isinstance(inputs, Items)
    places = text(template).count(text(placeholder))
    if listed and isinstance(inputs, Items) and places != len(inputs.items) or is_tensor(inputs) and places != 1:
        raise Refused(f"{places} places in the template")
    return ()


def sequence_mask(lengths: Argument, longest: Argument) -> Shape:
    """A row of flags for each length."""
    return (*known_shape(lengths), None if is_none(longest) else dimension(longest))


def diag(tensor: Argument, k: Argument = Constant(0)) -> Shape:
    """The last axis as the diagonal of a matrix."""
    found = known_shape(tensor)
    if not found:
        raise Refused("no axes")
    if k != Constant(0):
        return (*found[:-1], None, None)
    return (*found, found[-1])


def diag_part(tensor: Argument, k: Argument = Constant(0)) -> Shape:
    """The diagonal of the last two axes."""
    found = known_shape(tensor)
    if len(found) < 2:
        raise Refused(f"rank {len(found)} is no matrix")
    one, other = found[-2:]
    if k != Constant(0):
        return (*found[:-2], None)
    if isinstance(one, int) and isinstance(other, int):
        return (*found[:-2], min(one, other))
    return (*found[:-2], one if one == other else None)


def diag_either(tensor: Argument, k: Argument) -> Shape:
    """NumPy's `diag`: a matrix of a vector, or the diagonal of a matrix."""
    found = known_shape(tensor)
    offset = integer(k)
    if len(found) == 1:
        length = total((found[0], abs(offset)))
        return (length, length)
    if len(found) != 2:
        raise Refused("a vector or a matrix")
    return diag_part(tensor) if offset == 0 else (None,)


def tensor_diag(tensor: Argument) -> Shape:
    """All axes twice."""
    found = known_shape(tensor)
    return (*found, *found)


def tensor_diag_part(tensor: Argument) -> Shape:
    """The diagonal of a tensor that has all axes twice."""
    found = known_shape(tensor)
    if len(found) % 2:
        raise Refused(f"rank {len(found)} has not all axes twice")
    half = len(found) // 2
    return tuple(map(meet, found[:half], found[half:]))


# Several results.


def split(tensor: Argument, parts: Argument, axis: Argument) -> list[Shape]:
    """Equal parts of an axis, or parts of the lengths that a list says."""
    found = shape_of(tensor)
    if isinstance(parts, Items):
        lengths = [dimension(each) for each in parts.items]
    elif isinstance(parts, TensorType) and parts.shape != ():
        count = parts.shape[0] if parts.shape else None
        if not isinstance(count, int):
            raise Unclear
        lengths = list(parts.elements or (None,) * count)
    else:
        count = integer(parts)
        if found is None:
            return [None] * count
        place = axis_of(axis, len(found))
        whole = found[place]
        if isinstance(whole, int) and whole % count:
            raise Refused(f"an axis of {whole} in {count} parts")
        lengths = [whole // count if isinstance(whole, int) else None] * count
    if found is None:
        return [None] * len(lengths)
    place = axis_of(axis, len(found))
    if lengths.count(-1) == 1:
        rest = total(each for each in lengths if each != -1)
        whole = found[place]
        left = whole - rest if isinstance(whole, int) and isinstance(rest, int) else None
        lengths = [left if each == -1 else each for each in lengths]
    whole, parted = found[place], total(lengths)
    if isinstance(whole, int) and isinstance(parted, int) and whole != parted:
        raise Refused(f"an axis of {whole} in parts of {parted}")
    return [(*found[:place], each, *found[place + 1 :]) for each in lengths]


def split_array(tensor: Argument, parts: Argument, axis: Argument) -> list[Shape]:
    """The same as NumPy reads it: a list says the places where to cut."""
    if not isinstance(parts, Items):
        return split(tensor, parts, axis)
    found = known_shape(tensor)
    place = axis_of(axis, len(found))
    whole = found[place]
    cuts: list[Dimension] = [0, *(dimension(each) for each in parts.items), whole]
    lengths: list[Dimension] = []
    for one, other in zip(cuts, cuts[1:]):
        if isinstance(whole, int) and isinstance(one, int) and isinstance(other, int):
            low, high, _ = slice(one, other).indices(whole)
            lengths.append(max(0, high - low))
        else:
            lengths.append(None)
    return [(*found[:place], each, *found[place + 1 :]) for each in lengths]


def unstack(tensor: Argument, count: Argument, axis: Argument) -> list[Shape]:
    """The slices along an axis."""
    found = shape_of(tensor)
    if found is None:
        return [None] * integer(count)
    place = axis_of(axis, len(found))
    length = found[place]
    wanted = dimension(count) if isinstance(length, int) and count != NONE else None
    if isinstance(wanted, int) and wanted != length:
        raise Refused(f"{wanted} slices of an axis of {length}")
    if not isinstance(length, int):
        length = integer(count)
    return [(*found[:place], *found[place + 1 :])] * length


def meshgrid(tensors: Argument, indexing: Argument, sparse: Argument = Constant(False)) -> list[Shape]:
    """One grid for each vector; with `xy` the first two axes change places. `sparse`: each vector along its axis."""
    if text(indexing) not in ("xy", "ij"):
        raise Refused(f"no indexing {text(indexing)!r}")
    lengths = [length for each in members(tensors) for length in flatten(each) or ()]
    axes = list(range(len(lengths)))
    if indexing == Constant("xy"):
        axes[:2] = axes[1::-1]
    if flag(sparse):
        return [tuple(length if axis == own else 1 for axis in range(len(axes))) for own, length in zip(axes, lengths)]
    return [tuple(lengths[axis] for axis in axes)] * len(lengths)


def partitions(data: Argument, places: Argument, count: Argument) -> list[Shape]:
    """So many parts of unknown length."""
    number = integer(count)
    try:
        return [segment(data, places, NONE)] * number
    except Unclear:
        return [None] * number


def same_rows(tensors: Argument) -> list[Shape]:
    """Nothing is said of what comes back: tensors that are cut into slices side by side have as many rows each.

    Tuples among them hold tensors in turn.
    """
    inside = tensors.items if isinstance(tensors, Items) else ()
    found = [known_shape(each) for each in inside if isinstance(each, TensorType)]
    if all(found):
        fold(meet, [each[0] for each in found], None)
    raise Unclear


def each_same(tensors: Argument) -> list[Shape]:
    """Each member's own shape."""
    return [shape_of(each) for each in members(tensors)]


def nonzero(tensor: Argument) -> list[Shape]:
    """For each axis the places, of unknown number."""
    return [(None,)] * max(1, len(known_shape(tensor)))


# Samples, and files of them.


_CHANNELS = {"rgb": 3, "grayscale": 1, "rgba": 4}
"""How many channels images have that Keras reads, by its word for their colours."""


def images(size: Argument, colours: Argument) -> Shape:
    """A batch of images that Keras reads from files."""
    lengths = known_vector(size)
    channels = _CHANNELS.get(text(colours))
    return (None, *(lengths if len(lengths) == 2 else (None, None)), channels)


def labels_of_files(mode: Argument, classes: Argument) -> Shape:
    """The labels of a batch of files, which lie in a folder for each class."""
    word = text(mode)
    if word in ("binary", "sparse"):
        return (None,)
    if word != "categorical":
        raise Unclear
    return (None, len(classes.items) if isinstance(classes, Items) else None)


def batch_of(values: Argument) -> Shape:
    """Some of the samples of an array."""
    return (None, *known_shape(values)[1:])


def split_samples(arrays: Argument, test: Argument, train: Argument) -> list[Shape]:
    """Two parts of each of some arrays, to train and to test with."""
    if not isinstance(arrays, Items):
        raise Unclear
    found: list[Shape] = []
    for each in arrays.items:
        try:
            shape = known_shape(each)
        except Unclear:
            found += [None, None]
            continue
        parts = _parts_of_samples(shape[0] if shape else None, test, train)
        found += [(part, *shape[1:]) if shape else None for part in parts]
    return found


def _parts_of_samples(count: Dimension, test: Argument, train: Argument) -> tuple[Dimension, Dimension]:
    """How many samples there are to train and to test with: of shares the tests get the rest of a sample."""
    share = test.value if isinstance(test, Constant) else UNKNOWN
    if share is None and train == NONE:
        share = 0.25
    if train != NONE or not isinstance(count, int) or isinstance(share, bool) or not isinstance(share, (int, float)):
        return None, None
    tests = ceil(share * count) if isinstance(share, float) else share
    return count - tests, tests


SHAPES: Mapping[str, Callable[..., Shape]] = {
    function.__name__: function
    for function in (
        along, between, biased, broadcast_given, broadcast_to, compared, ensured, matvec, of_length, of_rank, rolled,
        scattered, shaped_constant, square_batch, squares, topped, turned, updated,
        same, broadcast, of_one_rank, rows_of_logits, added,
        broadcast_members, same_members, shape, dims, size, known_dims, shaped, with_batch,
        rank_vector, reduce, argreduce, prefix, suffix, with_last, with_first, append, joined, expand, squeeze,
        transpose, matrix_transpose, swap, move, reshape, flatten, flatten_batch, reshape_batch, permute_batch,
        concat, concat_array, concat_all, stack, stack_rows, at_least, three_axes, column_stack, tile,
        tile_padded, repeat, pad, pad_array, slice_of, gather, gather_all, looked_up, gather_nd, boolean_mask, where,
        dynamic_mask, rows, segment, band, one_hot, categories, steps, linspace, eye, stitched, formatted,
        sequence_mask, diag,
        diag_part, diag_either, tensor_diag, tensor_diag_part,
        scalar_of, transpose_by, square_of, accumulated, appended,
        unique_rows, permuted, padded_sequences, images, labels_of_files, batch_of, ranked, reduced_loss,
    )
}  # fmt: skip
LISTS: Mapping[str, Callable[..., Sequence[Shape]]] = {
    function.__name__: function
    for function in (split, split_array, unstack, meshgrid, partitions, each_same, same_rows, nonzero, split_samples)
}


# What it depends on which rule holds.


def listed(value: Argument) -> bool:
    """Whether it is a list or tuple."""
    if isinstance(value, Unknown):
        raise Unclear
    return isinstance(value, (Items, Repeated))


CONDITIONS: Mapping[str, Callable[..., bool]] = {function.__name__: function for function in (listed,)}

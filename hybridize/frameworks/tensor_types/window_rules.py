"""The words of the rules that say shapes of convolutions, pooling, images and recurrent layers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum, auto

from hybridize.frameworks.tensor_types.arguments import (
    NONE,
    UNKNOWN,
    Argument,
    Constant,
    Items,
    Number,
    dimension,
    flag,
    integer,
    is_none,
    known_shape,
    known_vector,
    shape_of,
    text,
    vector,
)
from hybridize.frameworks.tensor_types.dimensions import Dimension, Refused, Shape, Symbol, Unclear, meet, times, total
from hybridize.frameworks.tensor_types.shape_rules import ranked
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType


def channels_first(data_format: Argument) -> bool:
    """Whether the channels come before the axes of space."""
    if is_none(data_format):
        return False
    name = text(data_format)
    return name == "channels_first" or name.startswith("NC")


class Wide(Enum):
    """Which windows that are longer than their axis work eagerly: no graph takes one. What comes back differs."""

    NONE = auto()
    DIVIDED = auto()
    """Those for which the number of places, rounded towards nought, is nought: convolutions, and means."""
    WHOLE = auto()
    """Those for which it is nought without being rounded: maxima."""


def spatial(argument: Argument, count: int, first: bool) -> tuple[Dimension, ...]:
    """A number for each axis of space, of one for all, one for each, or one for each axis of the tensor."""
    if argument == NONE:
        return (1,) * count
    found = known_vector(argument)
    if len(found) == 1:
        return found * count
    if len(found) == count + 2:
        return found[2:] if first else found[1:-1]
    if len(found) != count:
        raise Refused(f"{len(found)} numbers for {count} axes")
    return found


def window(
    length: Dimension, size: Dimension, stride: Dimension, padding: str, dilation: Dimension = 1, wide: Wide = Wide.NONE
) -> Dimension:
    """How many places a window has on an axis."""
    if stride == 1 and (padding in ("same", "causal") or size == 1 and padding == "valid"):
        return length
    if not isinstance(length, int) or not isinstance(stride, int):
        return None
    if padding in ("same", "causal"):
        return -(-length // stride)
    if padding != "valid" or not isinstance(size, int) or not isinstance(dilation, int):
        return None
    reach = (size - 1) * dilation + 1
    if length < reach:
        more = length - reach + stride
        if wide is Wide.DIVIDED and more > -stride or wide is Wide.WHOLE and more == 0:
            return None
        raise Refused(f"a window of {reach} on an axis of {length}")
    return (length - reach) // stride + 1


def placed(found: Sequence[Dimension], space: Sequence[Dimension], channels: Dimension, first: bool) -> Shape:
    """The batch axis, the channels and the axes of space in their order."""
    return (found[0], channels, *space) if first else (found[0], *space, channels)


def parts(found: Sequence[Dimension], first: bool) -> tuple[Sequence[Dimension], Dimension]:
    """The axes of space, and the channels."""
    if len(found) < 2:
        raise Refused(f"rank {len(found)} has no batch axis and channels")
    return (found[2:], found[1]) if first else (found[1:-1], found[-1])


def conv(
    tensor: Argument,
    filters: Argument,
    strides: Argument,
    padding: Argument,
    data_format: Argument,
    dilations: Argument,
) -> Shape:
    """A convolution with given filters, whose last length is the number of channels."""
    found, kernel = known_shape(tensor), known_shape(filters)
    count = len(kernel) - 2
    if count < 1 or len(found) != len(kernel):
        raise Refused(f"rank {len(found)} with filters of rank {len(kernel)}")
    first = channels_first(data_format)
    space, channels = parts(found, first)
    if isinstance(channels, int) and isinstance(kernel[-2], int) and kernel[-2] and channels % kernel[-2]:
        raise Refused(f"Depth of input ({channels}) is not a multiple of input depth of filter ({kernel[-2]})")
    by, apart = spatial(strides, count, first), spatial(dilations, count, first)
    return placed(found, _windows(space, kernel[:count], by, padding, apart, first, Wide.DIVIDED), kernel[-1], first)


def _windows(
    space: Sequence[Dimension],
    sizes: Sequence[Dimension],
    strides: Sequence[Dimension],
    padding: Argument,
    dilations: Sequence[Dimension],
    first: bool = False,
    wide: Wide = Wide.NONE,
) -> list[Dimension]:
    if isinstance(padding, Items):  # So many before and after each axis.
        pairs = [known_vector(each) for each in padding.items]
        pairs = pairs[2:] if first else pairs[1:-1]
        space = [total((each, *pair)) for each, pair in zip(space, pairs)]
        name = "valid"
    else:
        name = text(padding).lower()
    return [window(*each[:3], name, each[3], wide) for each in zip(space, sizes, strides, dilations)]


def depthwise_conv(
    tensor: Argument,
    filters: Argument,
    strides: Argument,
    padding: Argument,
    data_format: Argument,
    dilations: Argument,
) -> Shape:
    """The same for each channel alone: the last two lengths of the filters are multiplied."""
    found, kernel = known_shape(tensor), known_shape(filters)
    if len(found) != 4 or len(kernel) != 4:
        raise Refused(f"rank {len(found)} with filters of rank {len(kernel)}")
    first = channels_first(data_format)
    space, channels = parts(found, first)
    by, apart = spatial(strides, 2, first), spatial(dilations, 2, first)
    number = times(meet(channels, kernel[2]), kernel[3])
    # With dilations parts of the image are convolved one by one: steps are counted in these.
    whole = [
        length if rate == 1 or step == 1 and _fits(length, size, rate) else None
        for length, size, step, rate in zip(space, kernel, by, apart)
    ]
    return placed(found, _windows(whole, kernel[:2], by, padding, apart, first, Wide.DIVIDED), number, first)


def _fits(length: Dimension, size: Dimension, rate: Dimension) -> bool:
    if not isinstance(length, int) or not isinstance(size, int) or not isinstance(rate, int):
        return True
    return length > (size - 1) * rate


def pool(
    tensor: Argument,
    size: Argument,
    strides: Argument,
    padding: Argument,
    data_format: Argument,
    of_means: Argument = Constant(False),
) -> Shape:
    """The axes of space have a place for each window, the channels stay; of windows over them little is known."""
    found = known_shape(tensor)
    first = channels_first(data_format)
    space, channels = parts(found, first)
    count = len(space)
    if count < 1:
        raise Refused(f"rank {len(found)} has no axes of space")
    sizes = spatial(size, count, first)
    by = sizes if strides == NONE else spatial(strides, count, first)
    if any(_of_channels(each, count, first) != 1 for each in (size, strides)):
        return ranked(tensor)
    wide = Wide.DIVIDED if flag(of_means) else Wide.WHOLE
    return placed(found, _windows(space, sizes, by, padding, (1,) * count, first, wide), channels, first)


def _of_channels(argument: Argument, count: int, first: bool) -> Dimension:
    """The number that is for the channels, where there is one for each axis of the tensor."""
    found = (1,) if argument == NONE else known_vector(argument)
    return 1 if len(found) != count + 2 else found[1] if first else found[-1]


def _layer_space(tensor: Argument, count: Argument, first: bool) -> tuple[tuple[Dimension, ...], Sequence[Dimension]]:
    """The shape and the axes of space of what a layer gets; it takes no other rank."""
    axes = integer(count)
    found = _of_rank(tensor, axes + 2)
    if len(found) != axes + 2:
        raise Refused(f"expected ndim={axes + 2}, found ndim={len(found)}")
    return found, parts(found, first)[0]


def _of_rank(tensor: Argument, rank: int) -> tuple[Dimension, ...]:
    """The shape of a tensor, of which no more may be known than that it has so many axes."""
    found = shape_of(tensor)
    return (None,) * rank if found is None else found


def conv_layer(
    tensor: Argument,
    count: Argument,
    filters: Argument,
    size: Argument,
    strides: Argument,
    padding: Argument,
    data_format: Argument,
    dilations: Argument,
) -> Shape:
    """A convolution layer over so many axes of space, with so many filters of some size."""
    first = channels_first(data_format)
    found, space = _layer_space(tensor, count, first)
    sizes, by, apart = (spatial(each, len(space), first) for each in (size, strides, dilations))
    return placed(found, _windows(space, sizes, by, padding, apart), dimension(filters), first)


def depthwise_layer(
    tensor: Argument,
    count: Argument,
    multiplier: Argument,
    size: Argument,
    strides: Argument,
    padding: Argument,
    data_format: Argument,
    dilations: Argument,
) -> Shape:
    """The same for each channel alone, so many times."""
    first = channels_first(data_format)
    found, space = _layer_space(tensor, count, first)
    sizes, by, apart = (spatial(each, len(space), first) for each in (size, strides, dilations))
    channels = times(parts(found, first)[1], dimension(multiplier))
    return placed(found, _windows(space, sizes, by, padding, apart), channels, first)


def transposed_layer(
    tensor: Argument,
    count: Argument,
    filters: Argument,
    size: Argument,
    strides: Argument,
    padding: Argument,
    data_format: Argument,
    dilations: Argument,
    output_padding: Argument,
) -> Shape:
    """A transposed convolution: each axis of space grows by the strides."""
    first = channels_first(data_format)
    found, space = _layer_space(tensor, count, first)
    sizes, by, apart = (spatial(each, len(space), first) for each in (size, strides, dilations))
    if output_padding != NONE:
        raise Unclear
    grown = [_grown(*each, text(padding).lower()) for each in zip(space, sizes, by, apart)]
    return placed(found, grown, dimension(filters), first)


def _grown(length: Dimension, size: Dimension, stride: Dimension, dilation: Dimension, padding: str) -> Dimension:
    if padding == "same":
        return times(length, stride)
    if not all(isinstance(each, int) for each in (length, size, stride, dilation)):
        return None
    assert isinstance(length, int) and isinstance(size, int) and isinstance(stride, int) and isinstance(dilation, int)
    return length * stride + max((size - 1) * dilation + 1 - stride, 0)


def pool_layer(
    tensor: Argument, count: Argument, size: Argument, strides: Argument, padding: Argument, data_format: Argument
) -> Shape:
    """A pooling layer over so many axes of space."""
    found, _ = _layer_space(tensor, count, channels_first(data_format))
    return pool(TensorType(shape=found), size, strides, padding, data_format)


def global_pool(tensor: Argument, count: Argument, data_format: Argument, keepdims: Argument) -> Shape:
    """The batch axis and the channels."""
    first = channels_first(data_format)
    found, space = _layer_space(tensor, count, first)
    channels = parts(found, first)[1]
    return placed(found, (1,) * len(space), channels, first) if flag(keepdims) else (found[0], channels)


def scaled(tensor: Argument, count: Argument, factor: Argument, data_format: Argument) -> Shape:
    """Each axis of space so many times: `UpSampling2D`."""
    first = channels_first(data_format)
    found, space = _layer_space(tensor, count, first)
    by = spatial(factor, len(space), first)
    return placed(found, list(map(times, space, by)), parts(found, first)[1], first)


def padded_space(tensor: Argument, count: Argument, padding: Argument, data_format: Argument) -> Shape:
    """Zeros around the axes of space: one number, one for each axis, or a pair for each."""
    first = channels_first(data_format)
    found, space = _layer_space(tensor, count, first)
    grown = [total((each, *pair)) for each, pair in zip(space, _margins(padding, len(space)))]
    return placed(found, grown, parts(found, first)[1], first)


def cropped_space(tensor: Argument, count: Argument, cropping: Argument, data_format: Argument) -> Shape:
    """So much cut off the axes of space."""
    first = channels_first(data_format)
    found, space = _layer_space(tensor, count, first)
    left: list[Dimension] = []
    for each, pair in zip(space, _margins(cropping, len(space))):
        gone = total(pair)
        kept = each if gone == 0 else each - gone if isinstance(each, int) and isinstance(gone, int) else None
        if isinstance(kept, int) and kept <= 0:
            raise Refused(f"{gone} of {each} cut off")
        left.append(kept)
    return placed(found, left, parts(found, first)[1], first)


def _margins(argument: Argument, count: int) -> list[tuple[Dimension, ...]]:
    if isinstance(argument, (Constant, Number)):
        return [(dimension(argument),) * 2] * count
    if not isinstance(argument, Items):
        raise Unclear
    if count == 1 and len(argument.items) == 2 and not any(isinstance(each, Items) for each in argument.items):
        return [known_vector(argument)]
    if len(argument.items) != count:
        raise Refused(f"{len(argument.items)} margins for {count} axes")
    return [_pair(each) for each in argument.items]


def _pair(argument: Argument) -> tuple[Dimension, ...]:
    found = known_vector(argument)
    return found * 2 if len(found) == 1 else found


def recurrent(tensor: Argument, units: Argument, sequences: Argument) -> Shape:
    """The last output of a recurrent layer, or that of every step."""
    found = _of_rank(tensor, 3)
    if len(found) != 3:
        raise Refused(f"expected ndim=3, found ndim={len(found)}")
    return (found[0], found[1], dimension(units)) if flag(sequences) else (found[0], dimension(units))


def embedded(tensor: Argument, length: Argument) -> Shape:
    """A vector for each integer."""
    return (*known_shape(tensor), dimension(length))


def repeated_vector(tensor: Argument, count: Argument) -> Shape:
    found = _of_rank(tensor, 2)
    if len(found) != 2:
        raise Refused(f"expected ndim=2, found ndim={len(found)}")
    return (found[0], dimension(count), found[1])


def dense(tensor: Argument, units: Argument) -> Shape:
    """Another last length; the layer wants two axes at least."""
    found = known_shape(tensor)
    if len(found) < 2:
        raise Refused(f"expected min_ndim=2, found ndim={len(found)}")
    return (*found[:-1], dimension(units))


def merged(tensors: Argument) -> Shape:
    """Inputs of a Keras layer that adds or multiplies them: broadcast after the batch axis."""
    if not isinstance(tensors, Items) or len(tensors.items) < 2:
        raise Unclear
    shapes = [known_shape(each) for each in tensors.items]
    if len({len(each) for each in shapes}) > 1:
        raise Unclear
    result = shapes[0]
    for each in shapes[1:]:
        result = tuple(_merged(*pair) for pair in zip(result, each))
    return result


def _merged(one: Dimension, other: Dimension) -> Dimension:
    if one == other or other == 1:
        return one
    if one == 1:
        return other
    if isinstance(one, int) and isinstance(other, int):
        raise Refused(f"Dimensions must be equal, but are {one} and {other}")
    return None if isinstance(one, Symbol) or isinstance(other, Symbol) or None in (one, other) else one


def resized(images: Argument, lengths: Argument, keep: Argument) -> Shape:
    """Images, or one, of another height and width."""
    wanted = vector(lengths)
    found = known_shape(images)
    if len(found) not in (3, 4):
        raise Refused("'images' must have either 3 or 4 dimensions.")
    if wanted is not None and len(wanted) != 2:
        raise Refused(f"{len(wanted)} lengths for height and width")
    height, width = wanted if wanted is not None and len(wanted) == 2 and not _may(keep) else (None, None)
    return (*found[:-3], height, width, found[-1])


def _may(argument: Argument) -> bool:
    return argument not in (Constant(False), NONE)


def cut(images: Argument, height: Argument, width: Argument) -> Shape:
    """Images, or one, of another height and width, which two arguments say."""
    found = known_shape(images)
    if len(found) not in (3, 4):
        raise Refused("an image has 3 axes, a batch of images 4")
    return (*found[:-3], dimension(height), dimension(width), found[-1])


def cropped(images: Argument, top: Argument, left: Argument, height: Argument, width: Argument) -> Shape:
    """The same of a part of the images, which lies inside of them."""
    found = cut(images, height, width)
    _lies_within(known_shape(images)[-3:-1], (top, left), (height, width))
    return found


def put_into(images: Argument, top: Argument, left: Argument, height: Argument, width: Argument) -> Shape:
    """The same of larger images, inside of which these lie."""
    found = cut(images, height, width)
    whole = (dimension(height), dimension(width))
    _lies_within(whole, (top, left), known_shape(images)[-3:-1])
    return found


def _lies_within(
    whole: Sequence[Dimension], offsets: Sequence[Argument], parts: Sequence[Argument | Dimension]
) -> None:
    for length, offset, part in zip(whole, offsets, parts, strict=True):
        start = dimension(offset)
        count = part if part is None or isinstance(part, (int, Symbol)) else dimension(part)
        known = isinstance(length, int) and isinstance(start, int) and isinstance(count, int)
        if known and (start < 0 or start + count > length):  # type: ignore[operator]
            raise Refused(f"{count} from {start} on do not lie within {length}")


def image(images: Argument) -> Shape:
    """An image or a batch of them, unchanged."""
    found = known_shape(images)
    if len(found) < 3:
        raise Refused("an image has 3 axes, a batch of images 4")
    return found


def rotated(images: Argument, quarters: Argument) -> Shape:
    """Turned by so many quarters."""
    found, count = known_shape(images), dimension(quarters)
    if len(found) not in (3, 4):
        raise Refused("an image has 3 axes, a batch of images 4")
    if not isinstance(count, int):
        same = found[-3] == found[-2]
        return (*found[:-3], *(found[-3:-1] if same else (None, None)), found[-1])
    return (*found[:-3], found[-2], found[-3], found[-1]) if count % 2 else found


def patches(images: Argument, sizes: Argument, strides: Argument, rates: Argument, padding: Argument) -> Shape:
    """The patches at each place, flattened into the channels."""
    found = known_shape(images)
    if len(found) != 4:
        raise Refused("a batch of images has 4 axes")
    size, by, rate = (spatial(each, 2, False) for each in (sizes, strides, rates))
    space = _windows(found[1:3], size, by, padding, rate)
    depth = times(times(size[0], size[1]), found[3])
    return (found[0], *space, depth)


def decoded(channels: Argument, rank: Argument, contents: Argument = UNKNOWN) -> Shape:
    """An image of unknown size, with the channels that are asked for. It is one text."""
    if isinstance(contents, TensorType) and contents.kind is not TensorKind.RAGGED and contents.rank:
        raise Refused(f"texts of rank {contents.rank}")
    count = dimension(channels)
    last = None if count == 0 else count
    return (*(None,) * (integer(rank) - 1), last)


def spectrum(tensor: Argument, length: Argument) -> Shape:
    """The last axis is that of the Fourier transform of real numbers."""
    found = known_shape(tensor)
    if not found:
        raise Refused("no axes")
    if is_none(length):
        points = found[-1]
    else:
        given = vector(length)
        points = given[-1] if given else None
    return (*found[:-1], points // 2 + 1 if isinstance(points, int) else None)


def signal_frames(tensor: Argument, size: Argument, step: Argument, pad_end: Argument, last: Argument) -> Shape:
    """Windows over the last axis, each of so many places."""
    found, reach, by = known_shape(tensor), dimension(size), dimension(step)
    if not found:
        raise Refused("no axes")
    whole, count = found[-1], None
    if isinstance(whole, int) and isinstance(by, int) and by > 0:
        if flag(pad_end):
            count = -(-whole // by)
        elif isinstance(reach, int):
            count = max(0, 1 + (whole - reach) // by)
    return (*found[:-1], count, None if last == NONE else dimension(last))


WINDOWS: Mapping[str, Callable[..., Shape]] = {
    function.__name__: function
    for function in (
        conv, depthwise_conv, pool, conv_layer, depthwise_layer, transposed_layer, pool_layer, global_pool, scaled,
        padded_space, cropped_space, recurrent, embedded, repeated_vector, dense, merged, resized, cut, image, rotated,
        cropped, put_into,
        patches, decoded, spectrum, signal_frames,
    )
}  # fmt: skip

"""Subscripts: `x[0]`, `x[:, 1:]`, `x[..., tf.newaxis]`, `a[mask]`, for tensors and for arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hybridize.frameworks.tensor_types.arguments import (
    NONE,
    Argument,
    Constant,
    Items,
    Number,
    Unknown,
    dimension,
    dtype_of,
    shape_of,
)
from hybridize.frameworks.tensor_types.dimensions import Dimension, Refused, Shape, Symbol, Unclear, broadcast_shapes
from hybridize.frameworks.tensor_types.dtypes import BOOL, STRING, WEAK_BOOL, DType, is_complex, is_float, is_integer
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType


@dataclass(frozen=True, slots=True)
class Slice:
    """`start:stop:step`; what is not written is None."""

    start: Argument = NONE
    stop: Argument = NONE
    step: Argument = NONE


@dataclass(frozen=True, slots=True)
class Dots:
    """`...`: as many axes as are left."""


Index = Slice | Dots | Argument
"""One item of a subscript. The constant None is `np.newaxis`."""


def subscript(tensor: TensorType, index: Sequence[Index]) -> TensorType | None:
    """The type of `tensor[index]`, where the index is what stands between the brackets, item by item; None: unknown.

    Raises `Refused` where the framework raises an error whatever the values are.
    """
    if tensor.kind in (TensorKind.RAGGED, TensorKind.SPARSE):
        return None
    kind = TensorKind.TENSOR if tensor.kind is TensorKind.VARIABLE else tensor.kind
    try:
        shape = selected_shape(tensor, index)
    except Unclear:
        shape = None
    return TensorType(kind, tensor.dtype, shape, elements=selected_elements(tensor, index))


def selected_shape(tensor: TensorType, index: Sequence[Index]) -> Shape:
    """The shape of what is selected. Raises `Unclear` and `Refused`."""
    for each in index:
        if not isinstance(each, (Slice, Dots)) and is_no_index(dtype_of(each)):
            raise Refused(f"an index of {dtype_of(each)}")
    if tensor.shape is None or any(isinstance(each, Unknown) for each in index):
        raise Unclear
    advanced = [place for place, each in enumerate(index) if is_advanced(each)]
    if advanced and tensor.kind is not TensorKind.NDARRAY and any(isinstance(each, Items) for each in index):
        raise Unclear
    if advanced:  # Beside arrays, numbers are arrays without axes.
        advanced = [place for place, each in enumerate(index) if is_advanced(each) or is_number(each)]
    used = sum(map(axes_used, index))
    left = len(tensor.shape) - used
    if left < 0:
        raise Refused(f"{used} indices for rank {len(tensor.shape)}")
    axes = iter(tensor.shape)
    result: list[Dimension] = []
    picked: list[Shape] = []
    where: int | None = None
    dotted = False
    for place, each in enumerate(index):
        if isinstance(each, Dots):
            if dotted:
                raise Refused("... twice")
            dotted = True
            result += [next(axes) for _ in range(left)]
        elif each == NONE:
            result.append(1)
        elif isinstance(each, Slice):
            result.append(sliced(next(axes), each))
        elif place in advanced:
            if picked and place - 1 not in advanced:
                where = 0  # Picked axes that do not stand together come first.
            elif where is None:
                where = len(result)
            consumed = [next(axes) for _ in range(axes_used(each))]
            if is_mask(each):
                if not consumed and tensor.kind is not TensorKind.NDARRAY:
                    raise Unclear
                # One Boolean takes no axis of an array, and gives one of length 0 or 1.
                picked.append((None,))
                continue
            if is_number(each):
                single(consumed[0], each)
            picked.append(index_shape(each))
        else:
            single(next(axes), each)
    result += axes
    if picked:
        together = broadcast_shapes(*picked)
        if together is None:
            raise Unclear
        position = where or 0
        result[position:position] = together
    return tuple(result)


def is_no_index(dtype: DType | None) -> bool:
    """Whether nothing can be an index that has such elements."""
    return dtype is not None and (is_float(dtype) or is_complex(dtype) or dtype == STRING)


def is_advanced(index: Index) -> bool:
    """Whether it is an array or list, whose elements are picked."""
    if isinstance(index, Items):
        return True
    return isinstance(index, TensorType) and (index.shape != () or is_mask(index))


def is_number(index: Index) -> bool:
    """Whether it is one integer."""
    return (
        isinstance(index, (Constant, Number)) and index != NONE or isinstance(index, TensorType) and index.shape == ()
    )


def is_mask(index: Index) -> bool:
    """Whether it picks by Booleans."""
    if not isinstance(index, (TensorType, Items)):
        return False
    dtype = dtype_of(index)
    if dtype is None:
        raise Unclear
    return dtype in (BOOL, WEAK_BOOL)


def index_shape(index: Index) -> Shape:
    """The shape of an array of indices."""
    if isinstance(index, (Slice, Dots)):
        raise Unclear
    return shape_of(index)


def axes_used(index: Index) -> int:
    """How many axes one item stands for."""
    if isinstance(index, Dots) or index == NONE:
        return 0
    if isinstance(index, (TensorType, Items)) and is_mask(index):
        shape = shape_of(index)
        if shape is None:
            raise Unclear
        return len(shape)
    return 1


def single(length: Dimension, index: Index) -> None:
    """Look whether one element can be taken of an axis. Raises `Refused` and `Unclear`."""
    if isinstance(index, (Slice, Dots)):
        return
    if (
        isinstance(index, Constant)
        and isinstance(index.value, bool)
        or isinstance(index, TensorType)
        and index.dtype is None
    ):
        raise Unclear
    dtype = dtype_of(index)
    if dtype is None or not is_integer(dtype):
        raise Unclear
    wanted = dimension(index)
    if isinstance(length, int) and isinstance(wanted, int) and not -length <= wanted < length:
        raise Refused(f"index {wanted} of an axis of {length}")


def sliced(length: Dimension, part: Slice) -> Dimension:
    """How long a slice of an axis is."""
    start, stop, step = (None if each == NONE else _number(each) for each in (part.start, part.stop, part.step))
    if part.step == Constant(0):
        raise Refused("steps of nought")
    if part.step not in (NONE, Constant(1), Constant(-1)) and step is None:
        return None
    if part.start == NONE and part.stop == NONE and step in (None, 1, -1):
        return length
    if isinstance(length, int):
        if part.start != NONE and start is None or part.stop != NONE and stop is None:
            return None
        if isinstance(start, Symbol) or isinstance(stop, Symbol) or isinstance(step, Symbol) or step == 0:
            return None
        return len(range(*slice(start, stop, step).indices(length)))
    if start in (None, 0) and part.start in (NONE, Constant(0)) and step in (None, 1) and stop == length:
        return length
    return None


def _number(argument: Argument) -> Dimension:
    if isinstance(argument, (Constant, Number, TensorType)):
        return dimension(argument)
    return None


def selected_elements(tensor: TensorType, index: Sequence[Index]) -> tuple[Dimension, ...] | None:
    """What is selected of a tensor of lengths: `tf.shape(x)[0]`, `tf.shape(x)[:-1]`."""
    if tensor.elements is None or tensor.rank != 1 or len(index) != 1:
        return None
    only = index[0]
    if isinstance(only, Slice):
        ends = [None if each == NONE else _number(each) for each in (only.start, only.stop, only.step)]
        given = [
            each
            for each, end in zip((only.start, only.stop, only.step), ends)
            if each != NONE and not isinstance(end, int)
        ]
        if given or ends[2] == 0:
            return None
        numbers = [each if isinstance(each, int) else None for each in ends]
        return tensor.elements[slice(*numbers)]
    if (
        isinstance(only, Constant)
        and type(only.value) is int
        and -len(tensor.elements) <= only.value < len(tensor.elements)
    ):
        return (tensor.elements[only.value],)
    return None

"""Which type an operation on values of several types gives: NumPy promotes, TensorFlow does not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hybridize.frameworks.tensor_types.dimensions import DTypesDiffer, Shape
from hybridize.frameworks.tensor_types.dtypes import (
    AS_ARRAY,
    AS_TENSOR,
    BOOL,
    COMPLEX64,
    COMPLEX128,
    FLOAT32,
    FLOAT64,
    STRING,
    WEAK_ORDER,
    DType,
    is_complex,
    is_float,
    is_integer,
)

_BITS = {"bool": 1, "float16": 16, "bfloat16": 16, "float32": 32, "float64": 64, "complex64": 64, "complex128": 128}


def bits(dtype: DType) -> int:
    """The size of a number of a type."""
    return _BITS.get(dtype.name) or int(dtype.name.lstrip("uint"))


@dataclass(frozen=True, slots=True)
class Operand:
    """What takes part in a promotion."""

    dtype: DType | None
    shape: Shape = None
    value: int | float | None = None
    """Of a Python number, if it is known."""


def promoted(one: DType, other: DType) -> DType | None:
    """The smallest type that NumPy lets both become, by its table; None where it has none."""
    if one == other:
        return one
    names = {one.name, other.name}
    if not all(is_number(each) for each in (one, other)) or "bfloat16" in names:
        return None
    if one == BOOL or other == BOOL:
        return other if one == BOOL else one
    if is_complex(one) or is_complex(other):
        return COMPLEX128 if any(map(_needs_wide_complex, (one, other))) else COMPLEX64
    if is_float(one) or is_float(other):
        return DType(f"float{max(map(_as_float, (one, other)))}")
    signed = [each for each in (one, other) if not each.name.startswith("u")]
    if len(signed) != 1:
        return max(one, other, key=bits)
    unsigned = other if signed[0] == one else one
    needed = max(bits(signed[0]), 2 * bits(unsigned))
    return FLOAT64 if needed > 64 else DType(f"int{needed}")


def _needs_wide_complex(dtype: DType) -> bool:
    return dtype in (COMPLEX128, FLOAT64) or is_integer(dtype) and bits(dtype) > 16


def is_number(dtype: DType) -> bool:
    return dtype == BOOL or is_integer(dtype) or is_float(dtype) or is_complex(dtype)


def _as_float(dtype: DType) -> int:
    """The bits of the smallest float that holds all of a type."""
    return bits(dtype) if is_float(dtype) else min(64, 2 * bits(dtype))


def numpy_result(operands: Sequence[Operand], release: tuple[int, ...] | None) -> DType | None:
    """What `numpy.result_type` says, by NumPy's release; None for `release`: what holds in all of them, or nothing."""
    if release is None:
        old, new = (numpy_result(operands, each) for each in ((1, 26), (2, 0)))
        return old if old == new else None
    dtypes = [each.dtype for each in operands]
    if not dtypes or None in dtypes:
        return None
    strong = [each for each in operands if each.dtype is not None and not each.dtype.weak]
    weak = [each for each in operands if each.dtype is not None and each.dtype.weak]
    result = fold([each.dtype for each in strong if each.dtype is not None])
    if strong and result is None:
        return None
    highest = max((each.dtype for each in weak if each.dtype is not None), key=WEAK_ORDER.index, default=None)
    if highest is None:
        return result if release >= (2,) else _by_value(strong, result)
    if result is None:
        return AS_ARRAY[highest]
    if release >= (2,):
        return with_weak(result, highest)
    return _with_values(strong, weak, result, highest)


def fold(dtypes: Sequence[DType]) -> DType | None:
    """The promotion of many types."""
    result = dtypes[0] if dtypes else None
    for each in dtypes[1:]:
        result = promoted(result, each) if result is not None else None
    return result


def with_weak(dtype: DType, weak: DType) -> DType | None:
    """An array's type beside a Python number: the number gives way, but it keeps its sort."""
    if not is_number(dtype):
        return None
    sort = WEAK_ORDER.index(weak)
    if sort == 0 or is_complex(dtype) or is_float(dtype) and sort < 3 or is_integer(dtype) and sort < 2:
        return dtype
    if sort == 3:
        return COMPLEX64 if dtype.name in ("float16", "float32") else COMPLEX128
    return AS_ARRAY[weak]


def _by_value(strong: Sequence[Operand], result: DType | None) -> DType | None:
    """Before NumPy 2 the values of arrays without axes count, where others have axes."""
    if len({each.dtype for each in strong}) == 1:
        return result
    scalars = [each.shape == () for each in strong]
    if all(scalars) or all(each.shape is not None for each in strong) and not any(scalars):
        return result
    return None


def _with_values(strong: Sequence[Operand], weak: Sequence[Operand], result: DType, highest: DType) -> DType | None:
    """Before NumPy 2 a Python number is a scalar of 64 bits whose value counts beside arrays with axes."""
    if _by_value(strong, result) is None or any(each.shape is None for each in strong):
        return None
    as_number = AS_ARRAY[highest]
    if all(each.shape == () for each in strong):
        return promoted(result, as_number)
    if not is_number(result):
        return None
    kept = with_weak(result, highest)
    if kept != result:  # The number is of a higher sort, so its full type counts.
        return promoted(result, as_number)
    if is_integer(result) and any(not _fits(each, result) for each in weak):
        return None
    if is_float(result) and any(not isinstance(each.value, (int, float)) for each in weak) and result != FLOAT64:
        return None
    return result if all(abs(each.value or 0) < 3e4 for each in weak) or bits(result) >= 64 else None


def _fits(operand: Operand, dtype: DType) -> bool:
    if not isinstance(operand.value, int):
        return dtype.name == "int64"
    size = bits(dtype)
    unsigned = dtype.name.startswith("u")
    low, high = (0, 1 << size) if unsigned else (-1 << (size - 1), 1 << (size - 1))
    return low <= operand.value < high


def tensor_result(tensors: Sequence[DType | None], others: Sequence[DType | None]) -> DType | None:
    """The type that TensorFlow's operations work in: the tensors' own; arrays and Python numbers follow them.

    Refused where two tensors differ, since TensorFlow casts none of them.
    """
    known = {each for each in tensors if each is not None}
    if len(known) > 1:
        raise DTypesDiffer(" and ".join(sorted(map(str, known))) + " meet, and TensorFlow casts neither")
    if tensors:
        return known.pop() if None not in tensors else (known.pop() if known else None)
    strong = {each for each in others if each is not None and not each.weak}
    if None in others or len(strong) > 1:
        return None
    weak = [each for each in others if each is not None and each.weak]
    if strong:
        # The first of all decides, even a Python number: TensorFlow makes a tensor of it before it sees the array.
        only = strong.pop()
        follow = all(with_weak(only, each) == only for each in weak)
        return only if follow and as_tensor(others[0]) == only else None
    return AS_TENSOR[max(weak, key=WEAK_ORDER.index)] if weak else None


def as_tensor(dtype: DType | None) -> DType | None:
    """The type of a tensor that is made of a value."""
    return AS_TENSOR.get(dtype, dtype) if dtype is not None else None


def as_array(dtype: DType | None) -> DType | None:
    """The type of an array that is made of a value."""
    return AS_ARRAY.get(dtype, dtype) if dtype is not None else None


def numpy_divided(dtype: DType | None) -> DType | None:
    """What NumPy's true division makes of the common type of both operands."""
    if dtype is None or dtype == STRING:
        return None
    return FLOAT64 if is_integer(dtype) or dtype == BOOL else dtype


def tensor_divided(dtype: DType | None) -> DType | None:
    """What `tf.math.truediv` makes of the type of both operands. It refuses Booleans; an array beside them divides."""
    if dtype is None or dtype in (BOOL, STRING):
        return None
    if dtype.name in ("int8", "int16", "uint8", "uint16"):
        return FLOAT32
    return FLOAT64 if is_integer(dtype) else dtype

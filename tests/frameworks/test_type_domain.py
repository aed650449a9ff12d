"""Dimensions, dtypes, promotion, and sets of types."""

from __future__ import annotations

import pytest

from hybridize.frameworks.tensor_types import dimensions, dtypes
from hybridize.frameworks.tensor_types.dimensions import Refused, Symbol, broadcast_shapes, product, quotient
from hybridize.frameworks.tensor_types.dtypes import DType, named, together
from hybridize.frameworks.tensor_types.promotion import Operand, numpy_result, promoted, tensor_result
from hybridize.frameworks.tensor_types.types import MOST, TensorKind, TensorType, bounded, covers, ordered, widened

B, T = Symbol("batch"), Symbol("time")
FLOAT32, INT32 = DType("float32"), DType("int32")


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((B, 3), (B, 3), (B, 3)),
        ((B, 3), (1, 3), (B, 3)),
        ((B, 3), (3,), (B, 3)),
        ((B,), (5,), (5,)),
        ((None,), (5,), (5,)),
        ((B,), (T,), (None,)),
        ((B,), (None,), (None,)),
        ((None, 1), (1, 4), (None, 4)),
        ((), (2, B), (2, B)),
        (None, (2,), None),
    ],
)
def test_elementwise_operations_keep_equal_lengths_and_stretch_ones(
    one: dimensions.Shape, other: dimensions.Shape, expected: dimensions.Shape
) -> None:
    assert broadcast_shapes(one, other) == broadcast_shapes(other, one) == expected


def test_lengths_that_differ_are_refused() -> None:
    with pytest.raises(Refused, match="3 and 4"):
        broadcast_shapes((2, 3), (2, 4))


@pytest.mark.parametrize(
    ("whole", "part", "expected"),
    [
        ((2, 3, 4), (6,), 4),
        ((B, 3, 4), (B,), 12),
        ((B, 3, 4), (12,), B),
        ((B, T, 8), (B, 8), T),
        ((B, T, 8), (8,), None),
        ((B, 8), (T,), None),
        ((B, 6), (4,), None),
        ((None, 6), (6,), None),
        ((0, 6), (0,), None),
    ],
)
def test_what_minus_one_stands_for_is_the_product_divided(
    whole: tuple[dimensions.Dimension, ...], part: tuple[dimensions.Dimension, ...], expected: dimensions.Dimension
) -> None:
    assert quotient(product(whole), product(part)) == expected


def test_elements_that_do_not_fill_the_rest_are_refused() -> None:
    with pytest.raises(Refused):
        quotient(product((2, 3)), product((4,)))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("float32", "float32"),
        ("float", "float64"),
        ("<f4", "float32"),
        ("uint8_ref", "uint8"),
        ("?", "bool"),
        ("int", "int64"),
    ],
)
def test_names_of_types(text: str, name: str) -> None:
    assert named(text) == DType(name)


def test_a_name_that_is_no_type() -> None:
    assert named("qint8") is None


def test_a_list_takes_the_highest_sort_of_its_numbers() -> None:
    numbers = [dtypes.WEAK_BOOL, dtypes.WEAK_INT, dtypes.WEAK_FLOAT]
    assert together(numbers) == dtypes.WEAK_FLOAT
    assert together([]) == dtypes.WEAK_FLOAT
    assert together([dtypes.WEAK_INT, None]) is None
    assert together([dtypes.WEAK_INT, dtypes.STRING]) is None


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("int32", "float32", "float64"), ("int8", "float16", "float16"), ("uint8", "int8", "int16"),
        ("uint64", "int64", "float64"), ("bool", "uint8", "uint8"), ("float64", "complex64", "complex128"),
        ("int16", "complex64", "complex64"), ("float32", "float64", "float64"), ("uint32", "int32", "int64"),
    ],
)  # fmt: skip
def test_numpy_promotes_by_its_table(one: str, other: str, expected: str) -> None:
    assert promoted(DType(one), DType(other)) == promoted(DType(other), DType(one)) == DType(expected)


def test_numpy_promotes_no_strings() -> None:
    assert promoted(dtypes.STRING, INT32) is None


def array(name: str, *shape: int) -> Operand:
    return Operand(DType(name), shape)


def number(value: int | float) -> Operand:
    return Operand(dtypes.of_python(value), (), value)


@pytest.mark.parametrize(
    ("operands", "old", "new"),
    [
        ([array("uint8", 2), number(1)], "uint8", "uint8"),
        ([array("uint8", 2), number(300)], None, "uint8"),
        ([array("uint8", 2), number(1.5)], "float64", "float64"),
        ([array("float32", 2), number(2.0)], "float32", "float32"),
        ([array("float32"), number(2.0)], "float64", "float32"),
        ([array("float32", 2), array("float64")], None, "float64"),
        ([array("int64", 2), array("float32", 2)], "float64", "float64"),
        ([number(1), number(2.0)], "float64", "float64"),
    ],
)
def test_what_becomes_of_numbers_beside_arrays_depends_on_the_release(
    operands: list[Operand], old: str | None, new: str | None
) -> None:
    def name(found: DType | None) -> str | None:
        return found.name if found else None

    assert name(numpy_result(operands, (1, 26))) == old
    assert name(numpy_result(operands, (2, 1))) == new
    assert name(numpy_result(operands, None)) == (old if old == new else None)


def test_in_tensorflow_the_tensor_decides() -> None:
    assert tensor_result([FLOAT32], [dtypes.WEAK_FLOAT, dtypes.FLOAT64]) == FLOAT32
    assert tensor_result([], [dtypes.WEAK_INT]) == INT32
    assert tensor_result([], [dtypes.WEAK_FLOAT, INT32]) is None
    assert tensor_result([], [dtypes.FLOAT64, dtypes.WEAK_INT]) == dtypes.FLOAT64
    # `tf.add(2, array)` is int32, `tf.stack([2, array])` has the array's type.
    assert tensor_result([], [dtypes.WEAK_INT, dtypes.FLOAT64]) is None
    assert tensor_result([], [dtypes.WEAK_FLOAT, FLOAT32]) == FLOAT32
    with pytest.raises(Refused, match="float32 and int32"):
        tensor_result([FLOAT32, INT32], [])


def tensor(*shape: dimensions.Dimension, dtype: DType = FLOAT32) -> TensorType:
    return TensorType(TensorKind.TENSOR, dtype, shape)


def test_too_many_types_lose_dimensions_first_then_ranks_then_dtypes() -> None:
    few = {tensor(each) for each in range(MOST)}
    assert bounded(few) == few
    assert bounded([*few, tensor(9)]) == {tensor(None)}
    ranks = [tensor(*(2,) * rank) for rank in range(MOST + 1)]
    assert bounded(ranks) == {TensorType(TensorKind.TENSOR, FLOAT32)}
    many = [tensor(dtype=DType(name)) for name in ("int8", "int16", "int32", "int64", "uint8")]
    assert bounded(many) == {TensorType(TensorKind.TENSOR, None, ())}


def test_kinds_are_bounded_each_for_itself() -> None:
    arrays = {TensorType(TensorKind.NDARRAY, FLOAT32, (each,)) for each in range(MOST)}
    tensors = {tensor(each) for each in range(MOST)}
    assert bounded(arrays | tensors) == arrays | tensors


def test_a_dimension_that_grows_in_a_loop_becomes_unknown() -> None:
    before, after = frozenset({tensor(1, 3)}), frozenset({tensor(1, 3), tensor(2, 3)})
    assert widened(before, after) == {tensor(None, 3)}
    assert widened(after, before) == after


def test_an_unknown_dimension_covers_every_length() -> None:
    assert covers(tensor(None, 3), tensor(B, 3))
    assert covers(TensorType(), tensor(2))
    assert not covers(tensor(2), tensor(None))
    assert not covers(tensor(2), TensorType(TensorKind.NDARRAY, FLOAT32, (2,)))


def test_the_order_of_types_hangs_on_nothing_but_them() -> None:
    types = [TensorType(dtype=FLOAT32), TensorType(shape=(2,)), TensorType(), TensorType(TensorKind.RAGGED)]
    orders = {tuple(ordered([*types[turn:], *types[:turn]])) for turn in range(len(types))}
    assert len(orders) == 1
    assert {*orders.pop()} == {*types}

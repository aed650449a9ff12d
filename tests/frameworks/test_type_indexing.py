"""Subscripts: compared with those of NumPy, whose basic ones are TensorFlow's."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hybridize.frameworks.tensor_types.arguments import NONE, Constant, Items, Number
from hybridize.frameworks.tensor_types.dimensions import Refused, Shape, Symbol, covers
from hybridize.frameworks.tensor_types.dtypes import BOOL, FLOAT32, INT32, INT64, WEAK_INT
from hybridize.frameworks.tensor_types.indexing import Dots, Index, Slice, subscript
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType

numpy = pytest.importorskip("numpy")
B = Symbol("batch")

numbers = st.integers(-6, 6)
optional = st.one_of(st.none(), numbers)
slices = st.builds(slice, optional, optional, st.one_of(st.none(), st.sampled_from([1, 2, -1, -2])))
items = st.one_of(numbers, slices, st.just(Ellipsis), st.none(), st.lists(st.integers(0, 1), min_size=1, max_size=3))
shapes = st.lists(st.integers(1, 5), max_size=4).map(tuple)


def described(item: object) -> Index:
    """An index as the rules read it."""
    if isinstance(item, slice):
        return Slice(*(NONE if each is None else Constant(each) for each in (item.start, item.stop, item.step)))
    if item is Ellipsis:
        return Dots()
    if isinstance(item, list):
        return Items(tuple(map(Constant, item)))
    if isinstance(item, numpy.bool_):
        return TensorType(TensorKind.NDARRAY, BOOL, ())
    assert item is None or isinstance(item, int)
    return Constant(item)


@settings(max_examples=100)
@given(shapes, st.lists(items, min_size=1, max_size=4), st.data())
def test_subscripts_have_the_shapes_that_numpy_gives(
    shape: tuple[int, ...], index: list[object], data: st.DataObject
) -> None:
    array = numpy.zeros(shape)
    written = [described(item) for item in index]
    blurred = tuple(None if data.draw(st.booleans()) else each for each in shape)
    try:
        expected = array[tuple(index)].shape
    except IndexError:
        return
    found = subscript(TensorType(TensorKind.NDARRAY, FLOAT32, shape), written)
    assert found is not None and found.shape == expected
    less = subscript(TensorType(TensorKind.NDARRAY, FLOAT32, blurred), written)
    assert less is not None and covers(less.shape, expected)


@settings(max_examples=200)
@given(shapes, st.lists(st.one_of(items, st.booleans().map(numpy.bool_)), min_size=1, max_size=3))
def test_one_boolean_makes_an_axis(shape: tuple[int, ...], index: list[object]) -> None:
    try:
        expected = numpy.zeros(shape)[tuple(index)].shape
    except IndexError:
        return
    written = [described(item) for item in index]
    found = subscript(TensorType(TensorKind.NDARRAY, FLOAT32, shape), written)
    assert found is not None and covers(found.shape, expected)
    subscript(TensorType(TensorKind.TENSOR, FLOAT32, shape), written[:1])


@settings(max_examples=100)
@given(shapes, st.lists(items, min_size=1, max_size=4))
def test_what_is_refused_is_refused_by_numpy(shape: tuple[int, ...], index: list[object]) -> None:
    try:
        subscript(TensorType(TensorKind.NDARRAY, FLOAT32, shape), [described(item) for item in index])
    except Refused:
        with pytest.raises(IndexError):
            numpy.zeros(shape)[tuple(index)]


@pytest.mark.parametrize(
    ("shape", "index", "expected"),
    [
        ((B, 4), (Constant(0),), (4,)),
        ((B, 4), (Slice(), Constant(-1)), (B,)),
        ((B, 4), (Slice(Constant(1)),), (None, 4)),
        ((B, 4), (Slice(NONE, Number(WEAK_INT, B)),), (B, 4)),
        ((B, 4), (Slice(), NONE), (B, 1, 4)),
        ((B, 4, 3), (Dots(), Slice(NONE, Constant(2))), (B, 4, 2)),
        ((B, 4), (TensorType(TensorKind.TENSOR, INT32, ()),), (4,)),
        ((9, 4), (Slice(Number(WEAK_INT)),), (None, 4)),
    ],
)
def test_tensors_with_a_batch(shape: Shape, index: tuple[Index, ...], expected: Shape) -> None:
    found = subscript(TensorType(TensorKind.TENSOR, FLOAT32, shape), index)
    assert found is not None and found.shape == expected


@pytest.mark.parametrize(
    ("shape", "index"),
    [
        ((2, 1, 1), (Ellipsis, [0], None, 0)),
        ((2, 3, 4), (0, slice(None), [0, 1])),
        ((2, 3, 4), (slice(None), 0, [0, 1])),
        ((2, 3, 4), (slice(None), [0, 1], 0)),
        ((2, 3), (None, 0, Ellipsis, [0, 1])),
    ],
)
def test_numbers_beside_lists_pick_too(shape: tuple[int, ...], index: tuple[object, ...]) -> None:
    found = subscript(TensorType(TensorKind.NDARRAY, FLOAT32, shape), [described(item) for item in index])
    assert found is not None and found.shape == numpy.zeros(shape)[index].shape


def test_a_mask_leaves_an_unknown_number() -> None:
    mask = TensorType(TensorKind.NDARRAY, BOOL, (9, 4))
    found = subscript(TensorType(TensorKind.NDARRAY, FLOAT32, (9, 4, 2)), [mask])
    assert found is not None and found.shape == (None, 2)


def test_what_is_taken_of_a_tensor_of_lengths() -> None:
    lengths = TensorType(TensorKind.TENSOR, INT32, (3,), elements=(B, 28, 28))
    assert subscript(lengths, [Constant(0)]) == TensorType(TensorKind.TENSOR, INT32, (), elements=(B,))
    assert subscript(lengths, [Slice(Constant(1))]) == TensorType(TensorKind.TENSOR, INT32, (2,), elements=(28, 28))


def test_ragged_tensors_have_rules_of_their_own() -> None:
    assert subscript(TensorType(TensorKind.RAGGED, INT64, (B, None), ragged_rank=1), [Constant(0)]) is None

"""The words of the rules: what they say of certain shapes, and that they say nothing that could be wrong."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hybridize.frameworks.tensor_types import dimensions
from hybridize.frameworks.tensor_types.arguments import (
    NONE,
    UNKNOWN,
    Argument,
    Constant,
    DTypeObject,
    Items,
    Number,
    Repeated,
    integers,
)
from hybridize.frameworks.tensor_types.dimensions import Dimension, Refused, Shape, Symbol
from hybridize.frameworks.tensor_types.dtype_rules import DTYPES, Setting
from hybridize.frameworks.tensor_types.dtypes import BOOL, COMPLEX64, FLOAT32, INT32, STRING, WEAK_INT, DType
from hybridize.frameworks.tensor_types.interpreter import (
    ALL_SHAPES,
    Part,
    Refusal,
    Rule,
    Several,
    apply,
    dtype_by,
    evaluate_list,
    shape_by,
)
from hybridize.frameworks.tensor_types.shape_rules import LISTS
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType

B, T = Symbol("batch"), Symbol("time")
RANKLESS = TensorType(TensorKind.TENSOR, FLOAT32, None)
WAVES = TensorType(TensorKind.TENSOR, COMPLEX64, (2, 3))


def tensor(*shape: Dimension) -> TensorType:
    return TensorType(TensorKind.TENSOR, FLOAT32, shape)


def array(dtype: str, *shape: Dimension) -> TensorType:
    return TensorType(TensorKind.NDARRAY, DType(dtype), shape)


DEEP = tensor(2, 2, 1, 2)
WHOLE = TensorType(TensorKind.TENSOR, DType("int64"), (3,))


def items(*values: float) -> Items:
    return Items(tuple(map(Constant, values)))


HEADS = Items((Number(WEAK_INT, B), Constant(-1), Constant(2), Constant(4)))


@pytest.mark.parametrize(
    ("text", "arguments", "expected"),
    [
        ("reduce(x, axis | None, False)", {"x": tensor(B, 3)}, ()),
        ("reduce(x, axis | None, False)", {"x": tensor(B, 3), "axis": Constant(-1)}, (B,)),
        ("reduce(x, axis, True)", {"x": tensor(B, 3, 4), "axis": items(1, 2)}, (B, 1, 1)),
        ("reduce(x, axis, False)", {"x": tensor(B, 3, 4), "axis": Number(WEAK_INT)}, (None, None)),
        ("reshape(x, shape)", {"x": tensor(B, T, 8), "shape": HEADS}, (B, T, 2, 4)),
        ("reshape(x, shape)", {"x": tensor(B, 28, 28), "shape": items(-1, 784)}, (B, 784)),
        ("reshape(x, shape)", {"x": tensor(6, 4), "shape": Items((Number(WEAK_INT), Constant(8)))}, (3, 8)),
        ("transpose(x, perm | None)", {"x": tensor(B, 3, 4), "perm": items(0, 2, 1)}, (B, 4, 3)),
        ("concat(x, axis)", {"x": Items((tensor(B, 3), tensor(B, 4))), "axis": Constant(-1)}, (B, 7)),
        ("concat(x, axis)", {"x": Items((tensor(None, 3), tensor(B, 3))), "axis": Constant(1)}, (B, 6)),
        ("concat(x, axis)", {"x": Repeated(tensor(B, 3)), "axis": Constant(1)}, (B, None)),
        ("stack(x, axis | 0)", {"x": Repeated(tensor(3))}, (None, 3)),
        ("matmul(a, b, transpose_a | False)", {"a": tensor(B, 3, 4), "b": tensor(4, 5)}, (B, 3, 5)),
        ("einsum('bij,bjk->bik', inputs)", {"inputs": Items((tensor(B, 2, 3), tensor(B, 3, 4)))}, (B, 2, 4)),
        ("gather(x, ids, axis | None, 0)", {"x": tensor(1000, 64), "ids": tensor(B, T)}, (B, T, 64)),
        ("looked_up(x, ids)", {"x": tensor(1000, 64), "ids": tensor(B, T)}, (B, T, 64)),
        ("looked_up(x, ids)", {"x": Items((tensor(500, 64), tensor(500, 64))), "ids": tensor(B, T)}, (B, T, 64)),
        ("looked_up(x, ids)", {"x": Repeated(tensor(500, 64)), "ids": tensor(B)}, (B, 64)),
        ("squeeze(x, axis)", {"x": tensor(B, 1, 3), "axis": Constant(1)}, (B, 3)),
        ("expand(x, axis)", {"x": tensor(B, 3), "axis": Constant(-1)}, (B, 3, 1)),
        ("one_hot(x, depth, axis | -1)", {"x": tensor(B), "depth": Constant(10)}, (B, 10)),
        ("ranked(x)", {"x": tensor(B, 3)}, (None, None)),
        ("tensor_diag_part(x)", {"x": tensor(2, None, 2, 3)}, (2, 3)),
        ("of_one_rank(x, y)", {"x": tensor(B, 1), "y": tensor(B, 3)}, (B, 3)),
        ("of_one_rank(x, y)", {"x": tensor(B, 3), "y": tensor(B, 3, 1)}, None),
        # Eager execution looks at no axes of a scalar.
        ("turned(x, 0)", {"x": tensor()}, ()),
        ("turned(x, 0)", {"x": RANKLESS}, None),
        ("added(x, y)", {"x": tensor(4, 3), "y": tensor(3)}, (4, 3)),
        ("added(x, y)", {"x": tensor(4, 3), "y": tensor(3, 1)}, None),
        ("added(x, y)", {"x": tensor(1, 3), "y": tensor(3, 1)}, None),
        ("added(x, y)", {"x": tensor(2, 3, 4), "y": tensor(3)}, None),
        ("added(x, y)", {"x": tensor(2, 1, 4), "y": tensor(3, 1)}, None),
        ("added(x, y)", {"x": tensor(2, 1, 4), "y": tensor(3, 4)}, (2, 3, 4)),
        ("ranked(x, 1)", {"x": tensor(3)}, (None, None)),
        ("column_stack(x)", {"x": Items((Constant(1), tensor(1, 2)))}, (1, 3)),
        ("steps(limit, None, None)", {"limit": Number(WEAK_INT, B)}, (B,)),
        ("conv(x, f, 2, 'SAME', None, None)", {"x": tensor(B, 9, 9, 3), "f": tensor(3, 3, 3, 8)}, (B, 5, 5, 8)),
        ("conv(x, f, 1, 'VALID', None, None)", {"x": tensor(B, 9, None, 3), "f": tensor(3, 3, 3, 8)}, (B, 7, None, 8)),
        # Eagerly nothing refuses these windows, which no graph takes.
        ("conv(x, f, 1, 'VALID', None, None)", {"x": tensor(2, 1, 6), "f": tensor(2, 6, 2)}, (2, None, 2)),
        ("conv(x, f, 2, 'VALID', None, None)", {"x": tensor(2, 1, 6), "f": tensor(4, 6, 2)}, (2, None, 2)),
        ("pool(x, 2, 1, 'VALID', None)", {"x": tensor(2, 1, 9, 3)}, (2, None, 8, 3)),
        ("pool(x, 2, 2, 'VALID', None, True)", {"x": tensor(2, 1, 9, 3)}, (2, None, 4, 3)),
        ("pool(x, [1, 1, 1, 2], 1, 'VALID', 'NHWC')", {"x": tensor(2, 4, 9, 5)}, (None, None, None, None)),
        ("pool(x, [1, 2, 1, 1], 1, 'SAME', 'NCHW')", {"x": tensor(2, 4, 9, 5)}, (None, None, None, None)),
        ("depthwise_conv(x, f, 3, 'SAME', None, [2, 1])", {"x": tensor(2, 5, 5, 1), "f": DEEP}, (2, None, 2, 2)),
        ("depthwise_conv(x, f, 1, 'SAME', None, 2)", {"x": tensor(2, 5, 5, 1), "f": DEEP}, (2, 5, 5, 2)),
        ("depthwise_conv(x, f, 1, 'VALID', None, 3)", {"x": tensor(2, 3, 5, 1), "f": DEEP}, (2, None, 2, 2)),
        ("pool(x, [1, 2, 2, 1], None, 'VALID', 'NHWC')", {"x": tensor(2, 4, 9, 5)}, (2, 2, 4, 5)),
        ("conv_layer(x, 2, 8, 3, 1, 'same', None, 1)", {"x": tensor(B, T, T, 3)}, (B, T, T, 8)),
        ("conv_layer(x, 2, 8, 3, 1, 'same', None, 1)", {"x": RANKLESS}, (None, None, None, 8)),
        ("pool_layer(x, 2, 2, None, 'valid', None)", {"x": RANKLESS}, (None, None, None, None)),
        ("flatten_batch(x)", {"x": RANKLESS}, (None, None)),
        ("recurrent(x, 32, False)", {"x": RANKLESS}, (None, 32)),
        ("recurrent(x, 32, True)", {"x": tensor(B, T, 8)}, (B, T, 32)),
        ("where(c, None, None)", {"c": tensor(B, 3)}, (None, 2)),
        ("resized(x, size, False)", {"x": tensor(B, None, None, 3), "size": items(32, 16)}, (B, 32, 16, 3)),
    ],
)  # fmt: skip
def test_shapes(text: str, arguments: dict[str, Argument], expected: Shape) -> None:
    assert shape_by(text, arguments) == expected


@pytest.mark.parametrize(
    ("text", "arguments", "reason"),
    [
        ("matmul(a, b)", {"a": tensor(2, 3), "b": tensor(4, 5)}, "3 and 4"),
        ("reshape(x, [4, 2])", {"x": tensor(2, 3)}, "6 elements"),
        ("concat(x, 0)", {"x": Items((tensor(2, 3), tensor(2, 4)))}, "3 and 4"),
        ("conv_layer(x, 2, 8, 3, 1, 'same', None, 1)", {"x": tensor(B, 28, 28)}, "ndim=4, found ndim=3"),
        ("conv_layer(x, 1, 8, 5, 1, 'valid', None, 1)", {"x": tensor(B, 3, 1)}, "a window of 5"),
        ("conv_layer(x, 1, 8, 4, 1, 'valid', None, 1)", {"x": tensor(B, 3, 1)}, "a window of 4"),
        ("conv(x, f, 1, 'VALID', None, None)", {"x": tensor(2, 1, 6), "f": tensor(3, 6, 2)}, "a window of 3"),
        ("conv(x, f, 2, 'VALID', None, None)", {"x": tensor(2, 1, 6), "f": tensor(5, 6, 2)}, "a window of 5"),
        ("pool(x, 2, 2, 'VALID', None)", {"x": tensor(2, 1, 9, 3)}, "a window of 2"),
        ("pool(x, 3, 1, 'VALID', None, True)", {"x": tensor(2, 1, 9, 3)}, "a window of 3"),
        ("reshape_batch(x, [-1])", {"x": tensor()}, "no batch axis"),
        ("tensor_diag_part(x)", {"x": tensor(2, 3, 2)}, "rank 3"),
    ],
)
def test_calls_that_the_framework_refuses(text: str, arguments: dict[str, Argument], reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        shape_by(text, arguments)
    found = apply(Rule(Part("same(a | x)", text)), arguments)
    assert isinstance(found, Refusal)


def test_a_rule_for_several_results() -> None:
    rule = Rule(Part("same(x)", "split(x, parts, axis | 0)"))
    found = apply(rule, {"x": tensor(6, B), "parts": Constant(3)})
    assert found == (tensor(2, B),) * 3
    unknown = apply(rule, {"x": tensor(6, B), "parts": UNKNOWN})
    assert unknown == Several(RANKLESS)
    assert apply(Rule(Part("", "split(x, parts, axis | 0)")), {"x": tensor(6, B), "parts": UNKNOWN}) is None


def test_a_condition_on_an_argument() -> None:
    otherwise = Rule(Part("of_numbers(x)", "same(x)"))
    rule = Rule(Part(), when="listed(x)", otherwise=otherwise)
    assert apply(rule, {"x": tensor(B, 3)}) == tensor(B, 3)
    assert apply(rule, {"x": items(1, 2)}) is apply(rule, {"x": Repeated(Constant(1))}) is None
    assert apply(rule, {"x": UNKNOWN}) is None and apply(otherwise, {"x": UNKNOWN}) is not None


def test_a_rule_that_depends_on_a_flag() -> None:
    part = Part("same(x)", "recurrent(x, 4, False)")
    both = Rule((part, part), when="state | False", otherwise=Rule(part))
    once = TensorType(TensorKind.TENSOR, FLOAT32, (B, 4))
    assert apply(both, {"x": tensor(B, T, 3)}) == once
    assert apply(both, {"x": tensor(B, T, 3), "state": Constant(True)}) == (once, once)
    assert apply(both, {"x": tensor(B, T, 3), "state": UNKNOWN}) is None


def test_what_is_in_a_tensor_of_lengths_is_kept() -> None:
    rule = Rule(Part("'int32'", "rank_vector(input)", "shape_of_tensor(input)"))
    found = apply(rule, {"input": tensor(B, 3)})
    assert found == TensorType(TensorKind.TENSOR, INT32, (2,), elements=(B, 3))
    assert isinstance(found, TensorType)
    assert shape_by("dims(shape)", {"shape": found}) == (B, 3)


@pytest.mark.parametrize(
    ("one", "other", "expected"), [((2, 3), (4, 5), (8, 15)), ((2, 3), (2,), (4, 6)), ((), (), ())]
)
def test_lengths_are_multiplied_pair_by_pair(
    one: tuple[int, ...], other: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    rule = Rule(Part("'int32'", "broadcast(x, y)", "product_of(x, y)"))
    given = {
        name: TensorType(TensorKind.TENSOR, INT32, (len(held),), elements=held)
        for name, held in (("x", one), ("y", other))
    }
    assert apply(rule, given) == TensorType(TensorKind.TENSOR, INT32, (len(expected),), elements=expected)


RAGGED = TensorType(TensorKind.RAGGED, FLOAT32, (B, None, 3), ragged_rank=1)


def test_a_ragged_tensor_stays_ragged_under_operations_on_each_element() -> None:
    unary, binary = Rule(Part("same(x)", "same(x)")), Rule(Part("same(x, y)", "broadcast(x, y)"))
    assert apply(unary, {"x": RAGGED}) == RAGGED
    assert apply(binary, {"x": RAGGED, "y": Constant(2)}) == RAGGED
    assert apply(binary, {"x": RAGGED, "y": tensor(3)}) is None
    assert apply(binary, {"x": RAGGED}) is None
    assert apply(Rule(Part("same(x)", "reduce(x, None, False)")), {"x": RAGGED}) is None


def test_ragged_tensors_are_made_of_rows() -> None:
    rule = Rule(Part("same(values)", "rows_by_splits(values, splits)", "", "rank_after(values)"))
    found = apply(rule, {"values": tensor(None, 3), "splits": tensor(5)}, kind=TensorKind.RAGGED)
    assert found == TensorType(TensorKind.RAGGED, FLOAT32, (4, None, 3), ragged_rank=1)
    assert isinstance(found, TensorType)
    twice = apply(rule, {"values": found, "splits": tensor(3)}, kind=TensorKind.RAGGED)
    assert twice == TensorType(TensorKind.RAGGED, FLOAT32, (2, None, None, 3), ragged_rank=2)


def test_results_may_be_nested() -> None:
    images, labels = Part("'uint8'", "shape(60000, 28, 28)"), Part("'uint8'", "shape(60000)")
    found = apply(Rule(((images, labels), (images, labels))), {}, kind=TensorKind.NDARRAY)
    pair = tuple(TensorType(TensorKind.NDARRAY, DType("uint8"), shape) for shape in ((60000, 28, 28), (60000,)))
    assert found == (pair, pair)


def test_a_symbolic_tensor_makes_symbolic_ones() -> None:
    symbolic = TensorType(TensorKind.KERAS, FLOAT32, (None, 3))
    found = apply(Rule(Part("same(x)", "same(x)")), {"x": symbolic})
    assert found == symbolic


@pytest.mark.parametrize(
    ("text", "arguments", "expected"),
    [
        ("same(x, y)", {"x": tensor(2), "y": Constant(1)}, "float32"),
        ("same(x, y)", {"x": Constant(1), "y": Constant(2)}, "int32"),
        ("given(dtype | None, same(x))", {"x": tensor(2), "dtype": Constant("int64")}, "int64"),
        ("given(dtype | None, same(x))", {"x": tensor(2), "dtype": UNKNOWN}, None),
        ("given(dtype | None, 'float64')", {}, "float64"),
        ("policy(dtype | None)", {}, "float16"),
        ("policy(dtype | None)", {"dtype": Constant("mixed_bfloat16")}, "bfloat16"),
        ("floatx()", {}, "float32"),
        ("array(x)", {"x": Items((Constant(1), Constant(2.5)))}, "float64"),
        ("mean(x)", {"x": TensorType(TensorKind.NDARRAY, DType("uint8"), (3,))}, "float64"),
        ("summed(x)", {"x": TensorType(TensorKind.NDARRAY, DType("uint8"), (3,))}, "uint64"),
        ("of_tensor(x)", {"x": tensor(3)}, "float32"),
        ("of_tensor(x)", {"x": TensorType(TensorKind.NDARRAY, FLOAT32, (3,))}, None),
        ("of_floats(x)", {"x": tensor(3)}, "float32"),
        ("of_floats(x)", {"x": Constant(1)}, None),
        ("of_booleans(x, 'float32')", {"x": Constant(True)}, "float32"),
        ("of_booleans(x, 'float32')", {"x": Constant(1)}, "int32"),
        ("given(x, None)", {"x": DTypeObject(WEAK_INT)}, None),
        # Eagerly these have 32 bits.
        ("same(x)", {"x": Items((array("int64", 2, 3),) * 2)}, None),
        ("same(x)", {"x": Items((array("uint8", 2),))}, None),
        ("element(x)", {"x": Items((array("int64", 2),))}, None),
        # In a graph this does.
        ("same(x)", {"x": Items((array("float64"),) * 2)}, None),
        ("same(x)", {"x": Items((array("float64", 3),) * 2)}, "float64"),
        ("same(x)", {"x": Items((array("int32", 3),) * 2)}, "int32"),
        ("same(x)", {"x": array("int64", 3)}, "int64"),
        ("same(x)", {"x": Items((array("int64", 3), WHOLE))}, "int64"),
        ("same(x, y)", {"x": WHOLE, "y": Items((array("int64", 3),))}, "int64"),
        ("of_members(x)", {"x": Items((array("int64", 3),) * 2)}, "int64"),
        ("default_float(x)", {"x": WAVES}, None),
        ("default_float(x)", {"x": WHOLE}, "float32"),
        ("default_float(x)", {"x": Constant(True)}, "float32"),
        ("only(policy(), 'float16')", {}, "float16"),
        ("only(policy(), 'float32')", {}, None),
        ("of_numbers(x)", {"x": TensorType(TensorKind.TENSOR, STRING, (3,))}, None),
        ("of_numbers(x)", {"x": TensorType(TensorKind.NDARRAY, INT32, (3,))}, "int32"),
        ("real_part(x)", {"x": Constant(True)}, "int64"),
        ("real_part(x)", {"x": TensorType(TensorKind.NDARRAY, BOOL, ())}, "bool"),
        ("real_part(x)", {"x": items(True)}, "bool"),
        ("real_part(x)", {"x": WAVES}, "float32"),
        ("norm(x, ord, None)", {"x": WAVES, "ord": Constant("euclidean")}, "complex64"),
        ("norm(x, ord, None)", {"x": WAVES, "ord": Constant(1)}, "float32"),
        ("norm(x, ord, 0)", {"x": WAVES, "ord": Constant(2)}, "complex64"),
        ("norm(x, ord, [0, 1])", {"x": WAVES, "ord": Constant(2)}, "float32"),
        ("norm(x, ord, axis)", {"x": WAVES, "ord": Constant(2), "axis": UNKNOWN}, None),
        ("norm(x, ord, None)", {"x": WAVES, "ord": UNKNOWN}, None),
        ("norm(x, ord, None)", {"x": tensor(3), "ord": UNKNOWN}, "float32"),
    ],
)
def test_dtypes(text: str, arguments: dict[str, Argument], expected: str | None) -> None:
    found = dtype_by(text, arguments, Setting(policy=DType("float16")))
    assert (found.name if found else None) == expected


lengths = st.one_of(st.integers(0, 4), st.none(), st.sampled_from([B, T]))
shapes = st.one_of(st.none(), st.lists(lengths, max_size=4).map(tuple))
tensors = st.builds(TensorType, st.sampled_from(TensorKind), st.sampled_from([None, FLOAT32, INT32]), shapes)
plain = st.one_of(
    st.sampled_from([NONE, UNKNOWN, Constant(True), Constant(0.5), Constant("same"), Number(WEAK_INT, B)]),
    st.sampled_from([Constant("NCHW"), DTypeObject(FLOAT32), Constant("ij,jk->ik")]),
    st.integers(-3, 4).map(Constant),
)  # fmt: skip
arguments: st.SearchStrategy[Argument] = st.recursive(
    st.one_of(tensors, plain),
    lambda inner: st.one_of(st.lists(inner, max_size=3).map(lambda found: Items(tuple(found))), inner.map(Repeated)),
    max_leaves=6,
)


@pytest.mark.slow
@pytest.mark.parametrize("word", sorted({*ALL_SHAPES, *LISTS}))
@settings(max_examples=10)
@given(st.data())
def test_whatever_a_word_is_given_it_answers_or_says_why_not(word: str, data: st.DataObject) -> None:
    names = data.draw(st.lists(arguments, min_size=1, max_size=6))
    text = f"{word}({', '.join(f'a{index}' for index in range(len(names)))})"
    given_arguments = {f"a{index}": argument for index, argument in enumerate(names)}
    try:
        found = evaluate_list(text, given_arguments) if word in LISTS else shape_by(text, given_arguments)
    except (Refused, TypeError) as error:
        # A word with another number of parameters.
        assert isinstance(error, Refused) or "positional argument" in str(error)
        return
    for shape in found if isinstance(found, list) else [found]:
        assert shape is None or all(each is None or isinstance(each, (Symbol, int)) for each in shape)


def less_known(argument: Argument, data: st.DataObject) -> Argument:
    """The same with less known of it."""
    if isinstance(argument, TensorType):
        if argument.shape is None or data.draw(st.integers(0, 5)) == 0:
            return TensorType(argument.kind, argument.dtype, None)
        shape = tuple(None if data.draw(st.integers(0, 2)) == 0 else each for each in argument.shape)
        return TensorType(argument.kind, argument.dtype, shape)
    if isinstance(argument, Items):
        return Items(tuple(less_known(each, data) for each in argument.items))
    if isinstance(argument, Constant) and type(argument.value) is int and data.draw(st.integers(0, 4)) == 0:
        return Number(WEAK_INT)
    return argument


@pytest.mark.slow
@pytest.mark.parametrize("word", sorted(ALL_SHAPES))
@settings(max_examples=10)
@given(st.data())
def test_who_knows_less_says_nothing_else(word: str, data: st.DataObject) -> None:
    names = data.draw(st.lists(arguments, min_size=1, max_size=4))
    text = f"{word}({', '.join(f'a{index}' for index in range(len(names)))})"
    known = {f"a{index}": argument for index, argument in enumerate(names)}
    less = {name: less_known(argument, data) for name, argument in known.items()}
    try:
        full = shape_by(text, known)
        part = shape_by(text, less)
    except (Refused, TypeError):
        return
    assert full is None or dimensions.covers(part, full)


def with_number(argument: Argument) -> Argument:
    """The same where the batch is known to be 3."""
    if isinstance(argument, TensorType) and argument.shape is not None:
        return TensorType(argument.kind, argument.dtype, tuple(3 if each == B else each for each in argument.shape))
    if isinstance(argument, Items):
        return Items(tuple(map(with_number, argument.items)))
    if isinstance(argument, Repeated):
        return Repeated(with_number(argument.item))
    return Constant(3) if argument == Number(WEAK_INT, B) else argument


@pytest.mark.slow
@pytest.mark.parametrize("word", sorted(ALL_SHAPES))
@settings(max_examples=10)
@given(st.data())
def test_what_holds_for_a_symbol_holds_for_every_number(word: str, data: st.DataObject) -> None:
    names = data.draw(st.lists(arguments, min_size=1, max_size=4))
    text = f"{word}({', '.join(f'a{index}' for index in range(len(names)))})"
    symbolic = {f"a{index}": argument for index, argument in enumerate(names)}
    try:
        found = shape_by(text, symbolic)
        exact = shape_by(text, {name: with_number(argument) for name, argument in symbolic.items()})
    except (Refused, TypeError):
        return
    said = None if found is None else tuple(3 if each == B else each for each in found)
    assert exact is None or dimensions.covers(said, exact)


def test_every_word_of_the_dtypes_takes_any_argument() -> None:
    for word in DTYPES:
        for argument in (UNKNOWN, NONE, tensor(2), Constant(1), items(1, 2.5), DTypeObject(None)):
            try:
                dtype_by(f"{word}(a)", {"a": argument})
            except TypeError as error:
                assert "argument" in str(error)
            except Refused as refused:
                assert str(refused)


def test_lengths_of_a_shape_are_numbers_of_python() -> None:
    assert integers((B, 3, None)) == Items((Number(WEAK_INT, B), Constant(3), Number(WEAK_INT)))

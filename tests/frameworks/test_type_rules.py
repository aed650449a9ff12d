"""The rules of the data, and how they are found."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hybridize.frameworks.generate import frequency, templates, type_rules
from hybridize.frameworks.generate.calling import parameters
from hybridize.frameworks.generate.fit import Case, Fitter, Observed, argument, contradicted
from hybridize.frameworks.knowledge import load
from hybridize.frameworks.tensor_types.arguments import (
    UNKNOWN,
    Argument,
    Constant,
    Items,
    Number,
    Repeated,
    integers,
)
from hybridize.frameworks.tensor_types.dimensions import Symbol
from hybridize.frameworks.tensor_types.dtype_rules import DTYPES, Setting
from hybridize.frameworks.tensor_types.dtypes import FLOAT32, FLOAT64, INT32, STRING, WEAK_INT, DType
from hybridize.frameworks.tensor_types.element_rules import ELEMENTS
from hybridize.frameworks.tensor_types.expressions import parsed, references, words
from hybridize.frameworks.tensor_types.interpreter import ALL_SHAPES, Refusal, Several, apply
from hybridize.frameworks.tensor_types.operators import ARRAYS, ONE_ARRAY, ONE_TENSOR, TENSORS, binary, unary
from hybridize.frameworks.tensor_types.ragged_rules import RANKS
from hybridize.frameworks.tensor_types.rules import entries, entry_rule, rule
from hybridize.frameworks.tensor_types.shape_rules import CONDITIONS, LISTS
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType

WORDS = {
    "dtype": DTYPES,
    "shape": {**ALL_SHAPES, **LISTS},
    "elements": ELEMENTS,
    "ragged-rank": RANKS,
    "when": CONDITIONS,
}
CALLED_WITH = {
    "keepdims", "inputs", "query", "value", "dtype", "return_attention_scores", "indexing", "y_true", "y_pred",
}  # fmt: skip
B = Symbol("batch")


def expressions(entry: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The expressions of an entry, with their keys."""
    if "when" in entry:
        yield "when", entry["when"]
        yield from expressions(entry["then"])
        yield from expressions(entry["else"])
        return
    for key in WORDS.keys() - {"when"}:
        yield from ((key, text) for text in leaves(entry.get(key, "")))


def leaves(found: Any) -> Iterator[str]:
    if isinstance(found, list):
        for each in found:
            yield from leaves(each)
    elif found:
        yield found


def test_rules_are_written_in_known_words_about_known_parameters() -> None:
    for name, entry in entries().items():
        symbol = load().lookup(name)
        assert symbol is not None and symbol.name == name and symbol.known, name
        known = {each.lstrip("*") for each in parameters(symbol)} | CALLED_WITH
        for key, text in expressions(dict(entry)):
            assert words(parsed(text)) <= set(WORDS.get(key, ())), f"{name}: {text}"
            assert references(parsed(text)) <= known, f"{name}: {text}"


def test_every_rule_says_where_it_comes_from() -> None:
    assert all(entry["from"].startswith(("calls, ", "people, ")) for entry in entries().values())


def test_most_of_what_real_code_calls_has_a_rule() -> None:
    """Counted over the repositories that `count` was given."""
    frequent = list(frequency.kept())[:300]
    whole = [name for name in frequent if type_rules.state(entries().get(name, {})) == "whole"]
    assert len(whole) >= 240


def test_the_file_is_small() -> None:
    assert (type_rules.DATA / f"{type_rules.FILE}.json").stat().st_size < 400_000


def test_operators_have_rules() -> None:
    for names, package in (
        (TENSORS, "tensorflow"),
        (ONE_TENSOR, "tensorflow"),
        (ARRAYS, "numpy"),
        (ONE_ARRAY, "numpy"),
    ):
        for name in names.values():
            assert rule(f"{package}.{name}") is not None, name


def tensor(dtype: DType, *shape: int | Symbol | None) -> TensorType:
    return TensorType(TensorKind.TENSOR, dtype, shape)


def array(dtype: DType, *shape: int | Symbol | None) -> TensorType:
    return TensorType(TensorKind.NDARRAY, dtype, shape)


@pytest.mark.parametrize(
    ("operator", "left", "right", "expected"),
    [
        ("+", tensor(FLOAT32, B, 3), Constant(1), tensor(FLOAT32, B, 3)),
        ("+", Constant(1.5), tensor(FLOAT32, B, 3), tensor(FLOAT32, B, 3)),
        ("/", tensor(INT32, 3), tensor(INT32, 3), tensor(FLOAT64, 3)),
        ("@", tensor(FLOAT32, B, 3), tensor(FLOAT32, 3, 4), tensor(FLOAT32, B, 4)),
        ("<", tensor(FLOAT32, B), Constant(0), tensor(DType("bool"), B)),
        ("/", array(DType("uint8"), 60000, 28, 28), Constant(255.0), array(FLOAT64, 60000, 28, 28)),
        ("+", array(INT32, 3), array(FLOAT32, 2, 1), array(FLOAT64, 2, 3)),
        ("*", tensor(FLOAT32, 3), array(FLOAT64, 3), tensor(FLOAT32, 3)),
        ("/", array(FLOAT64, 3), tensor(FLOAT32, 3), tensor(FLOAT32, 3)),
        ("/", array(FLOAT64, 3), tensor(INT32, 3), tensor(FLOAT64, 3)),
        ("/", Constant(1), tensor(FLOAT32, 3), tensor(FLOAT32, 3)),
        ("/", tensor(DType("bool"), 3), array(FLOAT32, 3), TensorType(TensorKind.TENSOR, None, (3,))),
        ("*", tensor(FLOAT32, 3), tensor(DType("bool"), 3), TensorType(TensorKind.TENSOR, DType("bool"))),
    ],
)
def test_operators(operator: str, left: Argument, right: Argument, expected: TensorType) -> None:
    assert binary(operator, left, right) == expected


def test_operators_that_are_refused() -> None:
    assert binary("+", tensor(FLOAT32, 3), tensor(FLOAT64, 3)) == Refusal(
        "float32 and float64 meet, and TensorFlow casts neither", of_dtypes=True
    )
    assert binary("*", tensor(INT32), Items((Constant(0.5),))) is None  # The list so many times.
    assert binary("*", Items((Constant(2),)), tensor(INT32)) == tensor(INT32, 1)
    assert isinstance(binary("@", tensor(FLOAT32, 2, 3), tensor(FLOAT32, 2, 3)), Refusal)
    assert binary("==", tensor(FLOAT32, 2), tensor(FLOAT32, 3)) == TensorType(TensorKind.TENSOR, DType("bool"))


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("numpy.full_like", {"a": array(INT32, 3), "fill_value": Constant(0.5)}, array(INT32, 3)),
        ("numpy.roll", {"a": array(INT32, 3, 1), "shift": Constant(2)}, array(INT32, 3, 1)),
        ("numpy.roll", {"a": array(FLOAT32, 3, 5), "shift": Items((Constant(1), Constant(2)))}, array(FLOAT32, 3, 5)),
        ("tensorflow.io.decode_image", {"dtype": Constant("float32")}, TensorType(TensorKind.TENSOR, FLOAT32)),
        ("tensorflow.linalg.diag", {"diagonal": tensor(FLOAT32, 3), "k": Constant(1)}, None),
        ("tensorflow.linalg.diag", {"diagonal": tensor(FLOAT32, 3)}, tensor(FLOAT32, 3, 3)),
    ],
)
def test_arguments_that_calls_seldom_gave(
    name: str, given: dict[str, Argument], expected: TensorType | None
) -> None:
    """Rules that were found by calling had been found without them."""
    found = rule(name)
    kind = TensorKind.NDARRAY if name.startswith("numpy.") else TensorKind.TENSOR
    assert found is not None and apply(found, given, kind=kind) == expected


def test_operators_with_one_operand() -> None:
    assert unary("-", tensor(FLOAT32, B)) == tensor(FLOAT32, B)
    assert unary("abs", array(DType("complex64"), 3)) == array(FLOAT32, 3)


def test_reshaping_by_a_batch_that_was_asked_for() -> None:
    """`tf.reshape(x, [tf.shape(x)[0], -1])`."""
    shape_rule, reshape_rule = rule("tensorflow.shape"), rule("tensorflow.reshape")
    assert shape_rule is not None and reshape_rule is not None
    x = tensor(FLOAT32, B, 4, 8)
    lengths = apply(shape_rule, {"input": x})
    assert isinstance(lengths, TensorType) and lengths.elements == (B, 4, 8)
    found = apply(reshape_rule, {"tensor": x, "shape": TensorType(TensorKind.TENSOR, INT32, (2,), elements=(B, -1))})
    assert found == tensor(FLOAT32, B, 32)


def test_a_layer_with_states() -> None:
    lstm = rule("keras.layers.LSTM")
    assert lstm is not None
    inputs = tensor(FLOAT32, B, 20, 8)
    assert apply(lstm, {"inputs": inputs, "units": Constant(32)}) == tensor(FLOAT32, B, 32)
    found = apply(lstm, {"inputs": inputs, "units": Constant(32), "return_state": Constant(True)})
    assert found == (tensor(FLOAT32, B, 32),) * 3


BOOL, FLOAT16, INT64 = DType("bool"), DType("float16"), DType("int64")
TWO, ARRAY = Constant(2), array(FLOAT32, 3)
WAVES, IMAGES = tensor(DType("complex64"), 1, 5), tensor(FLOAT32, 3, 6, 8, 4)
RANKLESS = TensorType(TensorKind.TENSOR, FLOAT32)
EACH: dict[str, Argument] = {"stride": Constant(1), "strides": Constant(1), "padding": Constant("VALID")}
BILINEAR: dict[str, Argument] = {"interpolation": Constant("bilinear")}


@pytest.mark.parametrize(
    ("name", "arguments", "dtype", "shape"),
    [
        (
            "tensorflow.tensordot",
            {"a": tensor(FLOAT32, 4, 3, 2, 6), "b": tensor(FLOAT32, 4, 3, 2), "axes": TWO}, FLOAT32, (4, 3, 2),
        ),
        ("tensorflow.math.subtract", {"x": TWO, "y": ARRAY}, None, (3,)),
        ("tensorflow.math.subtract", {"x": array(FLOAT64, 3), "y": TWO}, FLOAT64, (3,)),
        ("tensorflow.get_static_value", {"tensor": Constant(2.0)}, FLOAT64, ()),
        (
            "tensorflow.compat.v1.image.resize_images",
            {"images": tensor(INT32, 4, 4, 3), "size": integers((4, 4))}, None, (4, 4, 3),
        ),
        (
            "tensorflow.compat.v1.image.resize_images",
            {"images": tensor(INT32, 4, 4, 3), "size": integers((5, 4)), "method": Constant("nearest")},
            INT32, (5, 4, 3),
        ),
        ("keras.layers.Activation", {"inputs": tensor(INT32, B, 3)}, None, (B, 3)),
        ("keras.layers.Activation", {"inputs": tensor(FLOAT32, B, 3)}, FLOAT32, (B, 3)),
        ("numpy.ascontiguousarray", {"a": array(FLOAT32)}, FLOAT32, (1,)),
        ("numpy.cumsum", {"a": TWO, "axis": Constant(0)}, INT64, (1,)),
        ("numpy.append", {"arr": array(FLOAT16, 2), "values": TWO}, FLOAT64, (3,)),
        ("numpy.mod", {"x1": array(BOOL, 2), "x2": array(BOOL, 2)}, None, (2,)),
        ("numpy.mod", {"x1": ARRAY, "x2": ARRAY}, FLOAT32, (3,)),
        ("numpy.ndarray.clip", {"self": array(INT32, 2), "min": Constant(0.5)}, FLOAT64, (2,)),
        ("numpy.ndarray.clip", {"self": array(FLOAT32, 2), "min": Constant(0), "max": Constant(1)}, FLOAT32, (2,)),
        ("numpy.ndarray.round", {"self": array(BOOL, 2)}, None, (2,)),
        ("numpy.random.choice", {"a": array(INT32), "size": TWO}, INT64, (2,)),
        ("numpy.random.choice", {"a": array(INT32, 9), "size": TWO}, INT32, (2,)),
        ("numpy.random.permutation", {"x": array(INT32)}, INT64, (None,)),
        ("numpy.random.sample", {"size": TWO}, FLOAT64, (2,)),
        ("numpy.random.ranf", {}, None, ()),
        ("numpy.linspace", {"start": array(FLOAT32), "stop": array(FLOAT32), "num": TWO}, None, (2,)),
        ("numpy.repeat", {"a": array(INT32), "repeats": TWO, "axis": Constant(-1)}, INT32, (2,)),
        ("numpy.take", {"a": array(INT32), "indices": array(INT64, 2), "axis": Constant(0)}, INT32, (2,)),
        ("numpy.linalg.svd", {"a": array(DType("complex64"), 2, 3), "compute_uv": Constant(False)}, FLOAT32, (2,)),
        (
            "tensorflow.compat.v1.losses.sparse_softmax_cross_entropy",
            {"labels": tensor(INT32, 2), "logits": tensor(FLOAT32, 2, 3), "weights": tensor(INT32, 2)}, FLOAT32, (),
        ),
        ("numpy.linspace", {"start": ARRAY, "stop": Constant(1), "num": TWO}, FLOAT32, (2, 3)),
        ("numpy.real", {"val": Constant(True)}, INT64, ()),
        ("keras.utils.normalize", {"x": array(DType("uint8"), 6)}, None, None),
        ("tensorflow.image.rgb_to_hsv", {"images": array(FLOAT64, 4, 3)}, None, (4, 3)),
        (
            "tensorflow.image.psnr",
            {"a": tensor(FLOAT32, 2, 6, 5, 3), "b": tensor(FLOAT32, 6, 5, 3), "max_val": TWO}, FLOAT32, (2,),
        ),
        ("tensorflow.linalg.logdet", {"matrix": tensor(DType("complex64"), 5, 3, 3)}, FLOAT32, (5,)),
        ("tensorflow.math.invert_permutation", {"x": tensor(INT64, 3)}, INT64, (3,)),
        ("tensorflow.math.invert_permutation", {"x": array(INT64, 3)}, None, (3,)),
        ("keras.ops.real", {"x": WAVES}, FLOAT32, (1, 5)),
        ("keras.ops.norm", {"x": tensor(INT64, 3, 2), "axis": Constant(0)}, FLOAT32, (2,)),
        ("keras.ops.norm", {"x": tensor(FLOAT16, 3, 2)}, FLOAT16, ()),
        ("keras.ops.norm", {"x": WAVES}, None, ()),
        ("keras.ops.ldexp", {"x1": tensor(FLOAT64, 4), "x2": tensor(INT32, 4)}, FLOAT64, (4,)),
        ("keras.ops.ldexp", {"x1": tensor(INT32, 4), "x2": tensor(INT64, 1)}, FLOAT32, (4,)),
        ("keras.ops.nancumsum", {"x": ARRAY, "dtype": Constant("bool")}, INT32, None),
        ("keras.ops.nancumsum", {"x": ARRAY, "dtype": Constant("float16")}, FLOAT16, None),
        ("keras.ops.svd", {"x": tensor(DType("complex64"), 6, 3), "compute_uv": Constant(False)}, FLOAT32, (3,)),
        (
            "tensorflow.nn.softmax_cross_entropy_with_logits",
            {"labels": tensor(FLOAT32, 4, 3, 1, 1), "logits": tensor(FLOAT32, 4, 3, 1)}, FLOAT32, (4, 3),
        ),
        (
            "tensorflow.nn.softmax_cross_entropy_with_logits",
            {"labels": tensor(FLOAT32, 2, 3, 4), "logits": tensor(FLOAT32, 3, 2, 4)}, FLOAT32, (3, 2),
        ),
        (
            "tensorflow.nn.softmax_cross_entropy_with_logits",
            {"labels": tensor(FLOAT32, 2, 4), "logits": tensor(FLOAT32, None, 4)}, FLOAT32, (2,),
        ),
        ("tensorflow.reverse", {"tensor": tensor(INT64), "axis": Constant(0)}, INT64, ()),
        ("numpy.real", {"val": array(BOOL, 2)}, BOOL, (2,)),
        ("tensorflow.norm", {"tensor": WAVES, "ord": Constant(0.5)}, FLOAT32, ()),
        ("tensorflow.norm", {"tensor": WAVES}, WAVES.dtype, ()),
        ("tensorflow.nn.conv1d", {"input": tensor(FLOAT64, 2, 1, 6), "filters": tensor(FLOAT64, 2, 1, 2), **EACH},
         FLOAT64, (2, None, 2)),
        ("tensorflow.nn.max_pool2d", {"input": tensor(FLOAT32, 2, 4, 9, 5), "ksize": integers((1, 1, 1, 2)), **EACH},
         FLOAT32, (None,) * 4),
        ("tensorflow.stack", {"values": Items((array(INT64, 4, 6),) * 2)}, None, (2, 4, 6)),
        ("tensorflow.concat", {"values": Items((array(INT64, 4, 6),) * 2), "axis": Constant(0)}, INT64, (8, 6)),
        ("tensorflow.image.draw_bounding_boxes", {"images": array(DType("uint8"), 2, 6, 4, 3)}, None, (2, 6, 4, 3)),
        ("tensorflow.gather",
         {"params": tensor(INT32, None, 3), "indices": tensor(INT32, 2, 3), "batch_dims": Constant(1)},
         INT32, (None, 3)),
        ("keras.losses.mean_squared_error", {"y_true": tensor(INT32, 2, 3), "y_pred": tensor(INT32, 2, 3)}, None, None),
        ("keras.losses.log_cosh", {"y_true": tensor(FLOAT32, 3, 3), "y_pred": tensor(FLOAT32, 3, 3, 1)}, FLOAT32, None),
        ("keras.losses.log_cosh", {"y_true": tensor(FLOAT32, 3, 2), "y_pred": tensor(FLOAT32, 3, 2)}, FLOAT32, (3,)),
        ("keras.losses.mean_squared_logarithmic_error", {"y_true": tensor(FLOAT16, 4), "y_pred": tensor(FLOAT16, 4)},
         None, ()),
        ("keras.activations.squareplus", {"x": tensor(FLOAT32, 2)}, FLOAT32, (2,)),
        ("keras.layers.add", {"inputs": Items((array(FLOAT16),) * 2)}, None, ()),
        ("keras.layers.add", {"inputs": Items((array(FLOAT16, 2),) * 2)}, FLOAT32, (2,)),
        ("numpy.linalg.norm", {"x": array(INT32, 2)}, FLOAT64, ()),
        ("numpy.linalg.norm", {"x": array(DType("complex64"), 2)}, FLOAT32, ()),
        ("numpy.trace", {"a": array(INT32, 2, 2)}, INT64, None),
        ("numpy.logaddexp2", {"x1": array(DType("uint8")), "x2": array(DType("uint8"))}, FLOAT16, ()),
        ("numpy.polyfit", {"x": array(FLOAT32, 3), "y": array(FLOAT32, 3)}, FLOAT64, None),
        ("numpy.polyfit", {"x": array(FLOAT32, 3), "y": array(DType("complex64"), 3)}, None, None),
        ("numpy.add", {"x1": array(STRING), "x2": array(STRING, 3), "dtype": Constant("float64")}, None, (3,)),
        ("numpy.add", {"x1": ARRAY, "x2": ARRAY, "dtype": Constant("float64")}, FLOAT64, (3,)),
        ("numpy.add", {"x1": ARRAY, "x2": ARRAY}, FLOAT32, (3,)),
        ("numpy.fromiter", {"iter": Items((integers((1, 2)),)), "dtype": Constant("bool")}, BOOL, (None,)),
        ("numpy.ndarray.argsort", {"self": array(STRING)}, INT64, (1,)),
        ("numpy.trapezoid", {"y": integers((1, 2))}, FLOAT64, ()),
        ("keras.backend.get_value", {"x": tensor(STRING, 5)}, None, (5,)),
        ("keras.backend.get_value", {"x": tensor(INT32, 5)}, INT32, (5,)),
        ("keras.layers.UpSampling2D", {"inputs": IMAGES, **BILINEAR, "dtype": Constant("float64")},
         None, (3, 12, 16, 4)),
        ("keras.layers.UpSampling2D", {"inputs": IMAGES, "dtype": Constant("float64")}, FLOAT64, (3, 12, 16, 4)),
        ("keras.layers.UpSampling2D", {"inputs": IMAGES, **BILINEAR}, FLOAT32, (3, 12, 16, 4)),
    ],
)  # fmt: skip
def test_what_runs_of_two_releases_gave(
    name: str, arguments: dict[str, Argument], dtype: DType | None, shape: tuple[int | Symbol | None, ...]
) -> None:
    """TensorFlow 2.15 with NumPy 1.26, and 2.21 with NumPy 2: no dtype where they, or the functions, differ."""
    found = rule(name)
    assert found is not None
    said = apply(found, arguments)
    assert isinstance(said, TensorType)
    assert (said.dtype, said.shape) == (dtype, shape)


def test_what_runs_of_two_releases_gave_of_several_results() -> None:
    def shapes(name: str, arguments: dict[str, Argument]) -> list[object]:
        found = rule(name)
        assert found is not None
        said = apply(found, arguments)
        return [each.shape for each in said if isinstance(each, TensorType)] if isinstance(said, tuple) else [said]

    def dtypes(name: str, arguments: dict[str, Argument]) -> list[object]:
        found = rule(name)
        assert found is not None
        said = apply(found, arguments)
        assert isinstance(said, tuple)
        return [each.dtype for each in said if isinstance(each, TensorType)]

    vectors: dict[str, Argument] = {"xi": Items((array(FLOAT32, 2), array(FLOAT32, 5)))}
    sparse = {**vectors, "sparse": Constant(True)}
    assert shapes("numpy.meshgrid", sparse) == [(1, 2), (5, 1)]
    assert shapes("numpy.meshgrid", {**sparse, "indexing": Constant("ij")}) == [(2, 1), (1, 5)]
    assert shapes("numpy.meshgrid", vectors) == [(5, 2), (5, 2)]
    unknown: dict[str, Argument] = {"args": Items((RANKLESS, tensor(FLOAT32, 2)))}
    assert shapes("tensorflow.meshgrid", unknown) == [(2, None), (2, None)]
    assert shapes("tensorflow.meshgrid", {"args": Repeated(RANKLESS)}) == [Several(RANKLESS)]
    assert shapes("numpy.trapezoid", {"y": integers((1, 2)), "x": array(FLOAT32, 4, 5)}) == [None]
    sides: dict[str, Argument] = {"a": array(FLOAT32, 5, 3), "b": array(FLOAT32, 5, 2)}
    assert shapes("numpy.linalg.lstsq", sides) == [(3, 2), None, (), (3,)]
    parts: dict[str, Argument] = {"data": RANKLESS, "partitions": tensor(INT32, 2)}
    assert shapes("tensorflow.dynamic_partition", {**parts, "num_partitions": TWO}) == [None, None]
    assert shapes("tensorflow.dynamic_partition", {**parts, "num_partitions": Number(WEAK_INT)}) == [Several(RANKLESS)]
    assert shapes("keras.backend.get_value", {"x": integers((2, 1))}) == [None]
    assert shapes("keras.backend.eval", {"x": integers((2, 1))}) == [None]
    whole: dict[str, Argument] = {"a": array(INT32, 2, 3, 3)}
    assert dtypes("numpy.linalg.eig", whole) == [None, None]
    assert dtypes("numpy.linalg.eigh", whole) == [FLOAT64, FLOAT64]
    assert dtypes("tensorflow.linalg.slogdet", {"input": tensor(DType("complex64"), 3, 3)}) == [DType("complex64")] * 2
    assert dtypes("numpy.linalg.slogdet", {"a": array(DType("complex64"), 3, 3)}) == [DType("complex64"), FLOAT32]
    assert dtypes("numpy.divmod", {"x1": array(BOOL, 2), "x2": array(BOOL, 2)}) == [None, None]
    assert dtypes("numpy.histogram2d", {"x": ARRAY, "y": ARRAY}) == [None] * 3
    assert shapes("numpy.indices", {"dimensions": integers((2, 3)), "sparse": Constant(True)}) == [None]
    assert shapes("numpy.intersect1d", {"ar1": ARRAY, "ar2": ARRAY, "return_indices": Constant(True)}) == [(None,)] * 3


def test_tensordot_compares_what_its_library_compares() -> None:
    for package, refused in (("tensorflow", False), ("numpy", True)):
        found = rule(f"{package}.tensordot")
        assert found is not None
        said = apply(found, {"a": array(FLOAT32, 3, 2, 6), "b": array(FLOAT32, 4, 3, 2), "axes": TWO})
        assert isinstance(said, Refusal) is refused
        assert isinstance(apply(found, {"a": ARRAY, "b": array(FLOAT32, 2), "axes": Constant(1)}), Refusal)


def test_data_sets() -> None:
    mnist = rule("keras.datasets.mnist.load_data")
    assert mnist is not None
    found = apply(mnist, {}, kind=TensorKind.NDARRAY)
    assert isinstance(found, tuple) and isinstance(found[0], tuple)
    assert found[0][0] == array(DType("uint8"), 60000, 28, 28)


def test_patterns_are_filled_by_the_names_of_parameters() -> None:
    found = templates.filled(
        "reduce({x}, {axis}, {keep})", ["input_tensor", "axis", "keepdims", "name"], {"axis": None, "keepdims": False}
    )
    assert list(found) == ["reduce(input_tensor, axis | None, keepdims | False)"]
    assert list(templates.filled("dims({dims})", ["x"], {})) == []


def cases(count: int) -> Iterator[Case]:
    """Calls of a function that takes the last axis away and casts nothing."""
    for index in range(count):
        shape, dtype = tuple(range(2, 4 + index % 3)), (FLOAT32, INT32, FLOAT64)[index % 3]
        seen = (Observed(dtype, shape[:-1]),)
        arguments: dict[str, Argument] = {"logits": tensor(dtype, *shape), "depth": Constant(index)}
        yield Case(arguments, seen, seen, seen, False, Setting(), held_out=index % 4 == 0)


def test_the_expression_that_no_call_contradicts_is_found() -> None:
    fitter = Fitter("tensorflow.nn.some", ["logits", "depth", "name"], {"name": None}, list(cases(24)), layer=False)
    found = fitter.found()
    assert found is not None
    assert found.entry() == {"dtype": "same(logits)", "shape": "prefix(logits)"}


def test_few_calls_say_nothing() -> None:
    fitter = Fitter("tensorflow.nn.some", ["logits", "depth"], {}, list(cases(6)), layer=False)
    assert fitter.found() is None


def test_a_call_that_a_rule_does_not_cover_contradicts_it() -> None:
    given = list(cases(3))
    assert contradicted(entry_rule({"dtype": "same(logits)", "shape": "same(logits)"}), given)
    assert not contradicted(entry_rule({"dtype": "same(logits)", "shape": "prefix(logits)"}), given)
    unknown = [Case({"logits": Number(WEAK_INT)}, each.results, each.truth, None, False, Setting()) for each in given]
    assert not contradicted(
        entry_rule({"dtype": "", "shape": "band(logits)"}), unknown
    ), "a call that fails may be refused"


def test_of_a_list_each_member_must_be_covered() -> None:
    rule, unknown = entry_rule({"dtype": "same(x)", "shape": "unstack(x, num | None, 0)"}), TensorType(dtype=FLOAT32)
    seen = (Observed(FLOAT32, (2,)), Observed(FLOAT32, (3,)))
    arguments: dict[str, Argument] = {"x": unknown}
    assert not contradicted(rule, [Case(arguments, seen, seen, seen, True, Setting())])
    assert contradicted(rule, [Case(arguments, seen[:1], seen[:1], seen[:1], False, Setting())])
    other = (*seen, Observed(INT32, (2,)))
    assert contradicted(rule, [Case(arguments, other, other, other, True, Setting())])


@pytest.mark.parametrize(("second", "wrong"), [("float64", 0), ("float32", 1)])
def test_the_check_asks_what_the_tool_says(tmp_path: Path, second: str, wrong: int) -> None:
    """Functions that may take two dtypes refuse none, and their rules say nothing of them."""
    given = ["list", [["tensor", "float32", [2, 4]], ["tensor", second, [2, 4]]]]
    call = {"arguments": {"xs": given}, "result": ["tensor", "float64", [4, 4]], "blurred": []}
    record = {"name": "keras.ops.concatenate", "calls": [call], "releases": {"numpy": "2.0.0"}}
    path = tmp_path / "calls.json"
    path.write_text(json.dumps(record), "utf-8")
    assert len(type_rules.Seen([path], load()).check()) == wrong


def test_rules_are_found_for_single_functions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others keep theirs, and what people have written of functions that were not called is added."""
    file = {"rules": {"numpy.ones": {"dtype": "old"}, "keras.ops.zeros": {"dtype": "old"}}, "format": 1}
    (tmp_path / f"{type_rules.FILE}.json").write_text(json.dumps(file), "utf-8")
    monkeypatch.setattr(type_rules, "DATA", tmp_path)
    call = {"arguments": {}, "result": ["tensor", "float64", [4]], "blurred": []}
    record = {"name": "numpy.ones", "calls": [call], "releases": {"numpy": "2.0.0"}}
    path = tmp_path / "calls.json"
    path.write_text(json.dumps(record), "utf-8")
    new = {"numpy.ones": {"dtype": "new"}, "keras.ops.zeros": {"dtype": "new"}, "numpy.zeros": {"dtype": "new"}}
    kept = type_rules.Seen([path], load()).kept({"rules": new, "format": 2})
    assert list(kept["rules"]) == sorted(new) and kept["format"] == 1
    assert {name: entry["dtype"] for name, entry in kept["rules"].items()} == {
        "numpy.ones": "new", "keras.ops.zeros": "old", "numpy.zeros": "new",
    }  # fmt: skip


def test_of_a_ragged_argument_nothing_is_known() -> None:
    assert argument(["ragged", "float32", [2]]) == UNKNOWN
    assert argument(["tensor", "float32", [2]]) == tensor(FLOAT32, 2)


def test_what_people_wrote_is_in_the_data() -> None:
    written = json.loads(Path(type_rules.WRITTEN).read_text("utf-8"))
    for name, entry in written.items():
        assert {key: value for key, value in entries()[name].items() if key != "from"} == entry

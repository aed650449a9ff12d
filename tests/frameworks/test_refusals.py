"""Which refusals of the rules TensorFlow shares: what is listed, and what the installed release says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hybridize.frameworks.generate import refusals
from hybridize.frameworks.tensor_types.arguments import Constant, Items
from hybridize.frameworks.tensor_types.dtypes import FLOAT32
from hybridize.frameworks.tensor_types.interpreter import Refusal, apply
from hybridize.frameworks.tensor_types.refusals import compared, is_certain
from hybridize.frameworks.tensor_types.rules import rule
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType
from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow

OF_DTYPES, OF_SHAPES = Refusal("", of_dtypes=True), Refusal("")


def test_what_a_rule_compares() -> None:
    found = rule("tensorflow.math.add")
    assert found is not None
    assert compared(found, "dtype") == compared(found, "shape") == {"x", "y"}
    reshaped = rule("tensorflow.reshape")
    assert reshaped is not None and not compared(reshaped, "shape")


def test_a_comparison_counts_where_it_was_seen_to_be_refused() -> None:
    assert is_certain("tensorflow.math.add", OF_DTYPES) and is_certain("tensorflow.math.add", OF_SHAPES)
    assert is_certain("tensorflow.linalg.matmul", OF_DTYPES)
    assert not is_certain("tensorflow.clip_by_norm", OF_DTYPES)
    assert not is_certain("tensorflow.math.scalar_mul", OF_SHAPES)


def test_what_may_mix_dtypes_says_none_where_one_is_not_known() -> None:
    known, unknown = TensorType(TensorKind.TENSOR, FLOAT32, (2,)), TensorType(TensorKind.TENSOR, None, (2,))
    for name, one, two in (("tensorflow.clip_by_norm", "t", "clip_norm"), ("keras.ops.clip", "x", "x_min")):
        found = rule(name)
        assert found is not None
        mixed = apply(found, {one: unknown, two: known, "x_max": known})
        alike = apply(found, {one: known, two: known, "x_max": known})
        assert isinstance(mixed, TensorType) and mixed.dtype is None
        assert isinstance(alike, TensorType) and alike.dtype == FLOAT32
    added, joined = rule("tensorflow.math.add"), rule("tensorflow.concat")
    assert added is not None and joined is not None
    for made in (
        apply(added, {"x": unknown, "y": known}),
        apply(joined, {"values": Items((unknown, known)), "axis": Constant(0)}),
    ):
        assert isinstance(made, TensorType) and made.dtype == FLOAT32


def test_what_compares_nothing_counts_by_itself() -> None:
    assert is_certain("tensorflow.reshape", OF_SHAPES) and is_certain("tensorflow.concat", OF_DTYPES)
    assert not is_certain("numpy.reshape", OF_SHAPES) and not is_certain("tensorflow.no_such_function", OF_SHAPES)


@pytest.mark.slow
@needs_tensorflow
def test_the_installed_release_refuses_what_is_listed() -> None:
    said = refusals.asked(Path(TENSORFLOW_PYTHON))
    kept = json.loads((refusals.DATA / f"{refusals.FILE}.json").read_text("utf-8"))
    for what, names in said.items():
        assert set(kept[what]) <= set(names), what

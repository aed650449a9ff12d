"""What a program declares, and what it asks a tensor about itself."""

from __future__ import annotations

import pytest

from hybridize.frameworks.tensor_types.arguments import (
    NONE,
    UNKNOWN,
    Argument,
    Constant,
    DTypeObject,
    Items,
    Number,
    Repeated,
)
from hybridize.frameworks.tensor_types.attributes import attribute, length_of
from hybridize.frameworks.tensor_types.declared import from_jaxtyping, from_nptyping, from_spec
from hybridize.frameworks.tensor_types.dimensions import Symbol
from hybridize.frameworks.tensor_types.dtypes import FLOAT32, INT32, WEAK_INT, DType
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType

B = Symbol("batch")


def items(*values: int | None) -> Items:
    return Items(tuple(map(Constant, values)))


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("TensorSpec", {"shape": items(None, 3)}, TensorType(TensorKind.TENSOR, FLOAT32, (None, 3))),
        ("TensorSpec", {"shape": NONE, "dtype": DTypeObject(INT32)}, TensorType(TensorKind.TENSOR, INT32)),
        ("TensorSpec", {"shape": UNKNOWN, "dtype": UNKNOWN}, TensorType(TensorKind.TENSOR)),
        ("TensorSpec", {"shape": Items(())}, TensorType(TensorKind.TENSOR, FLOAT32, ())),
        ("RaggedTensorSpec", {"shape": items(None, None)}, TensorType(TensorKind.RAGGED, FLOAT32, (None, None), 1)),
        (
            "RaggedTensorSpec",
            {"shape": items(2, None, 3), "ragged_rank": Constant(1)},
            TensorType(TensorKind.RAGGED, FLOAT32, (2, None, 3), 1),
        ),
        ("SparseTensorSpec", {"shape": items(None, 9)}, TensorType(TensorKind.SPARSE, FLOAT32, (None, 9))),
    ],
)
def test_specs(name: str, arguments: dict[str, Argument], expected: TensorType) -> None:
    assert from_spec(f"tensorflow.{name}", arguments) == expected


def test_names_of_dimensions_are_one_length_in_a_function() -> None:
    found = from_jaxtyping("Float32", "batch 28 _", TensorKind.TENSOR, "f")
    assert found == TensorType(TensorKind.TENSOR, FLOAT32, (Symbol("batch of f"), 28, None))
    assert from_jaxtyping("Float", "", TensorKind.TENSOR, "f") == TensorType(TensorKind.TENSOR, None, ())
    assert from_jaxtyping("Int32", "*batch 3", TensorKind.TENSOR, "f") == TensorType(TensorKind.TENSOR, INT32, None)
    assert from_nptyping("Batch, 3, *", "UInt8", "f") == TensorType(
        TensorKind.NDARRAY, DType("uint8"), (Symbol("Batch of f"), 3, None)
    )
    assert from_nptyping("*, ...", "Bool", "f") == TensorType(TensorKind.NDARRAY, DType("bool"), None)


def test_what_is_known_of_a_shape_is_numbers() -> None:
    tensor, array = (TensorType(kind, FLOAT32, (B, 4)) for kind in (TensorKind.TENSOR, TensorKind.NDARRAY))
    assert attribute(tensor, "shape") == Items((Number(WEAK_INT, B), Constant(4)))
    assert attribute(TensorType(), "shape") == Repeated(Number(WEAK_INT))
    assert attribute(tensor, "ndim") == Constant(2)
    assert attribute(tensor, "dtype") == DTypeObject(FLOAT32)
    assert attribute(array, "T") == TensorType(TensorKind.NDARRAY, FLOAT32, (4, B))
    assert attribute(TensorType(TensorKind.NDARRAY, FLOAT32, (3, 4)), "size") == Constant(12)
    assert attribute(tensor, "device") is None
    assert length_of(tensor) == Number(WEAK_INT, B)
    assert length_of(array) == Number(WEAK_INT, B)

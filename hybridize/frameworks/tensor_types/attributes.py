"""What a program asks a tensor or array about itself: `x.shape`, `x.ndim`, `x.dtype`, `len(x)`, `x.T`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from hybridize.frameworks.tensor_types import dtypes
from hybridize.frameworks.tensor_types.arguments import (
    UNKNOWN,
    Argument,
    Constant,
    DTypeObject,
    Repeated,
    integers,
    length,
)
from hybridize.frameworks.tensor_types.dimensions import product
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType


def attribute(tensor: TensorType, name: str) -> Argument | None:
    """What an attribute holds: numbers, a dtype, another tensor; None if nothing is known of such an attribute."""
    ask = ATTRIBUTES.get(name)
    return None if ask is None else ask(tensor)


def length_of(tensor: TensorType) -> Argument:
    """`len(tensor)`."""
    return length(tensor.shape[0]) if tensor.shape else length(None)


def element_of(tensor: TensorType | None) -> TensorType | None:
    """The type of what iterating over a tensor or array gives; None where nothing is known of it."""
    if tensor is None or tensor.kind in (TensorKind.RAGGED, TensorKind.SPARSE):
        return None
    kind = TensorKind.TENSOR if tensor.kind is TensorKind.VARIABLE else tensor.kind
    return TensorType(kind, tensor.dtype, tensor.shape[1:] if tensor.shape else None)


def _shape(tensor: TensorType) -> Argument:
    return Repeated(length(None)) if tensor.shape is None else integers(tensor.shape)


def _rank(tensor: TensorType) -> Argument:
    return length(tensor.rank)


def _dtype(tensor: TensorType) -> Argument:
    return DTypeObject(tensor.dtype)


def _size(tensor: TensorType) -> Argument:
    """How many elements an array has; tensors have no such attribute."""
    if tensor.kind is not TensorKind.NDARRAY:
        return UNKNOWN
    return length(None) if tensor.shape is None else length(product(tensor.shape).dimension())


def _turned(tensor: TensorType) -> Argument:
    """`x.T` of an array."""
    if tensor.kind is not TensorKind.NDARRAY:
        return UNKNOWN
    return replace(tensor, shape=None if tensor.shape is None else tensor.shape[::-1], elements=None)


def _real(tensor: TensorType) -> Argument:
    return replace(tensor, dtype=dtypes.real(tensor.dtype), elements=None)


def _ragged_rank(tensor: TensorType) -> Argument:
    if tensor.kind is not TensorKind.RAGGED:
        return UNKNOWN
    return length(None) if tensor.ragged_rank is None else Constant(tensor.ragged_rank)


def _values(tensor: TensorType) -> Argument:
    """The values of a sparse tensor. Those of a ragged one may be ragged again."""
    return TensorType(TensorKind.TENSOR, tensor.dtype, (None,)) if _is_sparse(tensor) else UNKNOWN


def _flat_values(tensor: TensorType) -> Argument:
    if tensor.kind is not TensorKind.RAGGED or tensor.dtype is None:
        return UNKNOWN
    known = tensor.ragged_rank is not None and tensor.shape is not None
    shape = (None, *tensor.shape[1 + tensor.ragged_rank :]) if known and tensor.shape and tensor.ragged_rank else None
    return TensorType(TensorKind.TENSOR, tensor.dtype, shape)


def _indices(tensor: TensorType) -> Argument:
    """Where the values of a sparse tensor are: a row for each of them."""
    return TensorType(TensorKind.TENSOR, dtypes.INT64, (None, tensor.rank)) if _is_sparse(tensor) else UNKNOWN


def _dense_shape(tensor: TensorType) -> Argument:
    return TensorType(TensorKind.TENSOR, dtypes.INT64, (tensor.rank,)) if _is_sparse(tensor) else UNKNOWN


def _is_sparse(tensor: TensorType) -> bool:
    return tensor.kind is TensorKind.SPARSE


ATTRIBUTES: Mapping[str, Callable[[TensorType], Argument]] = {
    "shape": _shape, "ndim": _rank, "dtype": _dtype, "size": _size, "T": _turned, "real": _real, "imag": _real,
    "ragged_rank": _ragged_rank, "values": _values, "flat_values": _flat_values, "indices": _indices,
    "dense_shape": _dense_shape,
}  # fmt: skip

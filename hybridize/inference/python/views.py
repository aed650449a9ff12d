"""Views of arrays: what is written to them is written to the array whose memory they share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hybridize.inference.domain.fields import ANY_ELEMENT
from hybridize.inference.domain.objects import (
    AbstractObject,
    Activation,
    Container,
    IteratorObject,
    TupleObject,
    Value,
)
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import join

if TYPE_CHECKING:
    from hybridize.frameworks.tensor_types.types import TensorType
    from hybridize.inference.python.arguments import Args
    from hybridize.inference.python.frame import Frame

ATTRIBUTES = frozenset("T base flat imag mT real".split())
"""Attributes of arrays that are views of them."""
_METHODS = frozenset(
    "astype conj conjugate diagonal getfield ravel reshape round squeeze swapaxes transpose view".split()
)
_FUNCTIONS = frozenset(
    "array array_split asanyarray asarray asarray_chkfinite asfarray asfortranarray asmatrix ascontiguousarray"
    " atleast_1d atleast_2d atleast_3d broadcast_arrays broadcast_to diagonal dsplit expand_dims flip fliplr flipud"
    " frombuffer hsplit imag lib.stride_tricks.as_strided lib.stride_tricks.sliding_window_view"
    " linalg.matrix_transpose mat matrix_transpose moveaxis nan_to_num nditer permute_dims ravel real real_if_close"
    " require reshape rollaxis rot90 split squeeze swapaxes transpose trim_zeros unstack vsplit".split()
)
CALLS = frozenset({f"numpy.ndarray.{each}" for each in _METHODS} | {f"numpy.{each}" for each in _FUNCTIONS})
"""Methods and functions whose results may share memory with what they are given."""
_COPYING = frozenset({"numpy.array", "numpy.nan_to_num", "numpy.ndarray.astype"})
"""Those that copy unless `copy` says otherwise."""


def of_call(frame: Frame, name: str, value: Value, args: Args, receiver: AbstractObject | None) -> Value:
    """What a call gives, where it may be a view of an array that it is given."""
    if name not in CALLS or (name in _COPYING and args.get("copy") is None):
        return value
    given = join(args.everything()) | (receiver.single if receiver is not None else frozenset())
    owners = dict.fromkeys(obj.owner for obj in sorted(select(given, Array), key=lambda obj: obj.serial))
    owners.pop(frame.context.owner, None)
    return _shared(frame, value, tuple(owners))


def of_owner(frame: Frame, value: Value, owner: Activation | None) -> Value:
    """A value in which arrays are views of what was made by another activation, or passed in."""
    return value if owner is frame.context.owner else _shared(frame, value, (owner,))


def of_item(frame: Frame, array: Array, index: Value, type_: TensorType | None) -> Value:
    """`array[index]`: an array or list that is the index makes a copy, and so does an element that is a number."""
    positions = join([index, *(each for obj in select(index, TupleObject) for each in (*obj.items, obj.rest))])
    copied = has(positions, Array, Container, Tensor) or _is_number(type_)
    return frame.widening.variants.array(frame.context.owner if copied else array.owner, type_).single


def _is_number(type_: TensorType | None) -> bool:
    return type_ is not None and type_.shape == ()


def _shared(frame: Frame, value: Value, owners: Sequence[Activation | None]) -> Value:
    """The value, where the arrays in it are those of others."""
    return join([_one_shared(frame, obj, owners) for obj in value]) if owners else value


def _one_shared(frame: Frame, obj: AbstractObject, owners: Sequence[Activation | None]) -> Value:
    make = frame.make
    if type(obj) is Array and not _is_number(obj.type):
        return frozenset([frame.widening.variants.array(owner, obj.type) for owner in owners])
    if type(obj) is TupleObject:
        items = tuple(_shared(frame, each, owners) for each in obj.items)
        return make(TupleObject, items, _shared(frame, obj.rest, owners), obj.type, obj.content).single
    if type(obj) is IteratorObject:
        return make(IteratorObject, _shared(frame, obj.element, owners), obj.site, obj.owner).single
    if type(obj) is Container:
        inside = frame.heap.read(obj, ANY_ELEMENT, frame.context)
        frame.heap.write(obj, ANY_ELEMENT, _shared(frame, inside, owners))
    return obj.single

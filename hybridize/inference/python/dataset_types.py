"""Dtypes and shapes of the elements of data sets: what methods make of them, and what is said of a generator's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count, repeat

from astroid import nodes

from hybridize.frameworks.tensor_types.arguments import UNKNOWN, Constant, DTypeObject, shape_of
from hybridize.frameworks.tensor_types.attributes import element_of
from hybridize.frameworks.tensor_types.declared import from_spec
from hybridize.frameworks.tensor_types.dimensions import Dimension, Symbol, Unclear
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType
from hybridize.inference.domain.objects import AbstractObject, Container, Dataset, Opaque, TupleObject, Value
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Tensor
from hybridize.inference.domain.values import BOTTOM
from hybridize.inference.domain.values import join as join_values
from hybridize.inference.domain.values import literal_of, truth
from hybridize.inference.python import iteration
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.inference.python.result_types import of_object, single
from hybridize.program.lookup import made_by

_SAME_ELEMENTS = frozenset(
    "cache concatenate enumerate filter ignore_errors prefetch repeat shard shuffle skip snapshot take take_while "
    "unique with_options __iter__ map flat_map interleave zip reduce scan".split()
)
"""Methods of data sets whose elements have the types of those of their receiver, or of what a function gives."""


def of_method(frame: Frame, name: str, made: Value, args: Args, node: nodes.NodeNG) -> Value:
    """What a method of a data set gives, with the types of its elements.

    How long a batch is, is one length for all that is in it; the last one may be shorter.
    """
    method = name.rpartition(".")[2]
    if method in _SAME_ELEMENTS or method == "cardinality":
        return made
    change: Callable[[TensorType], TensorType | None]
    if method == "batch":
        size = single(frame, args.get("batch_size") or args.get(0) or BOTTOM)
        whole = args.get("drop_remainder")
        kept = whole is not None and literal_of(whole) is not None and truth(whole) is True
        known = size.value if kept and isinstance(size, Constant) and type(size.value) is int else None
        if known is None and _is_endless(node):
            known = size.value if isinstance(size, Constant) and type(size.value) is int else None
        change = partial(_with_axis, known or batch_length(node))
    elif method == "padded_batch":
        change = partial(_padded, batch_length(node), _longest(node) if _is_left_open(node) else repeat(None))
    elif method == "unbatch":
        change = element_of
    else:
        change = _unknown
    return frozenset([_changed(frame, obj, change, node) for obj in made])


def has_types(dataset: Dataset) -> bool:
    """Whether the elements of a data set have types, or hold containers, which may hold what has some."""
    return dataset.is_typed or _has_container(dataset.element)


def _has_container(value: Value) -> bool:
    inside = (each for obj in select(value, TupleObject) for each in (*obj.items, obj.rest))
    return has(value, Container) or any(map(_has_container, inside))


def _unknown(found: TensorType) -> None:
    """Nothing is known of what is made of a tensor."""


def _is_endless(batched: nodes.NodeNG) -> bool:
    """`data.repeat().batch(n)`: the data begin again before they are put into batches, which are all full then."""
    inner = batched
    while isinstance(inner, nodes.Call) and isinstance(inner.func, nodes.Attribute):
        inner = inner.func.expr
        if isinstance(inner, nodes.Call) and isinstance(inner.func, nodes.Attribute):
            if inner.func.attrname == "repeat":
                return not inner.args and not inner.keywords
            if inner.func.attrname not in _KEEPING_COUNT:
                return False
    return False


_KEEPING_COUNT = frozenset({"cache", "map", "prefetch", "shuffle", "with_options"})
"""Methods of data sets that give as many elements as there are."""


def batch_length(node: nodes.NodeNG) -> Symbol:
    """The length of the batches that are made at a place."""
    return Symbol(f"the batch at {node.root().name}:{node.lineno}:{node.col_offset}")


def _with_axis(size: Dimension, found: TensorType) -> TensorType | None:
    if found.kind is not TensorKind.TENSOR:
        return None
    return TensorType(found.kind, found.dtype, None if found.shape is None else (size, *found.shape))


def _longest(node: nodes.NodeNG) -> Iterator[Symbol]:
    """Lengths that the longest members of batches have, one after the other: no two tensors need to share one."""
    for number in count():
        yield Symbol(f"{number} of {batch_length(node)}", varies=True)


def _is_left_open(call: nodes.NodeNG) -> bool:
    """Whether a call of `padded_batch` says no lengths, or not all of them."""
    shapes = call.args[1:2] + [each.value for each in call.keywords if each.arg == "padded_shapes"]
    said = [each for shape in shapes for each in made_by(shape).nodes_of_class((nodes.Const, nodes.UnaryOp))]
    return not said or any(isinstance(each, nodes.UnaryOp) or each.value is None for each in said)


def _padded(size: Dimension, longest: Iterator[Dimension], found: TensorType) -> TensorType | None:
    """A batch of tensors, each of which is made as long as the longest, unless a length is said."""
    if found.kind is not TensorKind.TENSOR:
        return None
    axes = found.shape and (size, *(None if isinstance(axis, int) else next(longest) for axis in found.shape))
    return TensorType(found.kind, found.dtype, axes)


def declared_elements(frame: Frame, types: Value, shapes: Value, node: nodes.NodeNG) -> Value | None:
    """The elements of `from_generator` by the dtypes and shapes that it is given; None where they are not read."""
    return _declared(frame, types, shapes, _given(node))


def _given(node: nodes.NodeNG) -> Iterator[Symbol]:
    """Lengths that a generator gives, one after the other."""
    for number in count():
        yield Symbol(f"{number} of what is given at {node.root().name}:{node.lineno}", varies=True)


def _left_open(lengths: Iterator[Symbol], found: TensorType) -> TensorType:
    """The type with lengths where a declared shape has `None`; the first axis may be that of batches of one size."""
    if found.shape is None or found.kind is not TensorKind.TENSOR:
        return found
    axes = (next(lengths) if index and axis is None else axis for index, axis in enumerate(found.shape))
    return replace(found, shape=tuple(axes))


def _declared(frame: Frame, types: Value, shapes: Value, lengths: Iterator[Symbol]) -> Value | None:
    if len(types) != 1:
        return None
    (obj,) = types
    variants = frame.widening.variants
    fixed = iteration.positions(frame, obj) if isinstance(obj, (TupleObject, Container)) else None
    if fixed is not None:
        inside = [iteration.positions(frame, each) for each in shapes if isinstance(each, (TupleObject, Container))]
        given = inside[0] if len(inside) == 1 and inside[0] is not None and len(inside[0]) == len(fixed) else None
        parts = [
            _declared(frame, each, given[index] if given is not None else BOTTOM, lengths)
            for index, each in enumerate(fixed)
        ]
        known = [each for each in parts if each is not None]
        return frame.make(TupleObject, tuple(known), BOTTOM, "tuple").single if len(known) == len(parts) else None
    dtype = of_object(frame, obj)
    if isinstance(obj, Opaque) and isinstance(dtype, TensorType):
        return variants.tensor(dtype.kind.value, "", _left_open(lengths, dtype)).single
    if not isinstance(dtype, DTypeObject):
        return None
    shape = single(frame, shapes) if shapes else UNKNOWN
    said = from_spec("tensorflow.TensorSpec", {"shape": shape, "dtype": dtype})
    return variants.tensor("tensor", "", _left_open(lengths, said)).single


def with_shapes_of(frame: Frame, element: Value, yielded: Value) -> Value:
    """The elements of `from_generator` without declared shapes: they have those of what the generator yields."""
    return frozenset([_with_shape_of(frame, obj, yielded) for obj in element])


def _with_shape_of(frame: Frame, obj: AbstractObject, yielded: Value) -> AbstractObject:
    if isinstance(obj, Tensor) and obj.type is not None and obj.type.shape is None:
        try:
            made = replace(obj.type, shape=shape_of(single(frame, yielded)))
        except Unclear:
            return obj
        return frame.widening.variants.tensor(obj.kind, obj.origin, made)
    rows = [iteration.positions(frame, each) for each in yielded]
    fixed = [row for row in rows if row is not None]
    counts = {len(row) for row in fixed}
    if isinstance(obj, TupleObject) and not obj.rest and counts == {len(obj.items)}:
        parts = [join_values([row[index] for row in fixed]) for index in range(len(obj.items))]
        items = tuple([with_shapes_of(frame, each, part) for each, part in zip(obj.items, parts, strict=True)])
        return frame.make(TupleObject, items, BOTTOM, obj.type)
    return obj


def _changed(
    frame: Frame, obj: AbstractObject, change: Callable[[TensorType], TensorType | None], node: nodes.NodeNG
) -> AbstractObject:
    """The object with other types of the tensors in it; a dictionary is another one, made at the node."""
    if isinstance(obj, Tensor):
        made = change(obj.type) if obj.type is not None else None
        return frame.widening.variants.tensor(obj.kind, obj.origin, made)
    if isinstance(obj, TupleObject):
        items = tuple([_all_changed(frame, each, change, node) for each in obj.items])
        return frame.make(TupleObject, items, _all_changed(frame, obj.rest, change, node), obj.type)
    if isinstance(obj, Dataset):
        return frame.make(Dataset, obj.kind, _all_changed(frame, obj.element, change, node))
    if obj.builtin_type == "dict":
        leaf = partial(_changed_alone, frame, change, node)
        (copy,) = iteration.tensors_like(frame, obj.single, node, lists=False, leaf_of=leaf, inside=True)
        return copy
    return frame.widening.variants.plain_object(obj)


def _changed_alone(
    frame: Frame, change: Callable[[TensorType], TensorType | None], node: nodes.NodeNG, obj: AbstractObject
) -> Value:
    return _changed(frame, obj, change, node).single


def _all_changed(
    frame: Frame, value: Value, change: Callable[[TensorType], TensorType | None], node: nodes.NodeNG
) -> Value:
    return frozenset([_changed(frame, obj, change, node) for obj in value])

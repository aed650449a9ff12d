"""Tensors as long as the values of tensors say: eagerly everybody knows how long, in a trace the length is `None`.

A call gives such a tensor by what it is (`tf.unique`), or by what it is given: `tf.zeros([n])` where `n` is a tensor.
Each entry follows runs of TensorFlow 2.15 and 2.21 that read `.shape[0]` of the result (the programs in the tests).
"""

from __future__ import annotations

from collections.abc import Iterable

from astroid import nodes

from hybridize.frameworks.knowledge import Symbol
from hybridize.inference.domain.objects import Container, Dataset, TupleObject, Value
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Tensor, dtype_name
from hybridize.inference.domain.values import NONE, literal_of
from hybridize.inference.python import iteration
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.program.syntax import last_name

COMPOSITE = frozenset({"ragged", "sparse"})
"""Kinds of tensors that are several tensors together."""
ALWAYS = ("*",)
"""Whatever it is given."""
_BY_VALUES = frozenset(
    "boolean_mask unique unique_with_counts setdiff1d dynamic_partition non_max_suppression repeat bincount"
    " non_max_suppression_with_scores non_max_suppression_padded numpy_function py_function py_func parse_tensor"
    " decode_raw decode_image decode_png decode_jpeg decode_bmp decode_gif decode_and_crop_jpeg decode_compressed"
    " decode_csv bytes_split unicode_split unicode_decode unicode_split_with_offsets segment_sum segment_mean"
    " segment_max segment_min segment_prod segment_sqrt_n embedding_lookup_sparse decode_wav from_dense to_tensor"
    " cond case switch_case while_loop intersection union difference sparse_bincount get_next"
    " get_single_element parse_example parse_single_example parse_sequence_example"
    " parse_single_sequence_example".split()
)
"""The last words of the names of TensorFlow's functions that do so."""
_BY_NAME = frozenset(
    "tensorflow.strings.split tensorflow.TensorArray.stack tensorflow.TensorArray.concat"
    " tensorflow.lookup.experimental.MutableHashTable.lookup tensorflow.lookup.experimental.MutableHashTable.export"
    " tensorflow.lookup.experimental.DenseHashTable.lookup tensorflow.lookup.experimental.DenseHashTable.export".split()
)
SIZES = frozenset(
    "shape dims size multiples paddings num depth num_rows num_columns k maxlen num_segments repeats output_shape"
    " crop_size block_shape crops num_samples minlength maxlength target_height target_width begin sizes"
    " num_or_size_splits new_shape row_lengths row_splits nrows axis axes perm".split()
)
"""Parameters that say how long the result is, or in which order its axes stand."""
_LEFT_OUT = {
    "tensorflow.math.confusion_matrix": "num_classes",
    "tensorflow.sequence_mask": "maxlen",
    "tensorflow.where": "x",
}
"""Functions whose result is as long as the values say where one parameter is left out."""
_SPARSE = ("sp_input", "sp_a", "a", "segment_ids")
"""What the functions for sparse tensors make something dense of: a trace knows no shape of one that arrives."""
_PARTS = frozenset(
    "tensorflow.RaggedTensor.flat_values tensorflow.RaggedTensor.values tensorflow.sparse.SparseTensor.indices"
    " tensorflow.sparse.SparseTensor.values".split()
)
_OF_RANGE = ("start", "limit", "delta")
_FIXED = frozenset({"ensure_shape", "set_shape", "placeholder", "Variable"})


_MISSING = "-"
"""Stands before the name of such a parameter."""


def sizing(symbol: Symbol) -> tuple[str, ...]:
    """The parameters of a function of TensorFlow that say how long its result is; `ALWAYS` where its values do.

    Of a parameter with a dash before its name the values do so where it is left out.
    """
    # What the first release has of the same name is sized alike.
    full_name = symbol.name.replace(".compat.v1.", ".")
    package, _, word = full_name.rpartition(".")
    if not package.startswith("tensorflow") or word in _FIXED:
        return ()
    if word in _BY_VALUES or full_name in _BY_NAME or not symbol.known:
        # Of what is not described nobody knows how long it is.
        return ALWAYS
    if package == "tensorflow.sparse":
        return _SPARSE
    if full_name == "tensorflow.range":
        return _OF_RANGE
    left_out = _LEFT_OUT.get(full_name)
    missing = (f"{_MISSING}{left_out}",) if left_out else ()
    return (*missing, *(name for name in symbol.parameters if name in SIZES))


def part(frame: Frame, name: str, node: nodes.NodeNG) -> None:
    """An attribute of a tensor: what a sparse or ragged one holds is as long as there are values.

    One that arrives says so only eagerly; where the function has made it itself, a trace may know.
    """
    if name in _PARTS:
        frame.analysis.events.tensors.add_sized_by_values(node, False)


def called(frame: Frame, names: tuple[str, ...], args: Args, node: nodes.NodeNG) -> None:
    """A call of a function for which `sizing` gives these names."""
    if node not in frame.analysis.events.tensors.sized_by_values:
        always = names == ALWAYS or (names[0].startswith(_MISSING) and not _is_given(args.get(names[0][1:])))
        if always or _is_tensor(frame, (args.get(name) or frozenset() for name in names)):
            frame.analysis.events.tensors.add_sized_by_values(node, always)


def computed(frame: Frame, args: Args, node: nodes.NodeNG) -> None:
    """What an operation makes of a sparse tensor is as long as that says, as are sums of the rows of a ragged one."""
    kinds = {tensor.kind for value in args.positional for tensor in select(value, Tensor)}
    if "sparse" in kinds or "ragged" in kinds and _goes_through_rows(args.get("axis")):
        frame.analysis.events.tensors.add_sized_by_values(node, True)


def _goes_through_rows(axis: Value | None) -> bool:
    """Whether an axis may be the first one of two or more."""
    if not axis or axis == NONE:
        return False
    written = literal_of(axis)
    position = written.index if written is not None else None
    return position is None or position == 0 or position < -1


def _is_given(value: Value | None) -> bool:
    return bool(value) and value != NONE


def is_staged(frame: Frame, call: nodes.Call) -> bool:
    """Whether `float`, `int` or `len` of a tensor gives a tensor in a graph; a length that the shape tells is none."""
    if last_name(call.func) != "len" or not call.args:
        return True
    sized = frame.analysis.events.tensors.sized_by_values
    given = call.args[0]
    if isinstance(given, nodes.Name):
        assigns = frame.context.scope.nodes_of_class(nodes.Assign)
        values = [each.value for each in assigns if given.name in {getattr(to, "name", "") for to in each.targets}]
        return any(value in sized for value in values)
    return given in sized


def taken_from(frame: Frame, over: Value, node: nodes.NodeNG) -> None:
    """Elements of a data set, by a loop over `node` or by a call there: the last batch may be a shorter one."""
    if _is_of_any_length(over):
        frame.analysis.events.tensors.add_sized_by_values(node, True)


def _is_of_any_length(over: Value) -> bool:
    """Whether the elements of a data set may have axes of unknown length."""
    for data in select(over, Dataset):
        tensors = [*select(data.element, Tensor)]
        for obj in select(data.element, TupleObject):
            tensors += [tensor for item in obj.items for tensor in select(item, Tensor)]
        shapes = [tensor.type.shape if tensor.type is not None else None for tensor in tensors]
        if not shapes or any(shape is None or not all(isinstance(size, int) for size in shape) for shape in shapes):
            return True
    return False


def taken(frame: Frame, tensor: Tensor, index: Value, node: nodes.NodeNG) -> None:
    """`tensor[index]`: a mask, a slice up to a tensor, a row of a ragged one."""
    if not isinstance(node, nodes.Subscript) or node in frame.analysis.events.tensors.sized_by_values:
        return
    parts = node.slice.elts if isinstance(node.slice, nodes.Tuple) else [node.slice]
    masks = any(dtype_name(each) == "bool" for each in select(index, Tensor))
    if masks or tensor.kind == "ragged" or not frame.analysis.events.tensors.slices_by_tensors.isdisjoint(parts):
        frame.analysis.events.tensors.add_sized_by_values(node, masks)


def found(frame: Frame, cls: str, node: nodes.NodeNG) -> None:
    """`table[key]` of a table that may change: no trace knows how long that is."""
    if f"{cls}.lookup" in _BY_NAME:
        frame.analysis.events.tensors.add_sized_by_values(node, True)


def _is_tensor(frame: Frame, values: Iterable[Value]) -> bool:
    """Whether a tensor is among the values or in them."""
    seen: set[Container | TupleObject] = set()
    stack = list(values)
    while stack:
        value = stack.pop()
        if has(value, Tensor):
            return True
        for obj in select(value, Container, TupleObject):
            # Containers may hold one another, and each of many the same ones.
            if obj not in seen:
                seen.add(obj)
                stack += iteration.held(frame, obj)
    return False

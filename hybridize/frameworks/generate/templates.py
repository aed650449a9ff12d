"""Expressions that a rule may be: patterns, whose slots are filled with the parameters of a function by their names."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

SLOTS: Mapping[str, str] = {
    "axis": r"^(axis|axes|dim|dimension|reduction_indices|squeeze_dims|batch_dims?|seq_axis)$",
    "keep": r"^keep_?dims$",
    "dims": r"^(shape|dims|size|newshape|new_shape|output_shape|target_shape|dense_shape|batch_shape)$",
    "dtype": r"^(\w*dtype|output_type|out_type|index_type|Tout|to)$",
    "count": r"^(depth|num\w*|k|n|N|M|maxlen|max_\w+|repeats|nbins|bins|minlength|target_\w+|frame_\w+|fft_length"
    r"|channels|classes|output_dim|\w*size|n_\w+)$",
    "batch": r"^(batch_dims|batch_shape)$",
    "perm": r"^(perm|axes|pattern)$",
    "repeats": r"^(multiples|reps|repeats|n)$",
    "paddings": r"^(paddings|pad_width|padding)$",
    "begin": r"^begin$",
    "parts": r"^(num_or_size_splits|indices_or_sections)$",
    "members": r"^(values|tensors|arrays|tup|inputs|t_list|value|elems|xs|operands|args|xi)$",
    "indices": r"^(indices|ids|index|indexes)$",
    "ids": r"^(segment_ids|partitions)$",
    "mask": r"^(mask|condition)$",
    "equation": r"^(equation|subscripts)$",
    "strides": r"^(strides?|stride)$",
    "sizes": r"^(ksize|sizes|pool_size|window_shape)$",
    "padding": r"^padding$",
    "format": r"^data_format$",
    "dilations": r"^(dilations?|rates?)$",
    "filters": r"^(filters?|kernel)$",
    "turn": r"^(transpose|adjoint)_[ab]$",
    "flag": r"^(antialias|preserve_aspect_ratio|pad_end|endpoint)$",
    "indexing": r"^indexing$",
    "length": r"^(fft_length|n|s)$",
    "height": r"^(target_height|height|new_height)$",
    "width": r"^(target_width|width|new_width)$",
}
"""Which names of parameters fit a slot. `x`, `y` and `z` are parameters of any other name."""
NUMBERS = (
    "axis", "keep", "dims", "dtype", "perm", "padding", "format", "flag", "turn", "count", "sizes", "strides",
    "dilations", "begin", "parts", "repeats", "paddings", "equation", "indexing",
)  # fmt: skip
"""Slots that no tensor is given for."""
OTHERS = re.compile(
    "|".join(SLOTS[each] for each in NUMBERS)
    + r"|^(name|out|order|dtype|seed|validate\w*|method|mode|casting|where|subok|like|device|layout|sorted|stable)$"
)
"""Names of parameters that no tensor is given for."""
SYNONYMS = {
    "axis": ("reduction_indices", "squeeze_dims", "dim", "dimension"),
    "keepdims": ("keep_dims",),
}
"""Older names for the same argument, which a function may have beside it."""
DEFAULT_OF_SLOT = {
    "axis": "None", "keep": "False", "batch": "0", "turn": "False", "dtype": "None", "dilations": "1", "format": "None",
    "flag": "False", "indexing": "'xy'", "count": "None", "repeats": "", "sizes": "None",
}  # fmt: skip

SHAPES: Sequence[str] = (
    "shape()", "shape(None)", "broadcast({x}, {y}, {z})", "broadcast({x}, {y})", "same({x}, {y})", "same({x})",
    "same_members({members})", "broadcast_members({members})", "known_dims({dims})", "dims({dims})", "size({dims})",
    "shaped({x}, {dims})", "with_batch({dims}, {count}, {batch})", "rank_vector({x})", "reduce({x}, {axis}, {keep})",
    "reduce(broadcast({x}, {y}), {axis}, {keep})", "argreduce({x}, {axis})", "prefix({x})",
    "prefix(broadcast({x}, {y}))", "prefix(same({x}, {y}))", "same({x}, prefix({y}))", "prefix({x}, 2)",
    "prefix({x}, 3)", "prefix({x}, 4)", "append(prefix({x}), {count})", "with_last({x}, {count})",
    "with_last({x}, None)", "with_last({x}, 1)", "with_last({x}, 3)", "with_first({x}, {count})",
    "append({x}, {count})", "rows({x})", "dynamic_mask({x})", "shape({count})", "shape(None, 1)", "shape(None, None)",
    "expand({x}, {axis})", "squeeze({x}, {axis})", "transpose({x}, {perm})", "matrix_transpose({x})",
    "reshape({x}, {dims})", "flatten({x})", "flatten_batch({x})", "concat({members}, {axis})", "concat({members}, 0)",
    "concat_array({members}, {axis})", "concat_all({members}, {axis})", "stack({members}, {axis})",
    "stack({members}, 0)", "stack_rows({members}, 2, 0)", "stack_rows({members}, 1, 1)",
    "stack_rows({members}, 3, 2)", "column_stack({members})", "at_least({x}, 1)", "at_least({x}, 2)",
    "three_axes({x})", "at_least({x}, {count})", "tile({x}, {repeats})", "tile_padded({x}, {repeats})",
    "repeat({x}, {repeats}, {axis})", "pad({x}, {paddings})", "pad_array({x}, {paddings})",
    "slice_of({x}, {begin}, {dims})", "gather({x}, {indices}, {axis}, {batch})", "gather({x}, {indices}, {axis})",
    "gather({x}, {indices}, 0)", "gather({x}, {y}, 0)", "gather({x}, {indices}, {batch}, {batch})",
    "gather_all({x}, {indices}, {axis})", "gather_nd({x}, {indices}, {batch})", "boolean_mask({x}, {mask}, {axis})",
    "where({x}, {y}, {z})", "where({x}, None, None)", "segment({x}, {ids}, {count})", "segment({x}, {ids}, None)",
    "band({x})", "one_hot({x}, {count}, {axis})", "one_hot({indices}, {count}, {axis})", "categories({x}, {count})",
    "steps({x}, {y}, {z})", "linspace({x}, {y}, {count}, {axis})", "linspace({x}, {y}, {count}, 0)",
    "eye({count}, {count}, {batch})", "eye({count}, {count}, None)", "eye({count}, None, None)",
    "sequence_mask({x}, {count})", "diag({x})", "diag({x}, {count})", "diag_part({x})", "diag_part({x}, {count})",
    "diag_either({x}, {count})", "tensor_diag({x})", "matmul({x}, {y}, {turn}, {turn}, {turn}, {turn})",
    "matmul({x}, {y}, {turn}, {turn})", "matmul({x}, {y})", "matmul_array({x}, {y})", "dot({x}, {y})",
    "inner({x}, {y})", "outer({x}, {y})", "tensordot({x}, {y}, {axis})", "solve({x}, {y})",
    "einsum({equation}, {members})", "conv({x}, {filters}, {strides}, {padding}, {format}, {dilations})",
    "depthwise_conv({x}, {filters}, {strides}, {padding}, {format}, {dilations})",
    "pool({x}, {sizes}, {strides}, {padding}, {format})", "resized({x}, {dims}, {flag})",
    "resized({x}, {dims}, False)", "cut({x}, {height}, {width})", "image({x})", "rotated({x}, {count})",
    "patches({x}, {sizes}, {strides}, {dilations}, {padding})", "decoded({count}, 3)", "spectrum({x}, {length})",
    "signal_frames({x}, {count}, {count}, {flag}, {count})", "joined({dims}, {x})", "joined(dims({dims}), {x})",
    "joined(dims({dims}), broadcast({x}, {y}))", "joined({x}, {y})", "suffix({x}, 1)", "swap({x}, {axis}, {axis})",
    "swap({x}, {y}, {z})", "move({x}, {y}, {z})", "cross({x}, {y})", "append({x}, 3)", "append({x}, 2)",
    "append({x}, 1)",
)  # fmt: skip
LISTS: Sequence[str] = (
    "split({x}, {parts}, {axis})", "split_array({x}, {parts}, {axis})", "unstack({x}, {count}, {axis})",
    "meshgrid({members}, {indexing})", "partitions({x}, {ids}, {count})", "each_same({members})", "each_same({x})",
    "nonzero({x})",
)  # fmt: skip
FIXED = (
    "float32", "int32", "int64", "bool", "float64", "string", "uint8", "complex64", "complex128", "float16", "uint16",
)  # fmt: skip
OF_TENSORS: Sequence[str] = (
    "same({members})", "same({x}, {y}, {z})", "same({x}, {y})", "same({x})", "element({x})", "real({x})",
    "complexed({x})", "default_float({x})", "divided_tensors({x})", "divided_tensors({x}, {y})",
    "widest({x}, {y}, {z})", "element({x}, {y})", "value_or({x}, 'float32')", "where_type({x}, {y})",
)  # fmt: skip
OF_ARRAYS: Sequence[str] = (
    "array({x}, {y}, {z})", "array({x}, {y})", "array({x})", "array_of({x})", "array_members({members})",
    "divided({x}, {y})", "divided({x})", "mean({x})", "floating({x})", "floating({x}, {y})", "summed({x})",
    "steps({x}, {y}, {z})", "complex_array({x})", "real({x})", "real(mean({x}))", "real(array({x}))",
    "arrays({x}, {y})",
    "real(floating({x}))", "mean({x}, {y})",
)  # fmt: skip

_SLOT = re.compile(r"\{(\w+)\}")


def dtypes(package: str) -> Iterator[str]:
    """The patterns for dtypes, the plainer ones first."""
    fixed = [f"'{each}'" for each in FIXED]
    own = ["floatx()"] if package == "keras" else []
    inner = [*own, *fixed, *(OF_ARRAYS if package == "numpy" else OF_TENSORS)]
    yield from inner
    yield "given({dtype}, None)"
    for each in inner:
        yield f"given({{dtype}}, {each})"


def filled(pattern: str, parameters: Sequence[str], defaults: Mapping[str, Any]) -> Iterator[str]:
    """The expressions that a pattern comes to with these parameters; none where a slot finds no parameter."""
    slots = _SLOT.findall(pattern)
    choices = [list(_choices(slot, parameters, defaults)) for slot in slots]
    for chosen in itertools.product(*choices):
        names = [each for each in chosen if each in parameters]
        if len(set(names)) < len(names):
            continue
        if "x" in slots and "y" in slots and not _in_order(slots, chosen, parameters):
            continue
        words = iter([_reference(each, parameters, defaults) for each in chosen])
        yield _SLOT.sub(lambda _: next(words), pattern)


def takes_tensor(parameter: str, defaults: Mapping[str, Any]) -> bool:
    """Whether the default of a parameter may stand for a tensor."""
    return not isinstance(defaults.get(parameter), (bool, str, list))


def _choices(slot: str, parameters: Sequence[str], defaults: Mapping[str, Any]) -> Iterator[str]:
    if slot in ("x", "y", "z"):
        yield from (each for each in parameters if not OTHERS.search(each) and takes_tensor(each, defaults))
        return
    found = [each for each in parameters if re.search(SLOTS[slot], each)]
    yield from (each for each in found if not any(each in SYNONYMS.get(other, ()) for other in found))
    if not found and DEFAULT_OF_SLOT.get(slot):
        yield DEFAULT_OF_SLOT[slot]


def _in_order(slots: Sequence[str], chosen: Sequence[str], parameters: Sequence[str]) -> bool:
    """Whether the tensors stand in the order of the parameters, or turned round, but not in any order."""
    places = [parameters.index(name) for slot, name in zip(slots, chosen) if slot in ("x", "y", "z")]
    return len(places) < 3 or places == sorted(places)


def _reference(name: str, parameters: Sequence[str], defaults: Mapping[str, Any]) -> str:
    if name not in parameters:
        return name
    synonyms = [each for each in SYNONYMS.get(name, ()) if each in parameters]
    names = " | ".join([name, *synonyms])
    # No rule can say an infinite or undefined number.
    unsayable = isinstance(defaults.get(name), float) and not math.isfinite(defaults[name])
    return f"{names} | {defaults[name]!r}" if name in defaults and not unsayable else names


LAYER_SHAPES: Sequence[str] = (
    "same({inputs})", "dense({inputs}, {units})", "embedded({inputs}, {output_dim})", "flatten_batch({inputs})",
    "reshape_batch({inputs}, {target_shape})", "permute_batch({inputs}, {dims})", "repeated_vector({inputs}, {n})",
    "conv_layer({inputs}, SPACE, {filters}, {kernel_size}, {strides}, {padding}, {data_format}, {dilation_rate})",
    "depthwise_layer({inputs}, SPACE, {depth_multiplier}, {kernel_size}, {strides}, {padding}, {data_format},"
    " {dilation_rate})",
    "transposed_layer({inputs}, SPACE, {filters}, {kernel_size}, {strides}, {padding}, {data_format}, {dilation_rate},"
    " {output_padding})",
    "pool_layer({inputs}, SPACE, {pool_size}, {strides}, {padding}, {data_format})",
    "global_pool({inputs}, SPACE, {data_format}, {keepdims})", "scaled({inputs}, SPACE, {size}, {data_format})",
    "scaled({inputs}, SPACE, {size}, 'channels_last')",
    "padded_space({inputs}, SPACE, {padding}, {data_format})",
    "padded_space({inputs}, SPACE, {padding}, 'channels_last')",
    "cropped_space({inputs}, SPACE, {cropping}, {data_format})",
    "cropped_space({inputs}, SPACE, {cropping}, 'channels_last')",
    "recurrent({inputs}, {units}, {return_sequences})", "recurrent({inputs}, {units}, False)", "merged({inputs})",
    "concat({inputs}, {axis})", "same({query})", "same({query}, {output_shape})",
    "equation_layer({equation}, {inputs}, {output_shape})", "cut({inputs}, {height}, {width})",
    "attention_layer({inputs})", "shape(None)",
)  # fmt: skip
"""`SPACE` stands for the number of axes of space that the name of the layer says."""
LAYER_DTYPES: Sequence[str] = (
    "policy({dtype})", "cast_by_layer({inputs}, {dtype})", "cast_floats({inputs}, {dtype})", "same({inputs})",
    "'int64'", "'float32'",
)  # fmt: skip
CALLED_WITH = ("inputs", "query", "value", "dtype")
"""What a layer is called with, beside what it is made with; and what all layers can be made with."""


def layer_filled(pattern: str, name: str, parameters: Sequence[str], defaults: Mapping[str, Any]) -> Iterator[str]:
    """The one expression that a pattern comes to for a layer whose parameters have these names, or none."""
    known = {*parameters, *CALLED_WITH}
    slots = _SLOT.findall(pattern)
    if not known.issuperset(slots) or ("query" in slots) != name.endswith("HeadAttention") and "inputs" not in slots:
        return
    space = re.search(r"(\d)D", name)
    if "SPACE" in pattern and space is None:
        return
    found = {"dtype": None, **defaults}
    text = _SLOT.sub(lambda match: _reference(match[1], [*parameters, *CALLED_WITH], found), pattern)
    yield text.replace("SPACE", space[1] if space else "")

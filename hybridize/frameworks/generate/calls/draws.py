"""How the arguments of functions are drawn: by the names of parameters, and of some functions by theirs."""

from __future__ import annotations

import re
from typing import Any, Dict, List, Optional, Tuple

from .drawing import TARGETS, Draw, Drawer, Spec

OPTIONAL = re.compile(r"^(x|y|b|a|weights|values|other|beta|bias|stop|limit|minval|maxval)$")
"""Parameters with a default that take tensors."""
SKIPPED = re.compile(
    r"^(name|out|order|like|subok|casting|signature|where|device|layout|like|seed|initial|.*_fn|validate\w*)$"
)


def constant(*values: Any) -> Draw:
    return lambda drawer: ["constant", drawer.chance.choice(values)]


def omitted(drawer: Drawer) -> Spec:
    """The argument is not given."""
    return ["omitted"]


def tensor(*dtypes: str, least: int = 0) -> Draw:
    """A tensor of one of some types, with so many axes at least."""

    def draw(drawer: Drawer) -> Spec:
        shape = drawer.shape()
        return drawer.tensor(
            drawer.pick(*dtypes) if dtypes else None, shape + drawer.lengths(max(0, least - len(shape)))
        )

    return draw


def vectors(drawer: Drawer) -> Spec:
    return ["rest", [drawer.tensor("float32", drawer.lengths(1)) for _ in range(drawer.pick(1, 2, 2, 3))]]


def rest_of_numbers(drawer: Drawer) -> Spec:
    return ["rest", [["constant", each] for each in drawer.lengths(drawer.pick(0, 1, 2, 3))]]


def window_numbers(drawer: Drawer) -> Spec:
    """Numbers for the four axes of a batch of images."""
    return ["list", [["constant", each] for each in (1, drawer.pick(1, 2, 3), drawer.pick(1, 2), 1)]]


def any_shape(drawer: Drawer) -> Spec:
    return drawer.integers(drawer.lengths(drawer.pick(0, 1, 2, 3)))


def text_list(drawer: Drawer) -> Spec:
    return drawer.tensor("string", drawer.lengths(drawer.pick(0, 1, 2)))


def scatter_indices(drawer: Drawer) -> Spec:
    """Indices of places in the tensor drawn before, for updates of a matching shape."""
    base = drawer.tensors[0][1]
    depth = drawer.chance.randrange(1, len(base) + 1)
    rows = drawer.lengths(1)
    drawer.tensors.append((drawer.tensors[0][0], [*rows, *base[depth:]]))
    return ["tensor", drawer.pick("int32", "int64"), [*rows, depth]]


def scatter_updates(drawer: Drawer) -> Spec:
    return drawer.tensor(*drawer.tensors[-1])


def depth_filters(drawer: Drawer) -> Spec:
    return drawer.tensor(
        drawer.tensors[0][0], [drawer.pick(1, 2, 3), drawer.pick(1, 2, 3), drawer.channels, drawer.pick(1, 2)]
    )


def permutation(drawer: Drawer) -> Spec:
    order = list(range(drawer.rank()))
    drawer.chance.shuffle(order)
    return drawer.integers(order)


def padding_pairs(drawer: Drawer) -> Spec:
    pairs = [[drawer.pick(0, 1, 2), drawer.pick(0, 1)] for _ in range(drawer.rank())]
    if drawer.package == "numpy" and drawer.maybe(0.3):
        return drawer.one_of(["constant", 1], ["tuple", [["constant", 1], ["constant", 2]]])
    return ["list", [["list", [["constant", each] for each in pair]] for pair in pairs]]


def equation(drawer: Drawer) -> Spec:
    found = drawer.pick(
        "ij,jk->ik",
        "bij,bjk->bik",
        "...ij,...jk->...ik",
        "ij->ji",
        "ij,ij->i",
        "bij,bkj->bik",
        "ij,kj",
        "i,j->ij",
        "bhqd,bhkd->bhqk",
        "...i->...",
        "ii->i",
        "abc->cab",
    )
    drawer.operands = found.partition("->")[0].split(",")
    return ["constant", found]


def by_letters(operand: int) -> Draw:
    def draw(drawer: Drawer) -> Spec:
        words = drawer.operands[operand]
        batch = [2, 3] if "..." in words else []
        shape = batch + [drawer.letters[each] for each in words.replace("...", "")]
        return drawer.tensor(None if drawer.tensors else drawer.pick("float32", "float64", "int32"), shape)

    return draw


def all_operands(drawer: Drawer) -> Spec:
    return ["rest", [by_letters(index)(drawer) for index in range(len(drawer.operands))]]


def multiples(drawer: Drawer) -> Spec:
    return drawer.integers([drawer.pick(1, 2, 3) for _ in range(drawer.rank())])


def begin(drawer: Drawer) -> Spec:
    return drawer.integers([drawer.pick(0, 0, 1) for _ in range(drawer.rank())])


def part_lengths(drawer: Drawer) -> Spec:
    shape = drawer.tensors[0][1] if drawer.tensors else []
    return drawer.integers([drawer.pick(-1, 1, max(1, each - 1)) for each in shape])


def splits(drawer: Drawer) -> Spec:
    drawer.chosen = axis = drawer.chance.randrange(max(1, drawer.rank()))
    length = drawer.tensors[0][1][axis] if drawer.tensors and drawer.tensors[0][1] else 1
    if drawer.maybe(0.5):
        return ["constant", drawer.chance.choice([each for each in range(1, length + 1) if length % each == 0])]
    if drawer.package == "numpy":
        return ["list", [["constant", each] for each in sorted(drawer.chance.sample(range(7), 2))]]
    first = drawer.chance.randrange(length + 1)
    return ["list", [["constant", first], ["constant", drawer.pick(length - first, -1)]]]


def chosen_axis(drawer: Drawer) -> Spec:
    return ["constant", drawer.chosen]


def spatial_input(rank: int) -> Draw:
    """The input of a convolution or pooling over so many axes of space."""

    def draw(drawer: Drawer) -> Spec:
        drawer.first = drawer.maybe(0.2)
        drawer.space = rank
        space, channels = [drawer.pick(5, 6, 8, 9) for _ in range(rank)], drawer.pick(1, 2, 3, 4)
        drawer.channels = channels
        shape = [2, channels, *space] if drawer.first else [2, *space, channels]
        return drawer.tensor(drawer.pick("float32", "float32", "float64"), shape)

    return draw


def filters(drawer: Drawer) -> Spec:
    rank, channels = drawer.space, drawer.channels
    shape = [drawer.pick(1, 2, 3) for _ in range(rank)] + [channels, drawer.pick(1, 2, 4)]
    return drawer.tensor(drawer.tensors[0][0], shape)


def strides(drawer: Drawer) -> Spec:
    return drawer.of_space(drawer.space)


def data_format(drawer: Drawer) -> Spec:
    words = {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}[drawer.space]
    return ["constant", words[1 if drawer.first else 0]]


def square(drawer: Drawer) -> Spec:
    side = drawer.pick(2, 3, 4)
    dtype = drawer.pick(*["float32"] * 4, "float64", "float64", "complex64", "int32", "int64", "bool", "float16")
    return drawer.tensor(dtype, [*drawer.pick([], [], [2], [3, 2]), side, side])


def right_side(drawer: Drawer) -> Spec:
    shape = drawer.tensors[0][1]
    return drawer.tensor(drawer.tensors[0][0], [*shape[:-1], drawer.pick(1, 2, 5)])


def labels(drawer: Drawer) -> Spec:
    return drawer.tensor(drawer.pick("int32", "int64"), drawer.pick([4], [2, 3], []))


def logits(drawer: Drawer) -> Spec:
    shape = drawer.tensors[0][1] if drawer.tensors else [4]
    return drawer.tensor(drawer.pick("float32", "float64"), [*shape, drawer.pick(3, 5)])


def size_pair(drawer: Drawer) -> Spec:
    return drawer.integers([drawer.pick(3, 5, 7), drawer.pick(3, 5, 7)])


def text_scalar(drawer: Drawer) -> Spec:
    return ["tensor", "string", []]


def random_size(drawer: Drawer) -> Spec:
    return drawer.one_of(["constant", None], drawer.count(), drawer.integers(drawer.lengths(drawer.pick(1, 2, 3))))


def tensordot_axes(drawer: Drawer) -> Spec:
    rank = max(1, drawer.rank())
    way = drawer.chance.random()
    if way < 0.4:
        return ["constant", drawer.pick(0, 1, 2)]
    one, other = drawer.chance.randrange(-rank, rank), drawer.chance.randrange(rank)
    if way < 0.7:
        return ["list", [["list", [["constant", one]]], ["list", [["constant", other]]]]]
    return ["list", [["constant", one], ["constant", other]]]


def ids(drawer: Drawer) -> Spec:
    shape = drawer.tensors[0][1] if drawer.tensors else [4]
    return drawer.tensor(drawer.pick("int32", "int64"), shape[:1] if drawer.maybe(0.7) else shape[:2])


def mask(drawer: Drawer) -> Spec:
    shape = drawer.tensors[0][1] if drawer.tensors else [4]
    return drawer.tensor("bool", shape[: drawer.chance.randrange(1, len(shape) + 1)] if shape else shape)


def receiver(sort: str, shape: Optional[List[int]] = None) -> Draw:
    """The object of a method."""

    def draw(drawer: Drawer) -> Spec:
        found = drawer.tensor(shape=shape)
        return [sort, *found[1:]]

    return draw


def slices(drawer: Drawer) -> Spec:
    """Rows for the object of the method."""
    return ["slices", *drawer.tensors[0]]


def several_texts(drawer: Drawer) -> Spec:
    return ["list", [["tensor", "string", [2]]] * drawer.pick(1, 2, 3)]


def several_sparse(drawer: Drawer) -> Spec:
    return ["list", [receiver("sparse", [2, 2])(drawer)] * drawer.pick(1, 2)]


def own_lengths(drawer: Drawer) -> Spec:
    return ["lengths", drawer.tensor()[2]]


def same_shape(drawer: Drawer) -> Spec:
    """The shape of what was drawn first, some lengths of it left open."""
    lengths = drawer.tensors[0][1] if drawer.tensors else []
    return ["list", [["constant", each if drawer.maybe(0.7) else None] for each in lengths]]


def constant_dtype(drawer: Drawer) -> Spec:
    return ["dtype", drawer.dtype()]


BY_PARAMETER: List[Tuple[str, Draw]] = [
    (r"^(axis|dim|dimension|batch_dims|reduction_indices|axis1|axis2|seq_axis|batch_axis)$", Drawer.axis),
    (r"^(axes|squeeze_dims)$", Drawer.axes),
    (
        r"^(keep_?dims|transpose_[ab]|adjoint\w*|exclusive|reverse|sorted|lower|full_matrices|compute_uv|pad_end)$",
        Drawer.flag,
    ),
    (
        r"^(antialias|preserve_aspect_ratio|endpoint|half_pixel_centers|align_corners|stable|conjugate|from_logits)$",
        Drawer.flag,
    ),
    (
        r"^(align_\w+|return_\w+|density|retstep|compute_v|full_indices|saturate|hermitian|sparse|half_centers)$",
        Drawer.flag,
    ),
    (r"^(\w*dtype|output_type|out_type|index_type|Tout)$", Drawer.target),
    (r"^(shape|dims|newshape|new_shape|output_shape|batch_shape|target_shape)$", Drawer.new_shape),
    (r"^size$", random_size),
    (r"^perm$", permutation),
    (r"^(multiples|reps)$", multiples),
    (r"^(paddings|pad_width)$", padding_pairs),
    (r"^begin$", begin),
    (r"^(num_or_size_splits|indices_or_sections)$", splits),
    (
        r"^(depth|num|k|num_\w+|n|N|M|maxlen|max_\w+|ndmin|decimals|nbins|rate|repeats|bins|decimal|target_\w+)$",
        Drawer.count,
    ),
    (
        r"^(offset_\w+|frame_\w+|fft_length|shift|diagonal|minlength|groups?|length|width|ndim|output_dim|classes)$",
        Drawer.count,
    ),
    (r"ind(ex|ices)$|^ids$|^indexes$", Drawer.indices),
    (r"segment_ids$|^partitions$", ids),
    (r"^(condition|mask|pred|cond)$", mask),
    (r"^(values|tensors|arrays|tup|inputs|t_list|xs|elems)$", Drawer.several),
    (r"^equation$", equation),
    (r"^(strides?|ksize|dilations?|pool_size|window_shape)$", strides),
    (r"^padding$", constant("SAME", "VALID", "valid", "same")),
    (r"^data_format$", data_format),
    (
        r"^(start\w*|limit|delta|stop|step|low|high|minval|maxval|on_value|off_value|a_min|a_max|clip_value_\w+)$",
        Drawer.number,
    ),
    (
        r"^(mean|stddev|loc|scale|lam|p|prob|epsilon|ord|clip_norm|delta|margin|temperature|alpha|beta)$",
        constant(0.5, 1.0, 2.0),
    ),
    (r"^(images?|inputs?_image)$", Drawer.image),
    (r"^(contents|input_bytes|filename)$", text_scalar),
    (r"^(message|name|pattern|tag)$", constant("text")),
    (r"^lengths$", tensor("int32", "int64")),
    (r"^method$", constant("bilinear", "nearest")),
    (r"^mode$", constant("CONSTANT", "REFLECT", "constant")),
    (r"^indexing$", constant("xy", "ij")),
    (r"^(labels|y_true)$", Drawer.value),
    (r"^sp_(input|a|b)$", receiver("sparse", [2, 2])),
    (r"^sp_inputs$", several_sparse),
    (r"^sparse_delta$", slices),
    (r"^pooling_type$", constant("MAX", "AVG")),
]
FLOATS = tensor(*["float32"] * 6, "float64", "float64", "float16", "complex64", "int32", "int64", "bool", "uint8")
BY_FUNCTION: List[Tuple[str, Dict[str, Draw]]] = [
    (r"^tensorflow\.Tensor\.", {"self": receiver("tensor")}),
    (r"^tensorflow\.Variable\.", {"self": receiver("variable")}),
    (r"^tensorflow\.RaggedTensor\.", {"self": receiver("ragged", [2])}),
    (r"^tensorflow\.sparse\.SparseTensor\.", {"self": receiver("sparse", [2, 2])}),
    (r"^tensorflow\.TensorArray\.", {"self": receiver("tensor array", [])}),
    (r"^tensorflow\.TensorShape\.", {"self": own_lengths, "other": own_lengths}),
    (r"^tensorflow\.dtypes\.DType\.", {"self": constant_dtype}),
    (r"(set|ensure)_shape$", {"shape": same_shape}),
    (r"nn\.conv1d$", {"input": spatial_input(1), "filters": filters, "stride": strides}),
    (r"nn\.(conv2d|conv2d_v2|convolution)$", {"input": spatial_input(2), "filters": filters, "filter": filters}),
    (r"nn\.atrous_conv2d$", {"value": spatial_input(2), "filters": filters}),
    (r"nn\.depthwise_conv2d$", {"input": spatial_input(2), "filter": depth_filters, "strides": window_numbers}),
    (r"nn\.conv3d$", {"input": spatial_input(3), "filters": filters}),
    (r"nn\.(max|avg)_pool1d$", {"input": spatial_input(1)}),
    (r"nn\.(max|avg)_pool(2d|_with_argmax)?$", {"input": spatial_input(2), "value": spatial_input(2)}),
    (r"nn\.pool$", {"input": spatial_input(2), "window_shape": size_pair, "strides": omitted, "dilations": omitted}),
    (r"nn\.(max|avg)_pool3d$", {"input": spatial_input(3)}),
    (r"einsum$", {"inputs": all_operands, "operands": all_operands}),
    (
        r"(cholesky|inv|det|logdet|eigh|self_adjoint_eig|matrix_inverse|expm|eig|slogdet|eigvals|eigvalsh|trace)$",
        {"input": square, "a": square, "tensor": square, "matrix": square},
    ),
    (
        r"(solve|lstsq|cholesky_solve)$",
        {"matrix": square, "chol": square, "rhs": right_side, "a": square, "b": right_side},
    ),
    (
        r"(softmax|sigmoid)_cross_entropy|categorical_crossentropy|binary_crossentropy|mean_\w+_error|huber|hinge",
        {"labels": FLOATS, "logits": FLOATS, "y_true": FLOATS, "y_pred": FLOATS},
    ),
    (
        r"sparse_softmax_cross_entropy|sparse_categorical_crossentropy|in_top_k|sparse_categorical_accuracy",
        {
            "labels": labels,
            "logits": logits,
            "y_true": labels,
            "y_pred": logits,
            "targets": labels,
            "predictions": logits,
        },
    ),
    (r"(^|\.)slice$", {"size": part_lengths}),
    (r"(^|\.)split$|array_split$", {"axis": chosen_axis, "value": tensor(least=1), "ary": tensor(least=1)}),
    (r"tensordot$", {"axes": tensordot_axes, "a": tensor(least=1), "b": tensor(least=1)}),
    (r"random", {"shape": any_shape, "seed": omitted}),
    (r"stateless", {"shape": any_shape, "seed": constant([1, 2])}),
    (r"(logical_\w+|reduce_(all|any))$", {"x": tensor("bool"), "y": tensor("bool"), "input_tensor": tensor("bool")}),
    (r"get_static_value$", {"tensor": tensor("float32", "int32", "int64")}),
    (r"bitwise", {"x": tensor("int32", "int64", "uint8"), "y": tensor("int32", "int64", "uint8")}),
    (r"image\.(resize|resize_\w+|crop_and_resize)$", {"size": size_pair, "crop_size": size_pair}),
    (
        r"one_hot$",
        {
            "indices": tensor("int32", "int64", "uint8"),
            "axis": constant(-1, 0, 1),
            "dtype": lambda drawer: ["dtype", drawer.pick("float32", "int32")],
            "on_value": constant(1),
            "off_value": constant(0),
        },
    ),
    (
        r"strings\.|io\.decode|string_|io\.read",
        {
            "input": text_list,
            "contents": text_scalar,
            "inputs": text_list,
            "channels": constant(0, 1, 3),
            "dtype": omitted,
            "expand_animations": omitted,
        },
    ),
    (r"strings\.join$", {"inputs": several_texts, "separator": constant("", ",")}),
    (r"as_dtype$", {"type_value": lambda drawer: ["dtype", drawer.chance.choice(TARGETS)]}),
    (r"bitcast$", {"type": lambda drawer: ["dtype", drawer.chance.choice(TARGETS)]}),
    (r"RaggedTensor\.from_row_lengths$", {"row_lengths": tensor("int32", "int64", least=1)}),
    (r"segment_", {"data": tensor(least=1)}),
    (
        r"linspace$",
        {
            "start": lambda drawer: drawer.pick(["constant", 0.0], ["constant", 1], drawer.tensor("float32")),
            "stop": lambda drawer: drawer.pick(["constant", 1.0], ["constant", 5], drawer.tensor("float32")),
            "axis": constant(0, -1),
        },
    ),
    (r"(zeros|ones|full|empty)$", {"shape": lambda drawer: drawer.pick(any_shape(drawer), drawer.count())}),
    (r"fill$", {"dims": any_shape, "value": Drawer.value}),
    (
        r"eye$|identity$",
        {"num_rows": Drawer.count, "num_columns": Drawer.count, "k": constant(0, 1), "batch_shape": any_shape},
    ),
    (r"numpy\.random\.", {"low": constant(0, 0.5), "high": constant(3, 10), "size": random_size}),
    (r"numpy\.random\.(rand|randn)$", {"d": rest_of_numbers}),
    (r"arange$", {"start_or_stop": Drawer.number, "start": Drawer.number}),
    (
        r"numpy\.unique$",
        {"return_index": omitted, "return_inverse": omitted, "return_counts": omitted, "axis": omitted},
    ),
    (r"tensorflow\.unique", {"x": tensor("float32", "int32", "string", least=1)}),
    (
        r"\.signal\.",
        {"signal": FLOATS, "signals": FLOATS, "input": FLOATS, "input_tensor": FLOATS, "window_fn": omitted},
    ),
    (r"pad_sequences$", {"sequences": Drawer.nested}),
    (r"to_categorical$", {"x": lambda drawer: ["array", "int64", drawer.lengths(drawer.pick(1, 2))]}),
    (r"gather_nd|batch_gather", {"batch_dims": constant(0, 1)}),
    (r"tensor_scatter", {"tensor": tensor(least=1), "indices": scatter_indices, "updates": scatter_updates}),
    (r"gather$", {"batch_dims": constant(0, 0, 1)}),
    (r"(^|\.)where$", {"condition": tensor("bool")}),
    (
        r"(top_k|argpartition|partition)$",
        {"input": tensor("float32", "int32", least=1), "k": constant(1, 2), "kth": constant(0, 1)},
    ),
    (r"embedding_lookup$", {"params": tensor("float32", least=1)}),
    (r"sequence_mask$", {"maxlen": constant(3, 5, None)}),
    (
        r"crop_to_bounding_box$",
        {
            "offset_height": constant(0, 1),
            "offset_width": constant(0),
            "target_height": constant(2, 3),
            "target_width": constant(2),
        },
    ),
    (
        r"pad_to_bounding_box$",
        {
            "offset_height": constant(0, 1),
            "offset_width": constant(0),
            "target_height": constant(9, 10),
            "target_width": constant(12),
        },
    ),
    (r"extract_patches$", {each: window_numbers for each in ("sizes", "strides", "rates")}),
    (r"dropout$", {"x": FLOATS, "rate": constant(0.25), "noise_shape": omitted, "keep_prob": omitted}),
    (r"linalg\.diag$", {"diagonal": tensor(least=1), "k": constant(0), "num_rows": omitted, "num_cols": omitted}),
    (
        r"linalg\.(diag_part|set_diag|band_part|matrix_transpose|adjoint)$",
        {
            "input": tensor(least=2),
            "a": tensor(least=2),
            "k": constant(0),
            "num_lower": constant(0, 1, -1),
            "num_upper": constant(0, -1),
        },
    ),
    (r"meshgrid$", {"args": vectors, "xi": vectors}),
    (r"(moments|normalize|softmax|log_softmax|logsumexp|norm|l2_loss)$", {"x": FLOATS, "logits": FLOATS, "t": FLOATS}),
    (r"random\.(categorical)$", {"logits": tensor("float32", least=2)}),
    (r"batch_normalization$", {each: FLOATS for each in ("x", "mean", "variance", "offset", "scale")}),
    (r"image\.(random_crop)$", {"value": Drawer.image, "size": lambda drawer: drawer.integers([2, 2, 3])}),
    (
        r"image\.(random|adjust|stateless)_\w+$",
        {
            "max_delta": constant(0.1),
            "lower": constant(0.5),
            "upper": constant(1.5),
            "delta": constant(0.1),
            "factor": constant(0.5),
        },
    ),
    (r"image\.central_crop$", {"central_fraction": constant(0.5, 1.0)}),
    (r"convert_image_dtype$", {"dtype": lambda drawer: ["dtype", drawer.pick("float32", "uint8", "float64")]}),
    (r"bincount$", {"arr": tensor("int32"), "x": tensor("int64")}),
    (r"(confusion_matrix)$", {"labels": labels, "predictions": labels, "num_classes": constant(3, 5)}),
    (
        r"numpy\.(repeat)$|tensorflow\.repeat$",
        {"repeats": lambda drawer: drawer.pick(drawer.count(), ["list", [["constant", 2]]])},
    ),
]

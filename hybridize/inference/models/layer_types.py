"""Types of what layers and models of Keras give: by the rule of a layer's class, and through the layers of a model.

What a constructor was given lies in the heap with an owner of its own (`MADE_WITH`), so that no other question to an
object of the outside finds it among its attributes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from astroid import nodes

from hybridize.frameworks.keras_shapes.layers import WRAPPERS
from hybridize.frameworks.tensor_types.arguments import NONE, Argument, Constant, Items
from hybridize.frameworks.tensor_types.dimensions import Dimension, Symbol
from hybridize.frameworks.tensor_types.dtypes import FLOAT32
from hybridize.frameworks.tensor_types.interpreter import Refusal, tensors
from hybridize.frameworks.tensor_types.rules import call_names, rule
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType, Typed
from hybridize.inference.domain.objects import AbstractObject, Container, ExternalInstance, Instance, Value
from hybridize.inference.domain.queries import only, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import BOTTOM
from hybridize.inference.python import iteration, result_types
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.observations import ModelUse

MODEL = "keras.Model"
SEQUENTIAL = "keras.Sequential"
MODELS = frozenset({MODEL, SEQUENTIAL})
"""Classes of models whose layers are known by what they are made with."""
_LAYERS = "keras.layers."
_BOTH_WAYS, _EACH_STEP, _OF_CELLS = "keras.layers.Bidirectional", "keras.layers.TimeDistributed", "keras.layers.RNN"
_KEPT = MODELS | WRAPPERS | {_OF_CELLS}
_ADDED = "added at "
"""Before the place at which a layer is added to a model."""
_UNSURE = "added once, never or often: "
"""Before the place at which a layer is added in a loop or under a condition."""
_DEPTH = 3
"""Models inside models that are followed."""


def remember(frame: Frame, obj: ExternalInstance, names: Sequence[str], args: Args) -> None:
    """Keep what the constructor of an object of the outside is given, where types follow from it."""
    if rule(obj.cls) is None and obj.cls not in _KEPT or args.star or args.double_star:
        return
    for name, value in (*zip(names, args.positional), *args.keywords.items()):
        frame.heap.write((result_types.MADE_WITH, obj), name, value)


APPLICATIONS = "keras.applications."
"""How the names begin of models that are ready to use."""
_CLASSES = 1000
"""So many classes the models tell apart, where they are not told how many."""


def remember_application(frame: Frame, obj: ExternalInstance, names: Sequence[str], args: Args) -> None:
    """Keep where a model of images begins and ends: it gives classes, features of each place, or of the whole image."""
    if args.star or args.double_star:
        return
    given = {**dict(zip(names, args.positional)), **args.keywords}
    known = {name: result_types.single(frame, value) for name, value in given.items()}
    top, pooling = known.get("include_top", Constant(True)), known.get("pooling", NONE)
    if not isinstance(top, Constant) or not (isinstance(pooling, Constant) or pooling == NONE):
        return
    classes = known.get("classes", Constant(_CLASSES))
    ends: tuple[Dimension, ...]
    if top.value:
        ends = (classes.value if isinstance(classes, Constant) and isinstance(classes.value, int) else None,)
    else:
        ends = (None,) if isinstance(pooling, Constant) and pooling.value is not None else (None, None, None)
    kinds = [each.policy for each in frame.analysis.outside.settings(frame.context.module_path)]
    batch: tuple[Dimension, ...] = (None,)
    for name, shape, dtypes in (("inputs", (None, None, None), [FLOAT32]), ("outputs", ends, kinds)):
        types = frozenset([TensorType(TensorKind.KERAS, each, batch + shape) for each in dtypes])
        frame.heap.write((result_types.MADE_WITH, obj), name, result_types.tensors(frame, "keras", "", types))


def predicted(frame: Frame, receiver: AbstractObject, args: Args, plain: Value) -> Value:
    """The array that `predict` of a model gives: a row for each that it is given, as the layers make it."""
    if not only(plain, Array):
        return plain
    if select((receiver,), Instance):
        return _kept_prediction(frame, receiver, plain)
    if args.star or args.double_star or not args.positional:
        return plain
    inputs = args.positional[0]
    found = of_one(frame, receiver, inputs) if only(inputs, Array, Tensor, Container) else None
    if not isinstance(found, frozenset):
        return plain
    arrays = frozenset([replace(each, kind=TensorKind.NDARRAY, elements=None) for each in found])
    return result_types.arrays(frame, arrays)


PREDICTED = "predicted"
"""In the heap, what `predict` of a model of the project gives lies with an owner of its own."""


def keep_predicted(frame: Frame, receiver: AbstractObject, predicted: Value) -> None:
    """Note what a model of the project gives in `predict`."""
    if select((receiver,), Instance):
        frame.heap.write((PREDICTED, receiver), PREDICTED, predicted)


def _kept_prediction(frame: Frame, receiver: AbstractObject, plain: Value) -> Value:
    """The array of what a model of the project gives for all batches."""
    heap = frame.heap
    outer, heap.for_types = heap.for_types, True
    predicted = heap.read((PREDICTED, receiver), PREDICTED, frame.context)
    heap.for_types = outer
    types = [each.type for each in select(predicted, Tensor)]
    if not types or len(types) != len(predicted):
        return plain
    found: set[TensorType] = set()
    for each in types:
        if each is None or each.kind not in _DENSE:
            return plain
        shape = (None, *each.shape[1:]) if each.shape else None
        found.add(TensorType(TensorKind.NDARRAY, each.dtype, shape))
    return result_types.arrays(frame, frozenset(found))


_DENSE = frozenset({TensorKind.TENSOR, TensorKind.VARIABLE, TensorKind.KERAS})
"""Kinds of tensors of which arrays are made."""
OBSERVED = frozenset(
    "add pop compile fit evaluate predict train_on_batch test_on_batch predict_on_batch fit_generator "
    "evaluate_generator predict_generator".split()
)
"""The methods of models that meet data, or change what meets it."""


def observe(
    frame: Frame, obj: AbstractObject, method: str, args: Args, node: nodes.NodeNG, names: Sequence[str] = ()
) -> None:
    """Record what is done with a model or layer, for those who ask later whether it fits."""
    for each in select((obj,), ExternalInstance):
        is_layer = each.cls.startswith(_LAYERS) and rule(each.cls) is not None
        if each.cls not in MODELS and not (method == "__call__" and is_layer):
            return
    given = {**dict(zip(names, args.positional)), **args.keywords}
    whole = not (args.star or args.double_star)
    frame.analysis.observations.use(node, frame.context, obj, ModelUse(method, given, whole))


def added(frame: Frame, obj: ExternalInstance, args: Args, node: nodes.NodeNG) -> None:
    """Keep the layer that is added to a `Sequential`, with its place: the order in the text is that of the layers."""
    if obj.cls != SEQUENTIAL or not args.positional:
        return
    parent = node.parent
    while parent is not None and not isinstance(parent, (nodes.FunctionDef, nodes.Module)):
        if isinstance(parent, (nodes.For, nodes.While, nodes.If, nodes.Try)):
            frame.heap.write((result_types.MADE_WITH, obj), f"{_UNSURE}{addition(node)}", args.positional[0])
        parent = parent.parent
    frame.heap.write((result_types.MADE_WITH, obj), addition(node), args.positional[0])


def addition(node: nodes.NodeNG) -> str:
    """The name under which a layer is kept that is added at a place; the names are in the order of the text."""
    scope, line, column = node.scope().lineno or 0, node.lineno or 0, node.col_offset or 0
    return f"{_ADDED}{node.root().name}:{scope:09}:{line:09}:{column:06}"


def of_call(frame: Frame, layer: ExternalInstance, args: Args, node: nodes.NodeNG) -> Typed | Refusal:
    """The types of what a call of a layer gives, by what the layer was made with."""
    if layer.cls not in MODELS:
        observe(frame, layer, "__call__", args, node, call_names(layer.cls))
    if args.star or args.double_star or not args.positional and not args.keywords:
        return None
    if layer.cls in _AROUND or layer.cls in MODELS:
        if not args.positional:
            return None
        return _of_layer(frame, layer.single, result_types.alternatives(frame, args.positional[0]), _DEPTH)
    if rule(layer.cls) is None:
        return None
    values = result_types.made_with(frame, layer)
    values.update(args.keywords)
    values.update(zip(call_names(layer.cls), args.positional))
    return result_types.by_rule(frame, layer.cls, values, TensorKind.TENSOR)


def _of_model(frame: Frame, model: ExternalInstance, inputs: Sequence[Argument], depth: int) -> Typed | Refusal:
    made = result_types.made_with(frame, model)
    if model.cls == MODEL:
        return _of_functional(frame, made, inputs)
    layers = layers_of(frame, model, made)
    if layers is None or not depth:
        return None
    given: Sequence[Argument] = inputs
    found: Typed | Refusal = None
    for layer in layers:
        if only(layer, Tensor) or all(obj.cls == "keras.layers.InputLayer" for obj in select(layer, ExternalInstance)):
            continue
        found = _of_layer(frame, layer, given, depth)
        # What follows a layer of which nothing is known still gets a tensor, and may demand a rank of it.
        given = tuple(found) if isinstance(found, frozenset) else (TensorType(TensorKind.TENSOR),)
    return found if isinstance(found, frozenset) else None


def layers_of(frame: Frame, model: ExternalInstance, made: Mapping[str, Value]) -> list[Value] | None:
    """The layers of a `Sequential` in their order; None where it is not known."""
    found = stages(frame, made)
    return None if found is None or any(unsure for _, unsure in found) else [layer for layer, _ in found]


def stages(frame: Frame, made: Mapping[str, Value]) -> list[tuple[Value, bool]] | None:
    """The layers of a `Sequential` in the order of the text, and whether each may be there never or often."""
    layers: list[Value] = []
    for obj in made.get("layers", BOTTOM):
        fixed = iteration.positions(frame, obj)
        if fixed is None or layers:
            return None
        layers += fixed
    places = sorted(name for name in made if name.startswith(_ADDED))
    if len({place.split(":")[1] for place in places}) > 1:
        return None
    return [(layer, False) for layer in layers] + [(made[place], f"{_UNSURE}{place}" in made) for place in places]


def of_one(frame: Frame, layer: AbstractObject, inputs: Value) -> Typed:
    """The types of what one layer or model of the framework gives for these inputs."""
    found = _of_layer(frame, layer.single, result_types.alternatives(frame, inputs), _DEPTH)
    return None if isinstance(found, Refusal) else found


def _of_layer(frame: Frame, layer: Value, inputs: Sequence[Argument], depth: int) -> Typed | Refusal:
    if len(layer) != 1:
        return None
    (obj,) = layer
    if not isinstance(obj, ExternalInstance):
        return None
    if obj.cls in MODELS:
        return _of_model(frame, obj, inputs, depth - 1)
    if obj.cls in _AROUND:
        return _AROUND[obj.cls](frame, result_types.made_with(frame, obj), inputs, depth - 1) if depth else None
    if rule(obj.cls) is None:
        return None
    made = result_types.made_with(frame, obj)
    return result_types.by_rule(frame, obj.cls, made, TensorKind.TENSOR, {"inputs": inputs})


def _each_step(
    frame: Frame, made: Mapping[str, Value], inputs: Sequence[Argument], depth: int
) -> Typed | Refusal:
    """A layer at each step of time: what it gives without the axis of time has that axis again."""
    (given,) = inputs if len(inputs) == 1 else (None,)
    shape = given.shape if isinstance(given, TensorType) else None
    if not isinstance(given, TensorType) or shape is None or len(shape) < 3:
        inside: Sequence[Argument] = (TensorType(TensorKind.TENSOR, getattr(given, "dtype", None)),)
        shape = None
    else:
        inside = (replace(given, shape=(shape[0], *shape[2:])),)
    found = _of_layer(frame, made.get("layer", BOTTOM), inside, depth)
    if not isinstance(found, frozenset):
        return None
    return frozenset([_with_step(each, None if shape is None else shape[1]) for each in found])


def _with_step(found: TensorType, step: Dimension) -> TensorType:
    """With an axis of time after the batch."""
    return replace(found, shape=None if not found.shape else (found.shape[0], step, *found.shape[1:]))


def _both_ways(
    frame: Frame, made: Mapping[str, Value], inputs: Sequence[Argument], depth: int
) -> Typed | Refusal:
    """A recurrent layer forwards and backwards: both results side by side, or put together in another way."""
    mode = result_types.single(frame, made["merge_mode"]) if "merge_mode" in made else Constant("concat")
    found = _of_layer(frame, made.get("layer", BOTTOM), inputs, depth)
    if not isinstance(found, frozenset) or not isinstance(mode, Constant) or mode.value is None:
        return None
    return frozenset(map(_twice_as_wide, found)) if mode.value == "concat" else found


def _twice_as_wide(found: TensorType) -> TensorType:
    last = found.shape[-1] if found.shape else None
    wide = 2 * last if isinstance(last, int) else None
    return replace(found, shape=(*found.shape[:-1], wide) if found.shape else None)


def _of_cells(
    frame: Frame, made: Mapping[str, Value], inputs: Sequence[Argument], depth: int
) -> Typed | Refusal:
    """A recurrent layer that runs cells: the last one decides."""
    cell = made.get("cell", BOTTOM)
    fixed = [iteration.positions(frame, obj) for obj in select(cell, Container)]
    if fixed and fixed[0]:
        cell = fixed[0][-1]
    cells = select(cell, ExternalInstance)
    if len(cells) != len(cell) or len(cell) != 1 or "return_state" in made:
        return None
    (one,) = cells
    units = result_types.made_with(frame, one).get("units")
    if rule(one.cls) is None or units is None:
        return None
    values = {"units": units, **{name: made[name] for name in ("return_sequences", "dtype") if name in made}}
    return result_types.by_rule(frame, "keras.layers.SimpleRNN", values, TensorKind.TENSOR, {"inputs": inputs})


_AROUND: Mapping[
    str, Callable[[Frame, Mapping[str, Value], Sequence[Argument], int], Typed | Refusal]
] = {_EACH_STEP: _each_step, _BOTH_WAYS: _both_ways, _OF_CELLS: _of_cells}
"""Layers that are made around others: what they give follows from that."""


def _of_functional(frame: Frame, made: Mapping[str, Value], inputs: Sequence[Argument]) -> Typed:
    """The types of the outputs of `Model(inputs, outputs)`, with the batch of what it is called with."""
    declared = result_types.single(frame, made.get("inputs", BOTTOM))
    outputs = result_types.single(frame, made.get("outputs", BOTTOM))
    if len(inputs) != 1:
        return None
    lengths: dict[Symbol, Dimension] = {}
    if _count(declared) == _count(inputs[0]):
        for wanted, given in zip(_leaves(declared), _leaves(inputs[0])):
            if given.shape is not None and wanted.shape is not None:
                known = zip(wanted.shape, given.shape)
                lengths.update((one, length) for one, length in known if isinstance(one, Symbol))
    return _with_lengths(outputs, lengths)


def _leaves(argument: Argument) -> list[TensorType]:
    """The tensors of a structure, as far as it is known."""
    return list(tensors((argument,)))


def _count(argument: Argument) -> int | None:
    """How many tensors there are in a structure; None where that is not known."""
    if isinstance(argument, TensorType):
        return 1
    counts = [_count(each) for each in argument.items] if isinstance(argument, Items) else [None]
    return None if None in counts else sum(filter(None, counts))


def _with_lengths(argument: Argument, lengths: Mapping[Symbol, Dimension]) -> Typed:
    """The types of outputs, with the lengths that symbols stand for."""
    if isinstance(argument, Items):
        return tuple([_with_lengths(each, lengths) for each in argument.items])
    if not isinstance(argument, TensorType):
        return None
    shape = argument.shape
    if shape is not None:
        shape = tuple([lengths.get(each) if isinstance(each, Symbol) else each for each in shape])
    return frozenset((replace(argument, kind=TensorKind.TENSOR, shape=shape),))


def with_batch(types: Typed, node: nodes.NodeNG) -> Typed:
    """The type of an `Input`, whose batch is one length wherever it goes through the layers of a model."""
    if not isinstance(types, frozenset):
        return types
    batch = Symbol(f"the batch of the input at {node.root().name}:{node.lineno}:{node.col_offset}")
    found: list[TensorType] = []
    for each in types:
        shape = each.shape
        found.append(replace(each, shape=(batch, *shape[1:])) if shape and shape[0] is None else each)
    return frozenset(found)

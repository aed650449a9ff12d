"""Types of what layers and models of Keras give: by the rule of a layer's class, and through the layers of a model.

What a constructor was given lies in the heap with an owner of its own (`MADE_WITH`), so that no other question to an
object of the outside finds it among its attributes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from astroid import nodes

from hybridize.frameworks.keras_shapes.layers import WRAPPERS
from hybridize.frameworks.tensor_types.arguments import Argument
from hybridize.frameworks.tensor_types.dimensions import Dimension, Symbol
from hybridize.frameworks.tensor_types.interpreter import Refusal
from hybridize.frameworks.tensor_types.rules import LAYER_CALLS, rule
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType, Typed
from hybridize.inference.domain.objects import AbstractObject, ExternalInstance, Value
from hybridize.inference.domain.queries import only, select
from hybridize.inference.domain.tensors import Tensor
from hybridize.inference.domain.values import BOTTOM
from hybridize.inference.python import iteration, result_types
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.observations import ModelUse

_MODEL = "keras.Model"
_SEQUENTIAL = "keras.Sequential"
MODELS = frozenset({_MODEL, _SEQUENTIAL})
"""Classes of models whose layers are known by what they are made with."""
_KEPT = MODELS | WRAPPERS
_ADDED = "added at "
"""Before the place at which a layer is added to a model."""
_IN_A_LOOP = "added in a loop"
_DEPTH = 3
"""Models inside models that are followed."""


def remember(frame: Frame, obj: ExternalInstance, names: Sequence[str], args: Args) -> None:
    """Keep what the constructor of an object of the outside is given, where types follow from it."""
    if rule(obj.cls) is None and obj.cls not in _KEPT or args.star or args.double_star:
        return
    for name, value in (*zip(names, args.positional), *args.keywords.items()):
        frame.heap.write((result_types.MADE_WITH, obj), name, value)


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
        if each.cls not in MODELS and (method != "__call__" or rule(each.cls) is None):
            return
    given = {**dict(zip(names, args.positional)), **args.keywords}
    whole = not (args.star or args.double_star)
    frame.analysis.observations.use(node, frame.context, obj, ModelUse(method, given, whole))


def added(frame: Frame, obj: ExternalInstance, args: Args, node: nodes.NodeNG) -> None:
    """Keep the layer that is added to a `Sequential`, with its place: the order in the text is that of the layers."""
    if obj.cls != _SEQUENTIAL or not args.positional:
        return
    parent = node.parent
    while parent is not None and not isinstance(parent, (nodes.FunctionDef, nodes.Module)):
        if isinstance(parent, (nodes.For, nodes.While, nodes.If, nodes.Try)):
            frame.heap.write((result_types.MADE_WITH, obj), _IN_A_LOOP, args.positional[0])
        parent = parent.parent
    frame.heap.write((result_types.MADE_WITH, obj), addition(node), args.positional[0])


def addition(node: nodes.NodeNG) -> str:
    """The name under which a layer is kept that is added at a place; the names are in the order of the text."""
    scope, line, column = node.scope().lineno or 0, node.lineno or 0, node.col_offset or 0
    return f"{_ADDED}{node.root().name}:{scope:09}:{line:09}:{column:06}"


def of_call(frame: Frame, layer: ExternalInstance, args: Args, node: nodes.NodeNG) -> Typed | Refusal:
    """The types of what a call of a layer gives, by what the layer was made with."""
    if layer.cls not in MODELS:
        observe(frame, layer, "__call__", args, node, LAYER_CALLS.get(layer.cls, ("inputs",)))
    if args.star or args.double_star or not args.positional and not args.keywords:
        return None
    if layer.cls in (_MODEL, _SEQUENTIAL):
        if not args.positional:
            return None
        return _of_model(frame, layer, result_types.alternatives(frame, args.positional[0]), _DEPTH)
    if rule(layer.cls) is None:
        return None
    values = result_types.made_with(frame, layer)
    values.update(args.keywords)
    values.update(zip(LAYER_CALLS.get(layer.cls, ("inputs",)), args.positional))
    return result_types.by_rule(frame, layer.cls, values, TensorKind.TENSOR)


def _of_model(frame: Frame, model: ExternalInstance, inputs: Sequence[Argument], depth: int) -> Typed | Refusal:
    made = result_types.made_with(frame, model)
    if model.cls == _MODEL:
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
    if _IN_A_LOOP in made:
        return None
    layers: list[Value] = []
    for obj in made.get("layers", BOTTOM):
        fixed = iteration.positions(frame, obj)
        if fixed is None or layers:
            return None
        layers += fixed
    places = sorted(name for name in made if name.startswith(_ADDED))
    if len({place.split(":")[1] for place in places}) > 1:
        return None
    return layers + [made[place] for place in places]


def _of_layer(frame: Frame, layer: Value, inputs: Sequence[Argument], depth: int) -> Typed | Refusal:
    if len(layer) != 1:
        return None
    (obj,) = layer
    if not isinstance(obj, ExternalInstance):
        return None
    if obj.cls in (_MODEL, _SEQUENTIAL):
        return _of_model(frame, obj, inputs, depth - 1)
    if rule(obj.cls) is None:
        return None
    made = result_types.made_with(frame, obj)
    return result_types.by_rule(frame, obj.cls, made, TensorKind.TENSOR, {"inputs": inputs})


def _of_functional(frame: Frame, made: Mapping[str, Value], inputs: Sequence[Argument]) -> Typed:
    """The types of the outputs of `Model(inputs, outputs)`, with the batch of what it is called with."""
    declared = result_types.single(frame, made.get("inputs", BOTTOM))
    outputs = result_types.single(frame, made.get("outputs", BOTTOM))
    if not isinstance(outputs, TensorType) or not isinstance(declared, TensorType) or len(inputs) != 1:
        return None
    (given,) = inputs
    lengths: dict[Symbol, Dimension] = {}
    if isinstance(given, TensorType) and given.shape is not None and declared.shape is not None:
        for wanted, length in zip(declared.shape, given.shape):
            if isinstance(wanted, Symbol):
                lengths[wanted] = length
    shape = outputs.shape
    if shape is not None:
        shape = tuple([lengths.get(each) if isinstance(each, Symbol) else each for each in shape])
    return frozenset((replace(outputs, kind=TensorKind.TENSOR, shape=shape),))


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

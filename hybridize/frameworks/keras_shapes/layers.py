"""What layers demand of the shape of their input, and what they make of it.

Which ranks and which lengths a layer takes was tried on both releases (`data/layer_inputs.json`, which
`generate/layer_inputs.py` writes); what it gives say the rules of `tensor_types`.
"""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from hybridize.frameworks.keras_shapes.releases import Keras
from hybridize.frameworks.tensor_types.arguments import NONE, Argument, Constant, Items, dimension, integer, vector
from hybridize.frameworks.tensor_types.dimensions import Dimension, Shape, Unclear, product
from hybridize.frameworks.tensor_types.dtypes import FLOAT32
from hybridize.frameworks.tensor_types.interpreter import Refusal, apply
from hybridize.frameworks.tensor_types.rules import rule
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType

FILE = "layer_inputs"
MOST = 6
"""The highest rank that was tried; of higher ones nothing is known."""
_EACH_STEP = "keras.layers.TimeDistributed"
_BOTH_WAYS = "keras.layers.Bidirectional"
_WORDS = "keras.layers.Embedding"
"""Its `input_dim` is no length of its input."""
WRAPPERS = frozenset({_EACH_STEP, _BOTH_WAYS})
"""Layers that are made with another layer."""
_AXIS = "axis"
"""The parameter by which a layer names the axis whose length it keeps."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer, by what it was made with."""

    name: str
    """The qualified name of its class."""
    made: Mapping[str, Argument] = field(default_factory=dict)
    inside: Layer | None = None
    """The layer that a wrapper was made with."""

    @property
    def short(self) -> str:
        """The name of its class."""
        return self.name.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class Demand:
    """What a layer demands of the shape of its input."""

    ranks: tuple[int, ...]
    """The ranks that it takes."""
    said: str
    """How the release says so: `ndim=3`, `min_ndim=2`."""
    kept: tuple[int, ...] = ()
    """The axes, counted from the end, whose length must be that of the first input."""
    same_rank: bool = False
    """Every input must have the rank of the first one."""


@lru_cache(maxsize=1)
def _demands() -> Mapping[str, Mapping[str, Demand]]:
    data = pkgutil.get_data("hybridize.frameworks.keras_shapes", f"data/{FILE}.json")
    if data is None:
        raise FileNotFoundError(f"keras_shapes/data/{FILE}.json is not installed with hybridize")
    return {
        name: {
            release: Demand(tuple(each["ranks"]), each["said"], tuple(each["kept"]), each["same rank"])
            for release, each in releases.items()
        }
        for name, releases in json.loads(data)["layers"].items()
    }


def demand(layer: Layer, keras: Keras) -> Demand | None:
    """What a layer demands of its input; None where it takes everything, or nothing is known."""
    return _demands().get(layer.name, {}).get(keras.value)


def refused(layer: Layer, shape: Shape, keras: Keras, first: Shape = None) -> Refusal | None:
    """Why a layer does not take a shape; `first` is the shape with which its weights were made."""
    wanted = demand(layer, keras)
    if shape is None or layer.name == _EACH_STEP:
        return None
    if layer.name == _BOTH_WAYS:
        return refused(layer.inside, shape, keras, first) if layer.inside is not None else None
    if wanted is None:
        return None
    rank = len(shape)
    words = f"Input 0 of layer {layer.short} is incompatible with the layer: expected"
    full = f"Full shape received: {display(shape)}"
    if rank <= MOST and rank not in wanted.ranks:
        return Refusal(f"{words} {wanted.said}, found ndim={rank}. {full}")
    if first is None:
        return None
    if wanted.same_rank and rank != len(first):
        return Refusal(f"{words} ndim={len(first)}, found ndim={rank}. {full}")
    for axis in _kept(layer, wanted):
        if -axis > min(rank, len(first)):
            continue
        old, new = first[axis], shape[axis]
        if isinstance(old, int) and isinstance(new, int) and old != new:
            return Refusal(
                f"{words} axis {axis} of input shape to have value {old}, but received input with shape"
                f" {display(shape)}"
            )
    return None


def _kept(layer: Layer, wanted: Demand) -> tuple[int, ...]:
    """The axes whose length is kept; none where the layer was told of an axis of its own."""
    own = layer.made.get(_AXIS, NONE)
    if own not in (NONE, Constant(-1)) or layer.made.get("data_format", NONE) not in (NONE, Constant("channels_last")):
        return ()
    return wanted.kept


def output(layer: Layer, tensor: TensorType, keras: Keras) -> TensorType | Refusal | None:
    """What a layer gives for its first input; None where that is not known."""
    problem = refused(layer, tensor.shape, keras)
    if problem is not None:
        return problem
    if layer.name == _EACH_STEP:
        return _each_step(layer, tensor, keras)
    if layer.name == _BOTH_WAYS:
        return _both_ways(layer, tensor, keras)
    found = rule(layer.name)
    wanted = demand(layer, keras)
    if found is None or tensor.shape is None:
        return None
    if wanted is not None and len(tensor.shape) > min(wanted.ranks) and wanted.ranks[0] != 2:
        return None  # More batch axes than one: no rule says what comes of them.
    result = apply(found, {**layer.made, "inputs": tensor})
    if isinstance(result, Refusal):
        return Refusal(f"Layer {layer.short}: {result.reason}. Input shape received: {display(tensor.shape)}")
    return result if isinstance(result, TensorType) else None


def merged(layer: Layer, tensors: tuple[TensorType, ...]) -> TensorType | Refusal | None:
    """What a layer gives for several inputs."""
    found = rule(layer.name)
    result = None if found is None else apply(found, {**layer.made, "inputs": Items(tensors)})
    if isinstance(result, Refusal):
        shapes = ", ".join(display(each.shape) for each in tensors)
        return Refusal(f"Layer {layer.short}: {result.reason}. Input shapes received: {shapes}")
    return result if isinstance(result, TensorType) else None


def _each_step(layer: Layer, tensor: TensorType, keras: Keras) -> TensorType | Refusal | None:
    """A layer at each step of a sequence: the second axis goes along with the batch."""
    shape = tensor.shape
    if layer.inside is None or shape is None or len(shape) < 3:
        return None
    made = output(layer.inside, replace(tensor, shape=(None, *shape[2:])), keras)
    if not isinstance(made, TensorType) or made.shape is None:
        return made
    return replace(made, shape=(shape[0], shape[1], *made.shape[1:]))


def _both_ways(layer: Layer, tensor: TensorType, keras: Keras) -> TensorType | Refusal | None:
    """A recurrent layer in both directions, whose outputs are joined."""
    if layer.inside is None:
        return None
    made = output(layer.inside, tensor, keras)
    if not isinstance(made, TensorType) or not made.shape:
        return made
    way = layer.made.get("merge_mode", Constant("concat"))
    last = made.shape[-1]
    if way == Constant("concat"):
        return replace(made, shape=(*made.shape[:-1], product((2, last)).dimension()))
    return made if way in (Constant("sum"), Constant("mul"), Constant("ave")) else None


def declared(layer: Layer, keras: Keras) -> TensorType | None:
    """The input that the first layer of a model was told to expect: `input_shape=(3,)`, `input_dim=3`."""
    made = layer.made
    try:
        for name in ("batch_input_shape", "batch_shape"):
            if made.get(name, NONE) != NONE:
                return _input(_lengths(made[name]))
        for name in ("input_shape", "shape"):
            if made.get(name, NONE) != NONE and (name == "input_shape" or layer.short == "InputLayer"):
                inner = _lengths(made[name])
                return _input(None if inner is None else (None, *inner))
        if layer.name == _WORDS:
            if keras is Keras.TWO and "input_length" in made:
                inner = _lengths(made["input_length"])
                return _input(None if inner is None else (None, *inner))
            return None
        if made.get("input_dim", NONE) != NONE:
            steps: tuple[Dimension, ...] = ()
            if made.get("input_length", NONE) != NONE:
                steps = (dimension(made["input_length"]),)
            return _input((None, *steps, integer(made["input_dim"])))
    except Unclear:
        return None
    return None


def is_declared(layer: Layer, keras: Keras) -> bool:
    """Whether a layer was told what input to expect, be it known or not."""
    names = {"batch_input_shape", "batch_shape", "input_shape", "input_dim", "input_length", "input_tensor"}
    if layer.name == _WORDS:
        names -= {"input_dim", *(("input_length",) if keras is Keras.THREE else ())}
    return layer.short == "InputLayer" or any(layer.made.get(name, NONE) != NONE for name in names)


def _lengths(argument: Argument) -> Shape:
    """The lengths of a shape that a layer is given; None if not even their number is known."""
    found = vector(argument)
    if found is None and not isinstance(argument, (Items, TensorType)):
        raise Unclear
    return found


def _input(shape: Shape) -> TensorType | None:
    return None if shape is None else TensorType(TensorKind.KERAS, FLOAT32, shape)


def display(shape: Shape) -> str:
    """A shape as Keras writes it."""
    if shape is None:
        return "of unknown rank"
    inside = ", ".join(str(each) if isinstance(each, int) else "None" for each in shape)
    return f"({inside},)" if len(shape) == 1 else f"({inside})"

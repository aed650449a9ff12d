"""What models take and give: the input that they were made for, the layers behind it, and Keras' own leniency."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hybridize.frameworks.keras_shapes.layers import Layer, declared, display, is_declared, output, refused
from hybridize.frameworks.keras_shapes.releases import Keras
from hybridize.frameworks.tensor_types.dimensions import Dimension, Shape, Symbol
from hybridize.frameworks.tensor_types.interpreter import Refusal
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType


@dataclass(frozen=True, slots=True)
class Chain:
    """A `Sequential`: its layers in their order, of which None are not known."""

    layers: tuple[Layer | Chain | Functional | None, ...]
    given: TensorType | None = None
    """The `Input` at its beginning."""


@dataclass(frozen=True, slots=True)
class Functional:
    """A `Model(inputs, outputs)`."""

    inputs: tuple[TensorType, ...]
    outputs: tuple[TensorType | None, ...]


Model = Chain | Functional


@dataclass(frozen=True, slots=True)
class Refused:
    """A layer or model refuses its input."""

    reason: str
    index: int = -1
    """The layer of the model; -1: the model as a whole."""


def expected(model: Model, keras: Keras) -> tuple[TensorType | None, ...]:
    """The inputs that a model was made for; empty where it takes the shape of its first data."""
    if isinstance(model, Functional):
        return model.inputs
    if model.given is not None:
        return (model.given,)
    first = model.layers[0] if model.layers else None
    if isinstance(first, (Chain, Functional)):
        return expected(first, keras)
    if first is None:
        return (None,)
    found = declared(first, keras)
    return (found,) if found is not None or is_declared(first, keras) else ()


def built(model: Chain, keras: Keras) -> Sequence[TensorType | Refused | None]:
    """What each layer of a model gives for the declared input; the last one is a refusal where it does not fit."""
    start = expected(model, keras)
    if len(start) != 1 or start[0] is None:
        return ()
    found: list[TensorType | Refused | None] = []
    for index, step in enumerate(through(model, start[0], keras)):
        found.append(replace(step, index=index) if isinstance(step, Refused) else step)
    return found


def through(model: Chain, tensor: TensorType, keras: Keras) -> Sequence[TensorType | Refused | None]:
    """What each layer gives, until one refuses its input or nothing more is known."""
    found: list[TensorType | Refused | None] = []
    current: TensorType | None = tensor
    for layer in model.layers:
        if current is None or layer is None:
            break
        made = _given_by(layer, current, keras)
        if isinstance(made, Refusal):
            found.append(Refused(made.reason))
            break
        found.append(made)
        current = made
    return found


def _given_by(layer: Layer | Model, tensor: TensorType, keras: Keras) -> TensorType | Refusal | None:
    if isinstance(layer, Layer):
        return output(layer, tensor, keras)
    outcome = takes(layer, (tensor,), keras)
    if isinstance(outcome, Refused):
        return Refusal(outcome.reason)
    return outcome[0] if outcome is not None and len(outcome) == 1 else None


def takes(model: Model, given: Sequence[TensorType], keras: Keras) -> tuple[TensorType | None, ...] | Refused | None:
    """What a model gives for some inputs, or why it refuses them; None where neither is known."""
    wanted = expected(model, keras)
    if not wanted:
        if isinstance(model, Functional) or len(given) != 1:
            return None
        return _outcome(model, through(model, given[0], keras))
    if len(wanted) != len(given):
        return None
    exact = True
    changed: list[TensorType] = []
    for place, (each, spec) in enumerate(zip(given, wanted)):
        if spec is None or spec.shape is None or each.shape is None:
            return None
        problem = _unlike(each.shape, spec.shape, place)
        if problem is not None:
            return problem
        shape = adjusted(each.shape, spec.shape)
        if len(shape) != len(spec.shape):
            if keras is Keras.THREE:
                return Refused(
                    f"Invalid input shape for input {place}: expected shape {display(spec.shape)}, but input has"
                    f" incompatible shape {display(each.shape)}"
                )
            exact = False
        elif any(_differ(*pair) for pair in zip(shape[1:], spec.shape[1:])):
            exact = False
        changed.append(replace(each, shape=shape))
    if isinstance(model, Chain):
        return _with_weights(model, changed[0], keras)
    if not exact:
        return None
    return tuple([None if each is None else with_batch(each, model.inputs, changed) for each in model.outputs])


def _unlike(shape: tuple[Dimension, ...], spec: tuple[Dimension, ...], place: int) -> Refused | None:
    """Keras compares axis by axis as far as both reach, and leaves out a last axis of 1 of either."""
    found = shape[:-1] if shape and shape[-1] == 1 else shape
    wanted = spec[:-1] if spec and spec[-1] == 1 else spec
    for one, other in list(zip(found, wanted))[1:]:
        if _differ(one, other):
            return Refused(
                f"Input {place} is incompatible with the model: expected shape={display((None, *spec[1:]))}, found"
                f" shape={display(shape)}"
            )
    return None


def _differ(one: Dimension, other: Dimension) -> bool:
    return isinstance(one, int) and isinstance(other, int) and one != other


def adjusted(shape: tuple[Dimension, ...], spec: tuple[Dimension, ...]) -> tuple[Dimension, ...]:
    """The shape with a last axis of 1 added or dropped where that gives the rank that the model was made for."""
    if len(shape) == len(spec) + 1 and shape[-1] == 1:
        return shape[:-1]
    if len(shape) == len(spec) - 1 and spec[-1] == 1:
        return (*shape, 1)
    return shape


def _with_weights(model: Chain, tensor: TensorType, keras: Keras) -> tuple[TensorType | None, ...] | Refused | None:
    """The data through the layers, whose weights were made for the declared input."""
    first = expected(model, keras)[0]
    before: list[TensorType | Refused | None] = [first, *built(model, keras)]
    if isinstance(before[-1], Refused):
        return None  # The model could not even be made: that is told there.
    current: TensorType | None = tensor
    for index, layer in enumerate(model.layers):
        if current is None or layer is None:
            return None
        made_for = before[index] if index < len(before) else None
        if isinstance(layer, Layer):
            shape = made_for.shape if isinstance(made_for, TensorType) else None
            problem = refused(layer, current.shape, keras, shape)
            if problem is not None:
                return Refused(problem.reason, index)
        made = _given_by(layer, current, keras)
        if isinstance(made, Refusal):
            return Refused(made.reason, index)
        current = made
    return None if current is None else (current,)


def _outcome(
    model: Chain, steps: Sequence[TensorType | Refused | None]
) -> tuple[TensorType | None, ...] | Refused | None:
    if not steps or None in steps[:-1]:
        return None
    last = steps[-1]
    if isinstance(last, Refused):
        return replace(last, index=len(steps) - 1)
    return (last,) if last is not None and len(steps) == len(model.layers) else None


def with_batch(each: TensorType, declared: Sequence[TensorType], given: Sequence[TensorType]) -> TensorType:
    """An output with the batch of the input with which the model is called."""
    lengths: dict[Symbol, Dimension] = {}
    for wanted, found in zip(declared, given):
        for one, other in zip(wanted.shape or (), found.shape or ()):
            if isinstance(one, Symbol):
                lengths[one] = other
    shape: Shape = each.shape
    if shape is not None:
        shape = tuple([lengths.get(one) if isinstance(one, Symbol) else one for one in shape])
    return replace(each, kind=TensorKind.TENSOR, shape=shape)

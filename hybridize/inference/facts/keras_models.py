"""Models of Keras as the program makes and uses them: their layers, the data that they meet, the losses they compile.

Nothing is judged here: `verdicts.shapes.model_shapes` asks `frameworks.keras_shapes` what is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from astroid import nodes

from hybridize.frameworks.keras_shapes.layers import WRAPPERS, Layer
from hybridize.frameworks.keras_shapes.models import Chain, Functional, Model
from hybridize.frameworks.tensor_types.arguments import NONE, UNKNOWN, Argument, Items
from hybridize.frameworks.tensor_types.types import TensorType
from hybridize.inference.domain.objects import (
    AbstractObject,
    Dataset,
    External,
    ExternalInstance,
    IteratorObject,
    PythonScalar,
    Value,
)
from hybridize.inference.domain.queries import only, select
from hybridize.inference.domain.tensors import Tensor
from hybridize.inference.domain.values import BOTTOM
from hybridize.inference.facts.model import Context
from hybridize.inference.models import layer_types
from hybridize.inference.python import result_types
from hybridize.inference.python.evaluator import Evaluator
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.observations import EvaluatedPlace, ModelUse
from hybridize.program.flow.names import bindings_reaching
from hybridize.program.lookup import assignment_of

_DEPTH = 4
"""Models inside models, and layers inside layers, that are followed."""
_ALTERNATIVES = 8
"""So many possibilities of data are asked about."""


@dataclass(frozen=True)
class UsedModel:
    """A model or layer at one place of its use."""

    object: ExternalInstance
    model: Model | Layer | None
    """None: its layers are not known."""
    sites: tuple[nodes.NodeNG, ...] = ()
    """Of a `Sequential`: where each of its layers is made; empty where that is not known."""
    added: tuple[nodes.NodeNG, ...] = ()
    """Of a `Sequential`: the call that makes each layer a part of the model."""
    uses: tuple[tuple[EvaluatedPlace, ModelUse], ...] = ()
    """What is done with it."""


@dataclass(frozen=True)
class Elements:
    """What a data set gives at each step: its members are inputs, labels and weights."""

    members: tuple[Argument, ...]


@dataclass(frozen=True)
class Arrays:
    """Arrays or tensors that are cut into batches."""

    value: Argument


Data = Elements | Arrays


class KerasModels:
    """Questions about the models of a program, after its analysis."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._observations = evaluator.analysis.observations
        self._known: dict[ExternalInstance, UsedModel] = {}

    def uses(self) -> Iterator[tuple[nodes.NodeNG, Sequence[tuple[EvaluatedPlace, AbstractObject, ModelUse]]]]:
        """By place in the text: what is done there with which models, in every context."""
        by_node: dict[nodes.NodeNG, list[tuple[EvaluatedPlace, AbstractObject, ModelUse]]] = {}
        for place, used in self._observations.models.items():
            models = [obj for obj in select(used, ExternalInstance) if obj.cls in layer_types.MODELS]
            # The call of a model calls its layers at the same place.
            for obj in models or used:
                by_node.setdefault(place.node, []).append((place, obj, used[obj]))
        yield from by_node.items()

    def layers_called(self) -> dict[nodes.NodeNG, list[str]]:
        """The classes of the layers that run where the program calls a model of Keras' own; none where none is known.

        Layers of the project have no name.
        """
        found: dict[nodes.NodeNG, list[str]] = {}
        for (node, _), used in self._observations.models.items():
            called = [obj for obj, use in used.items() if use.method == "__call__"]
            of_keras = list(select(called, ExternalInstance))
            layers = [each.cls for each in of_keras if each.cls not in layer_types.MODELS]
            if len(layers) < len(of_keras):
                layers += [""] * (len(called) - len(of_keras))
                found[node] = max(found.get(node, []), layers, key=len)
        return found

    def layers_by_themselves(self) -> dict[nodes.NodeNG, list[str]]:
        """The classes of Keras' own layers of which one runs where the program calls a layer itself."""
        models = self.layers_called()
        found: dict[nodes.NodeNG, list[str]] = {}
        for (node, _), used in self._observations.models.items():
            layers = [obj.cls for obj in select(used, ExternalInstance) if used[obj].method == "__call__"]
            if layers and node not in models:
                found.setdefault(node, []).extend(layers)
        return found

    def model(self, obj: AbstractObject) -> UsedModel | None:
        """What is known of a model; None for objects of the project."""
        for each in select((obj,), ExternalInstance):
            if each not in self._known:
                self._known[each] = self._used(each)
            return self._known[each]
        return None

    def _used(self, obj: ExternalInstance) -> UsedModel:
        frame = Frame(self._evaluator, next(iter(self._observations.models)).context)
        found = self._of_object(frame, obj, _DEPTH)
        uses = tuple(self._uses_of(obj))
        sites, added = self._layers(frame, obj, uses) if isinstance(found, Chain) else ((), ())
        return UsedModel(obj, found, sites, added, uses)

    def arguments(self, context: Context, value: Value) -> Sequence[Argument]:
        """What an argument may be, each possibility by itself."""
        frame = Frame(self._evaluator, context)
        found = [result_types.of_object(frame, obj) for obj in value]
        return found if 0 < len(found) <= _ALTERNATIVES else [UNKNOWN]

    def data(self, context: Context, value: Value) -> Sequence[Data]:
        """What the first argument of `fit` may be."""
        frame = Frame(self._evaluator, context)
        found: list[Data] = []
        for obj in value:
            handler = _DATA.get(type(obj))
            found.append(handler(frame, obj) if handler is not None else Arrays(result_types.of_object(frame, obj)))
        return found if 0 < len(found) <= _ALTERNATIVES else [Arrays(UNKNOWN)]

    def losses(self, context: Context, value: Value) -> Sequence[str | None]:
        """The qualified names of the losses that an argument may be; None for those of the project."""
        found: list[str | None] = []
        for obj in value:
            handler = _LOSSES.get(type(obj))
            symbol = self._evaluator.analysis.knowledge.lookup(handler(obj)) if handler is not None else None
            found.append(symbol.name if symbol is not None and symbol.known else None)
        return found

    def activation(self, used: UsedModel) -> str | None:
        """The activation behind which a model ends: empty if there is none, None if it is not known."""
        model = used.model
        if isinstance(model, Chain):
            last = model.layers[-1] if model.layers else None
            return self._activation(last) if isinstance(last, Layer) else None
        layers = {self._activation(layer) for layer in self._last_layers(used)}
        return layers.pop() if len(layers) == 1 else None

    # Layers ----------------------------------------------------------------------------------------------------------

    def _uses_of(self, obj: ExternalInstance) -> Iterator[tuple[EvaluatedPlace, ModelUse]]:
        for place, used in self._observations.models.items():
            if obj in used:
                yield place, used[obj]

    def _of_value(self, frame: Frame, value: Value, depth: int) -> Model | Layer | None:
        only_one = select(value, ExternalInstance) if len(value) == 1 and depth else ()
        return next((self._of_object(frame, obj, depth) for obj in only_one), None)

    def _of_object(self, frame: Frame, obj: ExternalInstance, depth: int) -> Model | Layer | None:
        made = result_types.made_with(frame, obj)
        if obj.cls == "keras.Sequential":
            return self._chain(frame, obj, made, depth)
        if obj.cls == "keras.Model":
            inputs, outputs = (_tensors(frame, made.get(name, BOTTOM)) for name in ("inputs", "outputs"))
            known = tuple([each for each in inputs if each is not None])
            return Functional(known, outputs) if known and len(known) == len(inputs) else None
        inside = self._inside(frame, made, depth) if obj.cls in WRAPPERS else None
        given = {name: result_types.single(frame, value) for name, value in made.items()}
        return Layer(obj.cls, given, inside)

    def _inside(self, frame: Frame, made: Mapping[str, Value], depth: int) -> Layer | None:
        found = self._of_value(frame, made.get("layer", BOTTOM), depth - 1)
        return found if isinstance(found, Layer) else None

    def _chain(
        self, frame: Frame, obj: ExternalInstance, made: Mapping[str, Value], depth: int
    ) -> Chain | None:
        if any(use.method == "pop" for _, use in self._uses_of(obj)):
            return None
        values = layer_types.layers_of(frame, obj, made)
        if values is None:
            return None
        layers: list[Layer | Model | None] = []
        given: TensorType | None = None
        for index, value in enumerate(values):
            if only(value, Tensor):
                start = result_types.single(frame, value)
                if index or not isinstance(start, TensorType):
                    return None
                given = start
                continue
            layers.append(self._of_value(frame, value, depth - 1))
        return Chain(tuple(layers), given)

    def _layers(
        self, frame: Frame, obj: ExternalInstance, uses: Sequence[tuple[EvaluatedPlace, ModelUse]]
    ) -> tuple[tuple[nodes.NodeNG, ...], tuple[nodes.NodeNG, ...]]:
        """Where the layers of a `Sequential` are made, and where they are added to it."""
        made = result_types.made_with(frame, obj)
        values = layer_types.layers_of(frame, obj, made) or []
        places = {layer_types.addition(place.node): place.node for place, use in uses if use.method == "add"}
        additions = sorted(name for name in made if name in places)
        added = [obj.site] * (len(values) - len(additions)) + [places[name] for name in additions]
        kept = [(value, node) for value, node in zip(values, added) if not only(value, Tensor)]
        sites = [each.site for value, _ in kept for each in select(value, ExternalInstance)]
        return tuple(sites) if len(sites) == len(kept) else (), tuple([node for _, node in kept])

    def _activation(self, layer: Layer | None) -> str | None:
        if layer is None:
            return None
        argument = layer.made.get("activation", NONE)
        if layer.short == "Softmax":
            return "softmax"
        value = getattr(argument, "value", UNKNOWN)
        return "" if value is None else value if isinstance(value, str) else None

    def _last_layers(self, used: UsedModel) -> Iterator[Layer | None]:
        """The layers whose calls give the outputs of a `Model(inputs, outputs)`, as far as the text tells."""
        made = used.object.site
        arguments = [*made.args[1:2], *[each.value for each in made.keywords if each.arg in ("outputs", "output")]]
        written = arguments[0] if len(arguments) == 1 else None
        if isinstance(written, (nodes.List, nodes.Tuple)) and len(written.elts) == 1:
            written = written.elts[0]
        if isinstance(written, nodes.Name):
            bound, _ = bindings_reaching(written, written.name)
            last = assignment_of(bound[0]) if len(bound) == 1 else None
            written = last.value if last is not None and last.plain and not last.member else None
        found = [
            obj for place, used in self._observations.models.items() if place.node is written for obj in used
        ]
        for obj in found:
            known = self.model(obj)
            yield known.model if known is not None and isinstance(known.model, Layer) else None


def _of_steps(frame: Frame, obj: Dataset | IteratorObject) -> Data:
    element = result_types.single(frame, obj.element)
    return Elements(element.items if isinstance(element, Items) else (element,))


_DATA: Mapping[type[AbstractObject], Callable[[Frame, Any], Data]] = {
    Dataset: _of_steps,
    IteratorObject: _of_steps,
}
"""What the first argument of `fit` is, where it is no array or tensor."""


def _loss_by_text(obj: PythonScalar) -> str:
    said = obj.literal.value if obj.literal is not None else None
    return f"keras.losses.{said}" if isinstance(said, str) else ""


_LOSSES: Mapping[type[AbstractObject], Callable[[Any], str]] = {
    PythonScalar: _loss_by_text,
    External: lambda obj: obj.name,
    ExternalInstance: lambda obj: obj.cls,
}
"""The name of a loss that `compile` is given."""


def _tensors(frame: Frame, value: Value) -> tuple[TensorType | None, ...]:
    """The tensors that a model is made with: one, or those in a list."""
    found = result_types.single(frame, value) if value else UNKNOWN
    items = found.items if isinstance(found, Items) else (found,)
    return tuple([each if isinstance(each, TensorType) else None for each in items])

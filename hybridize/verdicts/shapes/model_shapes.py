"""Data, layers and losses of Keras models that do not fit together, whatever arrives and whichever Keras runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import floor

from astroid import nodes

from hybridize.frameworks.keras_shapes.layers import Layer, merged, output
from hybridize.frameworks.keras_shapes.losses import Comparison, comparison, unfit
from hybridize.frameworks.keras_shapes.models import Chain, Refused, built, expected, takes
from hybridize.frameworks.keras_shapes.releases import Keras
from hybridize.frameworks.tensor_types.arguments import NONE, Argument, Constant, Items
from hybridize.frameworks.tensor_types.dimensions import Dimension, Symbol
from hybridize.frameworks.tensor_types.interpreter import Refusal
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType
from hybridize.inference.domain.objects import AbstractObject
from hybridize.inference.facts.facts import Facts
from hybridize.inference.facts.keras_models import Arrays, Data, Elements, UsedModel
from hybridize.inference.facts.model import Context, EvaluatedPlace, ModelUse
from hybridize.program.flow.order import may_run_before
from hybridize.verdicts.model.parts import Mismatching

_BATCH = Symbol("the batch")
_USUAL = 32
"""The batch size of `fit`, `evaluate` and `predict` unless they are told another one."""
_BEFORE = frozenset({"__init__", "add", "compile"})
"""Uses of a model that give it no data."""
_TRAINING = frozenset({"fit", "evaluate", "train_on_batch", "test_on_batch", "fit_generator", "evaluate_generator"})
_WHOLE = frozenset({"train_on_batch", "test_on_batch", "predict_on_batch"})
"""What takes its data as one batch."""
_DATA = frozenset({TensorKind.TENSOR, TensorKind.VARIABLE, TensorKind.NDARRAY})


@dataclass(frozen=True)
class Problem:
    """Something that does not fit."""

    what: Mismatching
    reason: str
    related: tuple[tuple[nodes.NodeNG, str], ...] = ()
    """What else is part of it, with its name."""


@dataclass(frozen=True)
class _Batch:
    """What one step is given: the inputs of the model, and its labels."""

    inputs: tuple[Argument, ...]
    labels: Argument | None


class ModelShapes:
    """Finds what does not fit where models are made, called and trained."""

    def __init__(self, facts: Facts, releases: Sequence[Keras]) -> None:
        self._models = facts.keras_models
        self._releases = releases

    def found(self) -> Iterator[tuple[nodes.NodeNG, Problem]]:
        """By the call that is refused: the first problem there, if there is one in every context."""
        for node, uses in self._models.uses():
            problems = [self._everywhere(node, *use) for use in uses]
            first = problems[0]
            if first is not None and None not in problems:
                yield node, first

    def _everywhere(
        self, node: nodes.NodeNG, place: EvaluatedPlace, obj: AbstractObject, use: ModelUse
    ) -> Problem | None:
        """What is wrong with every release."""
        used = self._models.model(obj)
        if used is None or used.model is None or not use.whole:
            return None
        if self._may_be_built(node, used):
            return None
        problems = [self._with(node, place.context, used, use, keras) for keras in self._releases]
        last = problems[-1]
        same = {None if each is None else each.what for each in problems}
        return last if last is not None and len(same) == 1 else None

    def _may_be_built(self, node: nodes.NodeNG, used: UsedModel) -> bool:
        """Whether another use may come first of a model that takes the shape of its first data, and is lenient then."""
        if not isinstance(used.model, Chain) or any(expected(used.model, keras) for keras in self._releases):
            return False
        others = [place.node for place, use in used.uses if use.method not in _BEFORE and place.node is not node]
        return any(each.scope() is not node.scope() or may_run_before(each, node) for each in others)

    def _with(
        self, node: nodes.NodeNG, context: Context, used: UsedModel, use: ModelUse, keras: Keras
    ) -> Problem | None:
        if use.method in ("__init__", "add"):
            return self._made(node, used, keras)
        if use.method == "__call__":
            return self._called(context, used, use, keras)
        if use.method == "compile":
            return None
        return self._run(context, used, use, keras)

    # Layers ----------------------------------------------------------------------------------------------------------

    def _made(self, node: nodes.NodeNG, used: UsedModel, keras: Keras) -> Problem | None:
        """A layer that does not take what the one before it gives."""
        if not isinstance(used.model, Chain):
            return None
        steps = built(used.model, keras)
        last = steps[-1] if steps else None
        if not isinstance(last, Refused) or last.index >= len(used.added) or used.added[last.index] is not node:
            return None
        return Problem(Mismatching.SHAPES, last.reason, _layer(used, last.index))

    def _called(self, context: Context, used: UsedModel, use: ModelUse, keras: Keras) -> Problem | None:
        """A layer or model that does not take its arguments."""
        given = use.arguments.get("inputs")
        if not given or len(use.arguments) > 1 and isinstance(used.model, Layer) and "query" in use.arguments:
            return None
        found: list[Problem | None] = []
        for each in self._models.arguments(context, given):
            found.append(self._one_call(used, each, keras))
        return _all(found)

    def _one_call(self, used: UsedModel, given: Argument, keras: Keras) -> Problem | None:
        inputs = given.items if isinstance(given, Items) else (given,)
        tensors = [each for each in inputs if isinstance(each, TensorType)]
        if len(tensors) != len(inputs) or not tensors:
            return None
        if isinstance(used.model, Layer):
            several = isinstance(given, Items)
            made = merged(used.model, tuple(tensors)) if several else output(used.model, tensors[0], keras)
            if isinstance(made, Refusal):
                return Problem(Mismatching.SHAPES, made.reason, ((used.object.site, used.model.short),))
            return None
        if used.model is None:
            return None
        outcome = takes(used.model, tensors, keras)
        return self._refused(used, outcome) if isinstance(outcome, Refused) else None

    @staticmethod
    def _refused(used: UsedModel, refused: Refused) -> Problem:
        return Problem(Mismatching.SHAPES, refused.reason, _layer(used, refused.index))

    # Data ------------------------------------------------------------------------------------------------------------

    def _run(self, context: Context, used: UsedModel, use: ModelUse, keras: Keras) -> Problem | None:
        """`fit`, `predict` and their kin: data that the model does not take, or labels that the loss does not."""
        x = use.arguments.get("x") or use.arguments.get("generator")
        if not x:
            return None
        y = use.arguments.get("y")
        labels: Sequence[Argument] = self._models.arguments(context, y) if y else [NONE]
        size = self._number(context, use, "batch_size", _USUAL)
        share = self._share(context, use)
        found: list[Problem | None] = []
        for data, label in product(self._models.data(context, x), labels):
            found.append(self._one_run(used, use, data, label, size, share, keras))
        problem = _all(found)
        if problem is not None or use.method != "fit" or None in found and len(found) > 1:
            return problem
        return self._validation(context, used, use, keras)

    def _validation(self, context: Context, used: UsedModel, use: ModelUse, keras: Keras) -> Problem | None:
        """The same of the data after each epoch."""
        found: list[Problem | None] = []
        for given in self._models.arguments(context, use.arguments.get("validation_data", frozenset())):
            if not isinstance(given, Items) or len(given.items) not in (2, 3):
                return None
            x, y = given.items[:2]
            found.append(self._one_run(used, use, Arrays(x), y, _USUAL, 1.0, keras))
        return _all(found)

    def _one_run(
        self, used: UsedModel, use: ModelUse, data: Data, label: Argument, size: int | None, share: float | None,
        keras: Keras,
    ) -> Problem | None:  # fmt: skip
        if isinstance(data, Arrays):
            ambiguous = _ambiguous(data.value, label)
            if ambiguous is not None:
                return ambiguous
            whole = use.method in _WHOLE
            batch = _first_batch(data.value, label, None if whole else size, 1.0 if whole else share, whole)
        else:
            batch = _step(data)
        tensors = [each for each in batch.inputs if isinstance(each, TensorType)]
        if len(tensors) != len(batch.inputs) or used.model is None or isinstance(used.model, Layer):
            return None
        outcome = takes(used.model, tensors, keras)
        if isinstance(outcome, Refused):
            return self._refused(used, outcome)
        if outcome is None or use.method not in _TRAINING or batch.labels is None:
            return None
        return self._labels(used, outcome, batch.labels, keras)

    def _labels(
        self, used: UsedModel, outputs: Sequence[TensorType | None], labels: Argument, keras: Keras
    ) -> Problem | None:
        if len(outputs) != 1 or outputs[0] is None or not isinstance(labels, TensorType):
            return None
        predicted, given = outputs[0].shape, labels.shape
        if predicted is None or given is None or labels.kind not in _DATA:
            return None
        compiled = list(self._compiled(used))
        found: list[Problem | None] = []
        for node, names in compiled:
            for name in names:
                how = comparison(name) if name is not None else None
                found.append(None if how is None else self._compared(used, how, name, given, predicted, node, keras))
        return _all(found)

    def _compared(
        self, used: UsedModel, how: Comparison, name: str | None, labels: tuple[Dimension, ...],
        predictions: tuple[Dimension, ...], node: nodes.NodeNG, keras: Keras,
    ) -> Problem | None:  # fmt: skip
        wrong = unfit(how, labels, predictions, keras, self._models.activation(used))
        if wrong is None:
            return None
        what = Mismatching.BROADCAST if wrong.broadcast else Mismatching.SHAPES
        loss = (name or "").rpartition(".")[2]
        related = ((node, f"compile(loss={loss})"), *_layer(used, len(used.sites) - 1))
        return Problem(what, f"{wrong.reason} (loss: {loss})", related)

    def _compiled(self, used: UsedModel) -> Iterator[tuple[nodes.NodeNG, Sequence[str | None]]]:
        """The losses with which a model is compiled, with where."""
        for place, use in used.uses:
            if use.method == "compile":
                loss = use.arguments.get("loss")
                whole = use.whole and loss
                yield place.node, self._models.losses(place.context, loss) if whole and loss else [None]

    def _share(self, context: Context, use: ModelUse) -> float | None:
        """The part of the data that is trained on."""
        given = use.arguments.get("validation_split")
        if not given:
            return 1.0
        found = self._models.arguments(context, given)
        value = found[0].value if len(found) == 1 and isinstance(found[0], Constant) else None
        return 1.0 - value if isinstance(value, float) else 1.0 if value == 0 else None

    def _number(self, context: Context, use: ModelUse, name: str, usual: int) -> int | None:
        given = use.arguments.get(name)
        if not given:
            return usual
        found = self._models.arguments(context, given)
        value = found[0].value if len(found) == 1 and isinstance(found[0], Constant) else 0
        return usual if value is None else value if isinstance(value, int) and value > 0 else None


def _layer(used: UsedModel, index: int) -> tuple[tuple[nodes.NodeNG, str], ...]:
    """The layer of a model that is meant, with where it is made."""
    model = used.model
    if not isinstance(model, Chain) or not 0 <= index < len(used.sites):
        return ()
    layer = model.layers[index]
    return ((used.sites[index], layer.short),) if isinstance(layer, Layer) else ()


def _all(found: Sequence[Problem | None]) -> Problem | None:
    """The first problem, if every possibility has one of its sort."""
    first = found[0] if found else None
    if first is None or any(each is None or each.what is not first.what for each in found):
        return None
    return first


def _tensors(argument: Argument) -> tuple[Argument, ...]:
    return argument.items if isinstance(argument, Items) else (argument,)


def _ambiguous(x: Argument, y: Argument) -> Problem | None:
    """Arrays of different numbers of samples."""
    sizes: list[list[int]] = []
    for side in (x, y):
        arrays = [each for each in _tensors(side) if isinstance(each, TensorType) and each.kind in _DATA]
        found = [each.shape[0] for each in arrays if each.shape]
        sizes.append([each for each in found if isinstance(each, int)])
    every = [each for side in sizes for each in side]
    if len(set(every)) < 2:
        return None
    words = [f"{name} sizes: {', '.join(map(str, side))}" for name, side in zip("xy", sizes) if side]
    return Problem(Mismatching.SHAPES, f"Data cardinality is ambiguous: {'; '.join(words)}")


def _first_batch(x: Argument, y: Argument, size: int | None, share: float | None, whole: bool) -> _Batch:
    """What the first step is given of arrays."""
    inputs = tuple([_cut(each, size, share, whole) for each in _tensors(x)])
    return _Batch(inputs, None if y == NONE else _cut(y, size, share, whole))


def _cut(argument: Argument, size: int | None, share: float | None, whole: bool) -> Argument:
    if not isinstance(argument, TensorType) or argument.kind not in _DATA or not argument.shape:
        return NONE if not isinstance(argument, TensorType) or argument.shape is not None else argument
    count = argument.shape[0]
    batch: Dimension = _BATCH
    if whole:
        batch = count
    elif isinstance(count, int) and size is not None and share is not None:
        batch = min(floor(count * share), size)
    return replace(argument, shape=(batch, *argument.shape[1:]))


def _step(data: Elements) -> _Batch:
    """What a data set gives at each step."""
    members = data.members
    labels = members[1] if len(members) > 1 else None
    return _Batch(_tensors(members[0]), labels if isinstance(labels, TensorType) else None)

"""Labels against predictions: what a loss refuses, and what it broadcasts without a word.

Before a loss compares them, Keras adds or drops a last axis of 1 where that makes the ranks equal. Then some losses
want equal shapes, and the others broadcast.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from hybridize.frameworks.keras_shapes.layers import display
from hybridize.frameworks.keras_shapes.releases import Keras
from hybridize.frameworks.tensor_types.dimensions import Dimension, product

Lengths = tuple[Dimension, ...]
_WITH_LOGITS = frozenset({"sigmoid", "softmax"})
"""Activations behind which Keras 2 finds the logits again."""


class Comparison(Enum):
    """How a loss takes labels and predictions together."""

    ELEMENTWISE = "elementwise"
    """It broadcasts them."""
    BINARY = "binary"
    """Keras 3 wants equal shapes; Keras 2 wants them of the logits of a `sigmoid` or `softmax`, and else broadcasts."""
    EQUAL = "equal"
    """It wants equal shapes."""
    SPARSE = "sparse"
    """It wants one label where the predictions have a last axis of classes."""


_LOSSES: Mapping[str, Comparison] = {
    **dict.fromkeys(
        "mean_squared_error mean_absolute_error mean_absolute_percentage_error mean_squared_logarithmic_error hinge "
        "squared_hinge categorical_hinge huber log_cosh kl_divergence poisson cosine_similarity MeanSquaredError "
        "MeanAbsoluteError MeanAbsolutePercentageError MeanSquaredLogarithmicError Hinge SquaredHinge CategoricalHinge "
        "Huber LogCosh KLDivergence Poisson CosineSimilarity".split(),
        Comparison.ELEMENTWISE,
    ),
    **dict.fromkeys(("binary_crossentropy", "BinaryCrossentropy"), Comparison.BINARY),
    **dict.fromkeys(("categorical_crossentropy", "CategoricalCrossentropy"), Comparison.EQUAL),
    **dict.fromkeys(("sparse_categorical_crossentropy", "SparseCategoricalCrossentropy"), Comparison.SPARSE),
}


def comparison(name: str) -> Comparison | None:
    """How a loss compares, by its qualified name; None of losses that nobody tried."""
    package, _, last = name.rpartition(".")
    return _LOSSES.get(last) if package in ("keras.losses", "keras.metrics") else None


@dataclass(frozen=True, slots=True)
class Unfit:
    """Labels that do not go with the predictions."""

    reason: str
    broadcast: bool = False
    """They are broadcast: nothing is raised, and the number is another one than was meant."""


def unfit(
    how: Comparison, labels: Lengths, predictions: Lengths, keras: Keras, activation: str | None = None
) -> Unfit | None:
    """What is wrong with labels and predictions of these shapes; None if nothing is, or it is not known.

    `activation`: that of the last layer, empty if it has none; None if that is not known.
    """
    if keras is Keras.TWO:
        one, other = _fitted_by_2(labels, predictions)
    else:
        one, other = _fitted_by_3(labels, predictions)
    shapes = f"labels {display(labels)} and predictions {display(predictions)}"
    if how is Comparison.SPARSE:
        return _sparse(one, other, shapes, keras)
    strict = how is Comparison.EQUAL
    if how is Comparison.BINARY:
        # In Keras 2 the logits are taken from the activation, unless an axis was dropped behind it.
        strict = keras is Keras.THREE or activation in _WITH_LOGITS and len(other) == len(predictions)
    if strict:
        if len(one) != len(other) or any(map(_differ, one, other)):
            return Unfit(f"{shapes} differ in shape")
        return None
    found = _broadcast(one, other, shapes)
    if found is not None and found.broadcast and how is Comparison.BINARY and activation is None:
        return None
    return found


def _fitted_by_2(labels: Lengths, predictions: Lengths) -> tuple[Lengths, Lengths]:
    if len(labels) == 1 and len(predictions) == 2:
        labels = (*labels, 1)
    if len(predictions) == len(labels) + 1 and predictions[-1] == 1:
        predictions = predictions[:-1]
    elif len(labels) == len(predictions) + 1 and labels[-1] == 1:
        labels = labels[:-1]
    return labels, predictions


def _fitted_by_3(labels: Lengths, predictions: Lengths) -> tuple[Lengths, Lengths]:
    if len(labels) == len(predictions) + 1 and labels[-1] == 1:
        return (labels, (*predictions, 1)) if len(predictions) == 1 else (labels[:-1], predictions)
    if len(predictions) == len(labels) + 1 and predictions[-1] == 1:
        return ((*labels, 1), predictions) if len(labels) == 1 else (labels, predictions[:-1])
    return labels, predictions


def _sparse(labels: Lengths, predictions: Lengths, shapes: str, keras: Keras) -> Unfit | None:
    wrong = Unfit(f"{shapes} do not fit: the last axis of the predictions is that of the classes")
    if not predictions or len(predictions) < 2:
        return wrong if keras is Keras.TWO else None
    if keras is Keras.THREE and len(labels) == len(predictions) and labels[-1] == 1:
        labels = labels[:-1]
    kept = predictions[:-1]
    if len(labels) == len(kept):
        return wrong if any(map(_differ, labels, kept)) else None
    if keras is Keras.THREE:
        return wrong
    count, places = product(labels[1:]), product(kept[1:])
    # The batch is the same on both sides.
    known = count.known and places.known and not count.symbols and not places.symbols
    return wrong if known and count.number != places.number else None


def _broadcast(one: Lengths, other: Lengths, shapes: str) -> Unfit | None:
    rank = max(len(one), len(other))
    left, right = ((1,) * (rank - len(each)) + each for each in (one, other))
    pairs = list(zip(left, right))
    if any(_differ(*pair) and 1 not in pair for pair in pairs):
        return Unfit(f"{shapes} cannot be broadcast")
    stretched = any(None not in pair and (pair[0] == 1) != (pair[1] == 1) for pair in pairs)
    if stretched and all(a == b or 1 in (a, b) for a, b in pairs):
        return Unfit(f"{shapes} are broadcast against each other", broadcast=True)
    return None


def _differ(one: Dimension, other: Dimension) -> bool:
    return isinstance(one, int) and isinstance(other, int) and one != other

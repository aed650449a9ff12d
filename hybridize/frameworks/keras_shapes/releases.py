"""The releases of Keras that differ in what they refuse."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum


class Keras(Enum):
    """A major release of Keras."""

    TWO = "2"
    """That of TensorFlow up to 2.15."""
    THREE = "3"
    """That of TensorFlow from 2.16."""


def possible(target: str | None) -> Sequence[Keras]:
    """Those with which a program may run, by the release of TensorFlow that it targets; the newest comes last."""
    if target is None:
        return (Keras.TWO, Keras.THREE)
    return (Keras.TWO,) if [int(part) for part in target.split(".")] < [2, 16] else (Keras.THREE,)

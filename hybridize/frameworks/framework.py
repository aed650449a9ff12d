"""Frameworks that run functions as graphs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Framework:
    """What runs functions as graphs."""

    title: str
    """Its name in messages."""
    decorator: str
    """The canonical name of the decorator that makes a function hybrid."""


TENSORFLOW = Framework("TensorFlow", "tensorflow.function")

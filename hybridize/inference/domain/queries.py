"""Questions about the kinds of objects in a value: the only place, besides the tables, that tests for them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar, overload

from hybridize.inference.domain.objects import AbstractObject, PythonScalar

A = TypeVar("A", bound=AbstractObject)
B = TypeVar("B", bound=AbstractObject)


def has(objects: Iterable[AbstractObject], *kinds: type[AbstractObject]) -> bool:
    """Whether some object is of one of the kinds."""
    for obj in objects:
        if isinstance(obj, kinds):
            return True
    return False


def is_staged(objects: Iterable[AbstractObject]) -> bool:
    """Whether some object is a Python value eagerly, and a tensor in a graph."""
    for obj in objects:
        if type(obj) is PythonScalar and obj.is_staged:
            return True
    return False


def only(objects: Iterable[AbstractObject], *kinds: type[AbstractObject]) -> bool:
    """Whether all objects are of one of the kinds (also where there is none)."""
    for obj in objects:
        if not isinstance(obj, kinds):
            return False
    return True


@overload
def select(objects: Iterable[AbstractObject], kind: type[A], /) -> list[A]:
    """Of one kind."""


@overload
def select(objects: Iterable[AbstractObject], kind: type[A], other: type[B], /) -> list[A | B]:
    """Of two kinds."""


@overload
def select(objects: Iterable[AbstractObject], /, *kinds: type[AbstractObject]) -> list[AbstractObject]:
    """Of more kinds."""


def select(objects: Iterable[AbstractObject], /, *kinds: type[A]) -> list[A]:
    """The objects of one of the kinds, in the order in which they are given."""
    return [obj for obj in objects if isinstance(obj, kinds)]

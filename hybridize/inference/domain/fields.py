"""Fields: the places of an object in the heap.

A string is the attribute (of a module or a context: the variable) of that name, whatever its characters are. Everything
else has a type of its own.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, final

from hybridize.inference.domain.literals import Literal
from hybridize.inference.domain.objects import AbstractObject


@final
class Index:
    """The element at a position of a list, counted from 0."""

    __slots__ = ("position",)

    def __init__(self, position: int, /) -> None:
        self.position: Final = position

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Index) and self.position == other.position

    def __hash__(self) -> int:
        return self.position

    def __repr__(self) -> str:
        return f"[{self.position}]"


@final
class Key:
    """The value under a key of a dictionary. Keys that Python takes for equal (`1`, `1.0`, `True`) are one field."""

    __slots__ = ("literal",)

    def __init__(self, literal: Literal, /) -> None:
        self.literal: Final = literal

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and self.literal.python_equal(other.literal)

    def __hash__(self) -> int:
        return hash(self.literal.value)

    def __repr__(self) -> str:
        return f"[{self.literal.display()}]"


@final
class RegisteredClasses:
    """Of a `singledispatch` function: the classes for which one of its functions is registered."""

    __slots__ = ("function",)

    def __init__(self, function: AbstractObject, /) -> None:
        self.function: Final = function

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RegisteredClasses) and self.function is other.function

    def __hash__(self) -> int:
        return self.function.serial

    def __repr__(self) -> str:
        return f"<classes of {self.function!r}>"


class Slot(Enum):
    """What an object holds in a place that no expression of the program names."""

    ANY_ELEMENT = "elements at places that are not known"
    KEYS = "the keys of a dictionary"
    ANY_ATTRIBUTE = "attributes whose names are not known"
    NAMES = "nothing: who reads it asks for the names of all attributes"
    ELEMENTS = "what iterating over an object of the outside gives: a queue, an array of tensors"
    VALUE = "what the program assigns to a name of a package"
    FUNCTIONS = "the functions registered with a `singledispatch` function"
    SENT = "what is sent to a generator"
    RETURNED = "what a generator returns"
    RESULT = "the result of a future"
    STATES = "how many states a recurrent layer gives beside its output"
    SCHEDULE = "what an optimizer calls for its learning rate"
    INITIALIZER = "what a layer calls to initialize its variables"
    WEIGHTS = "what a layer calls with its variables: regularizers"
    ACTIVATION = "what a layer calls with its inputs or outputs"
    COMPUTES = "what a `Lambda` computes its output with"
    FACTORY = "what a `defaultdict` calls for a key that is missing"
    LOOKED_INTO = "the dictionaries that a `ChainMap` looks into, or what is changed with a list of them"
    HELD = "layers inside a layer or model"
    SYMBOLIC = "the layers that are called with symbolic tensors, which a model that is made of these calls again"
    PARTS = "other objects of a library that an object of a library is made with: schedules, regularizers"
    CHAIN = "the list of layers that a model calls one after the other"
    COMPILED = "what `compile` was given: losses, metrics, an optimizer"
    KEPT = "functions of the project of which nobody knows when a library calls them"
    EAGER = "whether a model was told to run eagerly"

    # The members are few and single, and their identity is cheaper than what `Enum` hashes.
    __hash__ = object.__hash__


ANY_ELEMENT: Final = Slot.ANY_ELEMENT
KEYS: Final = Slot.KEYS
ANY_ATTRIBUTE: Final = Slot.ANY_ATTRIBUTE
NAMES: Final = Slot.NAMES
Field = str | Index | Key | RegisteredClasses | Slot
"""A place in the heap; a string is the attribute of that name."""


def is_element(field: Field) -> bool:
    """Whether it is an element of a container: by position, by key, or at a place that is not known."""
    return field is ANY_ELEMENT or isinstance(field, (Index, Key))


def attribute_for(field: Field) -> str | Slot | None:
    """The attribute for which an element stands where a dictionary is read as attributes or keywords.

    None where its key is no text.
    """
    if field is ANY_ELEMENT:
        return ANY_ATTRIBUTE
    return field.literal.text if isinstance(field, Key) else None

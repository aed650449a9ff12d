"""The limits of precision and of work: a small project gets full precision, a large one as much as pays.

An analysis costs as much as the values in it are large. Where many functions hand each other many
objects, precision is worth less than an answer, so the limits follow the number of functions. Whatever is joined is
joined soundly; what cannot be finished is reported as undetermined.
"""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """Quantities for projects of one size."""

    exact: int
    """Contexts of a function that keep numbers apart; further ones know only their types."""
    contexts: int
    """Contexts of a function before all further calls share one, with their arguments joined."""
    handed: int
    """Contexts of a function that is handed functions or classes, over all of these."""
    decorated: int
    """Functions that are followed into one decorator of the project; it is taken to return the others unchanged."""
    instances: int
    """Instances of a class that are told apart; all further ones are one object, which nobody owns."""
    owners: int
    """Activations of a function whose objects are told apart; those of later ones are taken for those of the last."""
    evaluations: int
    """Evaluations of one context before its result is given up."""
    objects: int
    """Objects of a value before it is widened: literals to their types, tuples to one, objects of a class to a few."""
    kept: int
    """Objects of one class (containers of one type, methods of one function) that a widened value tells apart."""
    callables: int
    """Functions, classes and external symbols that it names: nobody calls all members of a registry of hundreds."""


SMALL = Limits(4, 14, 400, 64, 24, 2, 60, 32, 4, 24)
MEDIUM = Limits(2, 4, 48, 24, 6, 2, 60, 16, 3, 16)
LARGE = Limits(1, 2, 100, 8, 3, 1, 90, 10, 2, 8)

HUGE = Limits(0, 1, 6, 4, 2, 1, 10, 6, 1, 4)


_LARGEST = ((300, SMALL), (1200, MEDIUM), (6000, LARGE))
"""The largest projects, by their functions and lambdas, that have some limits; all others have those of a huge one."""


def limits_for(functions: int) -> Limits:
    """The limits for a project of so many functions and lambdas."""
    return next((limits for largest, limits in _LARGEST if functions <= largest), HUGE)


def rounded(functions: int) -> int:
    """One of a few numbers of functions that have the same limits as this one."""
    return next((largest for largest, _ in _LARGEST if functions <= largest), _LARGEST[-1][0] + 1)


WORK_FREE = 6000
WORK_PER_FUNCTION = 24
"""Evaluations of a whole project, so many and so many more for each function; past them contexts get a few each."""
FAN_OUT_FREE = 50_000
FAN_OUT_PER_FUNCTION = 450
"""Objects met where several are called or read at once, likewise; GPflow meets about 60 for each function."""
ACCESSES_FREE = 200_000
ACCESSES_PER_FUNCTION = 1500
"""Reads and writes of the heap, likewise: whatever multiplies shows there; GPflow makes about 270 for each function."""
TYPES_FREE, TYPES_SHARE = 1200, 0.45
"""How many evaluations may refine tensor types alone: a number, and a share of all other evaluations."""
HURRIED = 3
"""Evaluations of a context once one is used up; past objects or accesses all is limited as in a huge project."""

"""Which arguments functions take: kinds that every call refused, words, and how arguments are bound.

The data is what installed releases did with calls that a graph takes, where one argument was replaced by one of another
kind (`generate arguments`). What is not listed may be taken.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from hybridize.frameworks.tensor_types.rules import read

FILE = "arguments"
TEXTS = frozenset({"str", "texts"})
LISTS_OF = {
    "None": "nones", "float": "fractions", "fractions": "fractions", "nones": "nones", "str": "texts", "texts": "texts",
}  # fmt: skip
"""What a list is called by what it holds, lists in it included."""


@dataclass(frozen=True)
class Taken:
    """What one function takes."""

    refused: Mapping[str, frozenset[str]]
    """By parameter: `None`, `bool`, `complex`, `dict`, `float`, `int`, `minus` (an int below 0), `str`, `function`,
    `object` (what is none of these), lists of `texts` and of `fractions`, and dtypes of tensors.
    """
    words: Mapping[str, frozenset[str]]
    """By parameter of which texts are refused: those that are taken all the same."""
    required: frozenset[str]
    names: frozenset[str]
    most: int
    """So many arguments may be given by position; -1 where that is not known, nor which names there are."""
    converts: bool
    """What arrays hold may be converted to what it takes, as others than NumPy's functions do."""

    def refuses(self, parameter: str, kind: str, text: str | None = None) -> bool:
        """Whether it refuses what is of a kind; of a text it must be known which one it is, where some are taken.

        Tensors of Booleans and Booleans of Python are of one kind.
        """
        if kind not in self.refused.get(parameter, ()):
            return False
        words = self.words.get(parameter)
        return words is None or kind != "str" or (text is not None and text not in words)

    def names_words(self, parameter: str) -> bool:
        """Whether it takes some words and no other text; of others the dtype of other arguments may be the reason."""
        return parameter in self.words or "string" in self.refused.get(parameter, ())

    def binds(self, positional: int, names: Collection[str], parameters: Collection[str]) -> bool:
        """Whether arguments can be bound: so many by position - the first of `parameters` - and these by name."""
        if self.most < 0:
            return True
        given = {*tuple(parameters)[:positional], *names}
        unknown = [each for each in names if each not in self.names]
        return positional <= self.most and not unknown and self.required <= given


@lru_cache(maxsize=None)
def taken(name: str) -> Taken | None:
    """What the function of a canonical name takes; None where nothing is known."""
    entry = _functions().get(name)
    if entry is None:
        return None
    refused, words = ({each: frozenset(text.split()) for each, text in entry.get(what, {}).items()} for what in _TEXTS)
    required, names = (frozenset(entry.get(what, "").split()) for what in ("required", "names"))
    return Taken(refused, words, required, names, entry.get("most", -1), not name.startswith("numpy."))


_TEXTS = ("refused", "words")


@lru_cache(maxsize=1)
def _functions() -> Mapping[str, Mapping[str, Any]]:
    found: dict[str, dict[str, Any]] = read(FILE)["functions"]
    return found

"""Which arguments functions take: kinds that every call refused, words, and how arguments are bound.

The data is what installed releases did with calls that a graph takes, where one argument was replaced by one of another
kind (`generate arguments`). What is not listed may be taken.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from hybridize.frameworks.tensor_types.rules import read

FILE = "arguments"
TEXTS = frozenset({"str", "texts"})
LISTS_OF = {
    "None": "nones", "above": "fractions", "below": "fractions", "float": "fractions", "fractions": "fractions",
    "int": "wholes", "minus": "wholes", "nones": "nones", "str": "texts", "texts": "texts", "wholes": "wholes",
    "zero": "wholes",
}  # fmt: skip
"""What a list is called by what it holds, lists in it included."""
WIDER = {"above": "float", "below": "float", "mixed": "texts", "zero": "int"}
"""Of which kind these are part."""

_NAME = re.compile(r"[A-Za-z]{2}\w*")
_NAMES_OF_NUMPY = frozenset(
    "bcomplex32 bool bool8 bool_ byte bytes bytes0 bytes_ cdouble cfloat clongdouble clongfloat complex complex_"
    " csingle datetime64 double float float_ half int int0 int_ intc intp long longcomplex longdouble longfloat"
    " longlong object object0 object_ short single singlecomplex str str0 str_ string_ timedelta64 ubyte uint"
    " uint0 uintc uintp ulong ulonglong unicode unicode_ ushort void void0".split()
)
_SIZED = re.compile(
    r"complex(32|64|128|192|256)|float(16|32|64|80|96|128|[468]_e\d\w*)|u?int(1|2|4|8|16|32|64)|bfloat16"
)


def is_no_dtype(text: str) -> bool:
    """Whether NumPy has no dtype of a name. What is no word is its language for dtypes (`<f4`, `i4, f8`)."""
    return bool(_NAME.fullmatch(text)) and text not in _NAMES_OF_NUMPY and not _SIZED.fullmatch(text)


@dataclass(frozen=True)
class Taken:
    """What one function takes."""

    refused: Mapping[str, frozenset[str]]
    """By parameter: `None`, `bool`, `complex`, `dict`, `float`, `above` (a float above 1), `below` (a float below 0),
    `int`, `zero`, `minus` (an int below 0), `str`, `function`, `object` (what is none of these), lists of `texts`, of
    `fractions`, of `wholes`, and of texts among numbers (`mixed`), dtypes of tensors, and tensors that are `dense`,
    `ragged` or `sparse`.
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
        refused = self.refused.get(parameter, ())
        if kind not in refused and WIDER.get(kind) not in refused:
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

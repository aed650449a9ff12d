"""Which refusals of the rules are refusals of TensorFlow.

A rule that was found by calling says what came back, not what is refused: where it says the same dtype of two
arguments, other calls may work all the same. Functions that were seen to refuse are listed (`data/refusals.json`).
"""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Iterator, Mapping
from functools import lru_cache

from hybridize.frameworks.tensor_types.expressions import Expression, Reference, Word, parsed
from hybridize.frameworks.tensor_types.interpreter import Part, Parts, Refusal, Rule
from hybridize.frameworks.tensor_types.rules import rule

FILE = "refusals"
_COMPARING = {"dtype": frozenset({"same"}), "shape": frozenset({"same", "broadcast"})}
"""The words that refuse arguments only since they differ; the others say what is wrong with one."""


def is_certain(name: str, refusal: Refusal) -> bool:
    """Whether TensorFlow refuses what the rule of a function refuses."""
    found = rule(name)
    if found is None or not name.startswith("tensorflow."):
        return False
    listed = name in _listed()["dtypes" if refusal.of_dtypes else "shapes"]
    return listed or len(compared(found, "dtype" if refusal.of_dtypes else "shape")) < 2


def compared(found: Rule, what: str) -> frozenset[str]:
    """The parameters that a rule compares with one another."""
    names: set[str] = set()
    each: Rule | None = found
    while each is not None:
        for part in _parts(each.part):
            text = part.dtype if what == "dtype" else part.shape
            names.update(_compared(parsed(text), _COMPARING[what]) if text else ())
        each = each.otherwise
    return frozenset(names)


def _parts(part: Part | Parts) -> Iterator[Part]:
    if isinstance(part, Part):
        yield part
    else:
        for each in part:
            yield from _parts(each)


def _compared(expression: Expression, words: frozenset[str]) -> Iterator[str]:
    if not isinstance(expression, Word):
        return
    inside = [each.name for each in expression.arguments if isinstance(each, Reference)]
    if expression.name in words and len(inside) > 1:
        yield from inside
    for each in expression.arguments:
        yield from _compared(each, words)


@lru_cache(maxsize=1)
def _listed() -> Mapping[str, frozenset[str]]:
    data = pkgutil.get_data("hybridize.frameworks.tensor_types", f"data/{FILE}.json")
    if data is None:
        raise FileNotFoundError(f"tensor_types/data/{FILE}.json is not installed with hybridize")
    return {what: frozenset(names) for what, names in json.loads(data).items() if isinstance(names, list)}

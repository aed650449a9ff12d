"""Which refusals of the rules are refusals of TensorFlow.

A rule that was found by calling says what came back, not what is refused: where it says the same dtype of two
arguments, other calls may work all the same. Functions that were seen to refuse are listed (`data/refusals.json`).
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize.frameworks.tensor_types.expressions import Expression, Reference, Word, parsed
from hybridize.frameworks.tensor_types.interpreter import Part, Parts, Refusal, Rule
from hybridize.frameworks.tensor_types.rules import listed, rule

_COMPARING = {
    "dtype": frozenset({"same", "of_members", "where_type", "divided_tensors"}),
    "shape": frozenset({"same", "broadcast", "broadcast_given"}),
}
"""The words that refuse arguments only since they differ; the others say what is wrong with one."""


def is_certain(name: str, refusal: Refusal) -> bool:
    """Whether TensorFlow refuses what the rule of a function refuses."""
    found = rule(name)
    if found is None or not name.startswith("tensorflow."):
        return False
    if refusal.of_dtypes:
        return found.refuses_dtypes
    return name in listed("shapes") or len(compared(found, "shape")) < 2


def compared(found: Rule, what: str) -> frozenset[str]:
    """The parameters that a rule compares with one another; of dtypes also the one that may be a list."""
    names: set[str] = set()
    each: Rule | None = found
    while each is not None:
        for part in _parts(each.part):
            text = part.dtype if what == "dtype" else part.shape
            names.update(_compared(parsed(text), _COMPARING[what], 1 if what == "dtype" else 2) if text else ())
        each = each.otherwise
    return frozenset(names)


def _parts(part: Part | Parts) -> Iterator[Part]:
    if isinstance(part, Part):
        yield part
    else:
        for each in part:
            yield from _parts(each)


def _compared(expression: Expression, words: frozenset[str], least: int) -> Iterator[str]:
    if not isinstance(expression, Word):
        return
    inside = [each.name for each in expression.arguments if isinstance(each, Reference)]
    if expression.name in words and len(inside) >= least:
        yield from inside
    for each in expression.arguments:
        yield from _compared(each, words, least)

"""The rules of the data: read when the first one is asked for."""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from hybridize.frameworks.tensor_types.expressions import parsed, references
from hybridize.frameworks.tensor_types.interpreter import Part, Parts, Rule

FILE = "type_rules"
REFUSALS = "refusals"


def entry_rule(entry: Mapping[str, Any], refuses_dtypes: bool = True) -> Rule:
    """The rule that an entry of the data says. `refuses_dtypes`: the function takes no tensors of two dtypes."""
    otherwise = entry_rule(entry["else"], refuses_dtypes) if entry.get("else") else None
    part, when = entry_part(entry.get("then", entry)), entry.get("when", "")
    return Rule(part, entry.get("from", ""), when, otherwise, refuses_dtypes)


def entry_part(entry: Mapping[str, Any]) -> Part | Parts:
    """The rule of the result, or of each of several ones: then the values of the entry are lists."""
    dtype, shape = entry.get("dtype", ""), entry.get("shape", "")
    if isinstance(dtype, list):
        return tuple(entry_part({"dtype": one, "shape": other}) for one, other in zip(dtype, shape))
    return Part(dtype, shape, entry.get("elements", ""), entry.get("ragged-rank", ""))


@lru_cache(maxsize=1)
def entries() -> Mapping[str, Mapping[str, Any]]:
    """All entries of the data, by canonical name."""
    found: dict[str, dict[str, Any]] = read(FILE)["rules"]
    return found


@lru_cache(maxsize=None)
def listed(what: str) -> frozenset[str]:
    """Functions seen to refuse arguments of two "dtypes" or "shapes", and those that may be "mixing" dtypes."""
    return frozenset(read(REFUSALS)[what])


def read(file: str) -> dict[str, Any]:
    """A file of the data."""
    data = pkgutil.get_data("hybridize.frameworks.tensor_types", f"data/{file}.json")
    if data is None:
        raise FileNotFoundError(f"tensor_types/data/{file}.json is not installed with hybridize")
    found: dict[str, Any] = json.loads(data)
    return found


LAYER_CALLS: Mapping[str, tuple[str, ...]] = {
    "keras.layers.MultiHeadAttention": ("query", "value", "key"),
    "keras.layers.GroupQueryAttention": ("query", "value", "key"),
}
"""How rules name the arguments of a layer's call, where that is not `inputs` alone."""
_LOSSES, _OF_LOSS = "keras.losses.", ("y_true", "y_pred", "sample_weight")


def call_names(cls: str) -> tuple[str, ...]:
    """How the rule of a class of Keras names the arguments of a call of its objects."""
    return _OF_LOSS if cls.startswith(_LOSSES) else LAYER_CALLS.get(cls, ("inputs",))


@lru_cache(maxsize=None)
def reads(name: str) -> tuple[str, ...]:
    """The parameters that the rule of a function reads; none where there is no rule."""
    found: set[str] = set()
    waiting = [each for each in (rule(name),) if each is not None]
    while waiting:
        each = waiting.pop()
        texts = [each.when, *_texts(each.part)]
        found.update(*[references(parsed(text)) for text in texts if text])
        if each.otherwise is not None:
            waiting.append(each.otherwise)
    return tuple(sorted(found))


def _texts(part: Part | Parts) -> list[str]:
    if isinstance(part, tuple):
        return [text for each in part for text in _texts(each)]
    return [part.dtype, part.shape, part.elements, part.ragged_rank]


@lru_cache(maxsize=None)
def rule(name: str) -> Rule | None:
    """The rule of a function, method or layer, by its canonical name; None if nothing is known."""
    entry = entries().get(name)
    return None if entry is None else entry_rule(entry, name not in listed("mixing"))

"""Functions that do not take in a graph what they take eagerly: asked of installed releases, and put together."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hybridize.frameworks.generate.calling import called, parameters
from hybridize.frameworks.generate.probing import LEFT_ALONE
from hybridize.frameworks.knowledge import COMPUTING, Knowledge, Symbol
from hybridize.frameworks.traced import GRAPHS as FILE

DATA = Path(__file__).parents[1] / "data"
_TOLD = frozenset(
    "eager-only eager-only-until-2.15 runs-graph creates-variable deferred eager-switch hybridizes".split()
)
"""Tags of functions of which it is known already that a graph does something else."""
__all__ = ["DATA", "FILE", "asked", "tasks", "together"]


def tasks(knowledge: Knowledge) -> list[dict[str, Any]]:
    """The functions that are called."""
    found = []
    described = [json.loads((DATA / f"{file}.json").read_text("utf-8"))["symbols"] for file in ("keras", "tensorflow")]
    for name in sorted(name for each in described for name in each):
        symbol = knowledge.lookup(name)
        if symbol is not None and symbol.name == name and _is_asked(symbol):
            found.append({"name": name, "parameters": parameters(symbol)})
    return found


def _is_asked(symbol: Symbol) -> bool:
    plain = symbol.role == "function" and symbol.known and not symbol.effect and symbol.tags.isdisjoint(_TOLD)
    name = symbol.name
    left = LEFT_ALONE.search(name) or ".raw_ops." in name or name.startswith("tensorflow.compat.v1")
    return plain and name.startswith(COMPUTING) and bool(symbol.parameters) and not left


def asked(python: Path, wanted: Sequence[Mapping[str, Any]], results: Path) -> list[dict[str, Any]]:
    """What the release of an interpreter says."""
    called(python, wanted, results, "calls.graphs")
    return [json.loads(line) for line in results.read_text("utf-8").splitlines()]


def together(answers: Iterable[Iterable[Mapping[str, Any]]]) -> dict[str, Any]:
    """The data file, from what releases say.

    `numbers`: parameters at which a graph refused a number before a tensor of another dtype. `converted`: functions for
    which numbers there were seen to work, and never to be refused. `tensors`: parameters at which a graph never took a
    tensor that worked eagerly. `ranks`: parameters with the rank that a graph asks of them.
    """
    numbers: dict[str, set[str]] = {}
    converted: set[str] = set()
    tensors: dict[str, set[str]] = {}
    ranks: dict[str, dict[str, int]] = {}
    for answer in answers:
        for each in answer:
            name = each["name"]
            if each.get("unconverted"):
                numbers.setdefault(name, set()).update(each["unconverted"])
            elif each.get("converted"):
                converted.add(name)
            if each.get("refused"):
                taken = {parameter for call in each["taken"] for parameter in call}
                refused = {parameter for call in each["refused"] for parameter in call}
                tensors.setdefault(name, set()).update(refused - taken)
            if each.get("ranks"):
                ranks.setdefault(name, {}).update(each["ranks"])
    return {
        "format": 1,
        "numbers": {name: sorted(found) for name, found in sorted(numbers.items())},
        "converted": sorted(converted - set(numbers)),
        "tensors": {name: sorted(found) for name, found in sorted(tensors.items()) if found},
        "ranks": {name: dict(sorted(found.items())) for name, found in sorted(ranks.items())},
    }

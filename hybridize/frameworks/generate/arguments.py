"""Which kinds of arguments functions never take, and how they bind them: asked of installed releases."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence, Set
from pathlib import Path
from typing import Any

from hybridize.frameworks.generate import graphs
from hybridize.frameworks.generate.calling import called, parameters
from hybridize.frameworks.knowledge import Knowledge
from hybridize.frameworks.tensor_types.arguments_taken import FILE
from hybridize.frameworks.tensor_types.rules import entries

DATA = Path(__file__).parents[1] / "tensor_types" / "data"
__all__ = ["DATA", "FILE", "asked", "tasks", "together"]


def tasks(knowledge: Knowledge) -> list[dict[str, Any]]:
    """The functions that are called: those with a rule, and those that stand near the top of TensorFlow."""
    ruled = set(entries())
    found = [
        each for each in graphs.tasks(knowledge)
        if each["name"] in ruled or (each["name"].startswith("tensorflow.") and each["name"].count(".") <= 2)
    ]  # fmt: skip
    for name in sorted(name for name in ruled if name.startswith("numpy.") and name.count(".") <= 2):
        symbol = knowledge.lookup(name)
        if symbol is not None and (symbol.role, symbol.name) == ("function", name) and not symbol.effect:
            found.append({"name": name, "parameters": parameters(symbol)})
    return found


def asked(python: Path, wanted: Sequence[Mapping[str, Any]], results: Path) -> list[dict[str, Any]]:
    """What the release of an interpreter says."""
    called(python, wanted, results, "calls.refused")
    return [json.loads(line) for line in results.read_text("utf-8").splitlines()]


def together(answers: Iterable[Iterable[Mapping[str, Any]]]) -> dict[str, Any]:
    """The data file, from what releases say: what all refuse that were asked, and the words that some release takes.

    `required` are the parameters without a default in all of them, `names` those that some release has, and `most` is
    the largest number of arguments by position; of a function that takes any these are not there.
    """
    releases = [{each["name"]: each for each in answer} for answer in answers]
    functions: dict[str, dict[str, Any]] = {}
    for name in sorted({name for each in releases for name in each}):
        told = [each[name] for each in releases if name in each]
        worded = {parameter for each in told for parameter in each.get("words", ())}
        if name.startswith("numpy."):
            # NumPy has a language for dtypes: `"<f4"`, `"i4, f8"`.
            worded.discard("dtype")
        refused = _refused([each["refused"] for each in told if each.get("refused")], worded)
        given = [each.get("words", {}) for each in told]
        words = {
            parameter: " ".join(sorted({word for each in given for word in each.get(parameter, ())}))
            for parameter, kinds in refused.items()
            if parameter in worded and "str" in kinds.split() and any(each.get(parameter) for each in given)
        }
        entry: dict[str, Any] = {"refused": refused} if refused else {}
        if words:
            entry["words"] = words
        bound = [each for each in told if "most" in each]
        if len(bound) == len(told) == len(releases):
            required = set.intersection(*[set(each["required"]) for each in bound])
            entry["required"] = " ".join(sorted(required))
            entry["names"] = " ".join(sorted({each for b in bound for each in b["names"]}))
            entry["most"] = max(b["most"] for b in bound)
        if entry:
            functions[name] = entry
    return {"format": 1, "functions": functions}


def _refused(answers: Sequence[Mapping[str, Sequence[str]]], worded: Set[str]) -> dict[str, str]:
    """By parameter, what all refuse that say something of it.

    Where no number is taken it may be refused for its rank alone, and a text for the dtype of another argument: these
    count where tensors of their dtypes are refused as well. Nobody knows all the words that a parameter takes which
    none of the calls gave one.
    """
    found = {}
    for parameter in sorted({each for answer in answers for each in answer}):
        kinds = set.intersection(*[set(answer[parameter]) for answer in answers if parameter in answer])
        if kinds >= {"int", "float"}:
            kinds -= {each for each, dtype in _DTYPES.items() if dtype not in kinds}
        if parameter not in worded and "string" not in kinds:
            kinds.discard("str")
        if kinds:
            found[parameter] = " ".join(sorted(kinds))
    return found


_DTYPES = {"bool": "bool", "float": "float32", "int": "int32", "minus": "int32"}

"""Which kinds of arguments functions never take, and how they bind them: asked of installed releases."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import NoneType
from typing import Any

from hybridize.frameworks.generate import graphs
from hybridize.frameworks.generate.calls.refused import DTYPES, GETTERS, WITH_DTYPE
from hybridize.frameworks.generate.calling import called, parameters
from hybridize.frameworks.knowledge import Knowledge, Symbol
from hybridize.frameworks.tensor_types.arguments_taken import FILE, LISTS_OF, TEXTS, WIDER, taken
from hybridize.frameworks.tensor_types.rules import entries

DATA = Path(__file__).parents[1] / "tensor_types" / "data"
DESCRIBED = Path(__file__).parents[1] / "data"
__all__ = ["DATA", "FILE", "asked", "contradicted", "tasks", "together"]


def tasks(knowledge: Knowledge) -> list[dict[str, Any]]:
    """The functions that are called: those with a rule, and those that stand near the top of TensorFlow.

    So are methods of tensors, variables and arrays, and operators, which are methods as well.
    """
    ruled = set(entries())
    found = [
        each for each in graphs.tasks(knowledge)
        if each["name"] in ruled or GETTERS.match(each["name"])
        or (each["name"].startswith("tensorflow.") and each["name"].count(".") <= 2)
    ]  # fmt: skip
    for name in sorted(name for name in ruled if name.startswith("numpy.") and name.count(".") <= 2):
        symbol = knowledge.lookup(name)
        if symbol is not None and (symbol.role, symbol.name) == ("function", name) and not symbol.effect:
            found.append({"name": name, "parameters": parameters(symbol)})
    return found + [{"name": each.name, "parameters": parameters(each)} for each in _others(knowledge)]


def _others(knowledge: Knowledge) -> Iterator[Symbol]:
    """Methods of what programs compute with, and classes that are none of Keras."""
    files = [json.loads((DESCRIBED / f"{file}.json").read_text("utf-8"))["symbols"] for file in ("numpy", "tensorflow")]
    for name in sorted(name for each in files for name in each):
        symbol = knowledge.lookup(name)
        if symbol is None or symbol.name != name or symbol.effect:
            continue
        plain = symbol.known and symbol.tags.isdisjoint(_LEFT)
        owner, _, own = name.rpartition(".")
        method = symbol.role == "method" and owner in _OWNERS and own not in _UNASKED
        # Operators of ragged tensors take seconds each.
        method = method and not (owner.endswith("RaggedTensor") and own.startswith("__"))
        made = symbol.role == "class" and name.startswith("tensorflow.") and name.count(".") <= 2
        if plain and (method or made and symbol.parameters):
            yield symbol


_OWNERS = frozenset(
    "numpy.ndarray tensorflow.RaggedTensor tensorflow.Tensor tensorflow.TensorArray tensorflow.TensorShape"
    " tensorflow.Variable tensorflow.dtypes.DType tensorflow.sparse.SparseTensor".split()
)
_UNASKED = frozenset(
    "__array__ __bool__ __contains__ __iter__ __len__ eval experimental_from_proto from_proto load".split()
)
_LEFT = frozenset(
    "eager-only eager-only-until-2.15 runs-graph creates-variable deferred eager-switch hybridizes".split()
)


SEEDS = (7, 101, 202)
"""Of what is drawn for functions: what one draw after the other refuses is refused for its kind, not by chance."""
MORE_SEEDS = (303, 404)
"""Of methods and operators, few of whose calls work: what they take hangs on the dtype of their receiver."""


def asked(python: Path, wanted: Sequence[Mapping[str, Any]], results: Path) -> list[dict[str, Any]]:
    """What the release of an interpreter says: several answers for each function."""
    drawn = [
        {**task, "seed": seed}
        for task in wanted
        for seed in (*SEEDS, *(MORE_SEEDS if task["parameters"][:1] == ["self"] else ()))
    ]
    called(python, drawn, results, "calls.refused")
    return [json.loads(line) for line in results.read_text("utf-8").splitlines()]


def together(answers: Iterable[Iterable[Mapping[str, Any]]]) -> dict[str, Any]:
    """The data file, from what releases say: what all refuse that were asked, and the words that some release takes.

    `required` are the parameters without a default in all of them, `names` those that some release has, and `most` is
    the largest number of arguments by position; of a function that takes any these are not there.
    """
    releases: list[dict[str, list[Mapping[str, Any]]]] = []
    for answer in answers:
        releases.append({})
        for each in answer:
            releases[-1].setdefault(each["name"], []).append(each)
    functions: dict[str, dict[str, Any]] = {}
    for name in sorted({name for each in releases for name in each}):
        told = [each for release in releases for each in release.get(name, ())]
        refused = _refused([each["refused"] for each in told if each.get("refused")])
        if name.startswith("numpy.") and "dtype" in refused:
            # NumPy has a language for dtypes: `"<f4"`, `"i4, f8"`.
            refused["dtype"] = " ".join(each for each in refused["dtype"].split() if each not in TEXTS)
        given = [each.get("words", {}) for each in told]
        words = {
            parameter: " ".join(sorted({word for each in given for word in each.get(parameter, ())}))
            for parameter, kinds in refused.items()
            if "str" in kinds.split() and any(each.get(parameter) for each in given)
        }
        entry: dict[str, Any] = {"refused": refused} if refused else {}
        if words:
            entry["words"] = words
        bound = [each for each in told if "most" in each]
        if len(bound) == len(told) and all(name in release for release in releases):
            required = set.intersection(*[set(each["required"]) for each in bound])
            entry["required"] = " ".join(sorted(required))
            entry["names"] = " ".join(sorted({each for b in bound for each in b["names"]}))
            entry["most"] = max(b["most"] for b in bound)
        if entry:
            functions[name] = entry
    return {"format": 1, "functions": functions}


def contradicted(calls: Path) -> Iterator[str]:
    """What functions are said to refuse, and take in calls that `generate calls` has seen: a line for each argument."""
    for line in calls.read_text("utf-8").splitlines():
        seen = json.loads(line)
        found = taken(seen["name"])
        for call in seen["calls"] if found is not None else ():
            for parameter, spec in call["arguments"].items():
                if found is None or (spec[0] == "array" and found.converts):
                    continue
                kind, text = kind_of(spec)
                number = "int" if spec[0] == "constant" and kind == "bool" else kind
                if found.refuses(parameter, kind, text) and found.refuses(parameter, number, text):
                    yield f"{seen['name']}: {parameter} takes {kind} {text or ''}".rstrip()
                sort = _SORTS.get(spec[0], "")
                if parameter != "self" and found.refuses(parameter, sort):
                    yield f"{seen['name']}: {parameter} takes what is {sort}"


_SORTS = {"ragged": "ragged", "sparse": "sparse", "tensor": "dense", "variable": "dense"}


def kind_of(spec: Sequence[Any]) -> tuple[str, str | None]:
    """The kind of a drawn argument, and of a text what it says; an empty kind for what the data has no word for."""
    if spec[0] in WITH_DTYPE:
        return spec[1], None
    if spec[0] in ("list", "tuple"):
        kinds = [kind_of(each)[0] for each in spec[1]]
        inside = {LISTS_OF.get(each, "") for each in kinds}
        if len(inside) > 1 and "str" in kinds and inside <= {"fractions", "texts", "wholes"}:
            return "mixed", None
        return (inside.pop() if len(inside) == 1 else ""), None
    value = spec[1] if spec[0] in ("constant", "text") else spec
    if isinstance(value, int) and not isinstance(value, bool):
        return ("minus" if value < 0 else "int" if value else "zero"), None
    if isinstance(value, float):
        return ("below" if value < 0.0 else "above" if value > 1.0 else "float"), None
    named = {NoneType: "None", bool: "bool", dict: "dict", str: "str"}.get(type(value), "")
    return named, str(value) if named == "str" else None


def _refused(answers: Sequence[Mapping[str, Sequence[str]]]) -> dict[str, str]:
    """By parameter, what all refuse that say something of it.

    Where no number is taken it may be refused for its rank or value alone: these count where tensors of their dtypes
    are refused as well. So do numbers where some tensors are refused, since the dtype of another argument may be the
    reason, and fractions in lists at methods, whose receivers say the dtype. What an operation is called is not asked.
    """
    found = {}
    methods = any("self" in answer for answer in answers)
    for parameter in sorted({each for answer in answers for each in answer} - {"name"}):
        kinds = set.intersection(*[set(answer[parameter]) for answer in answers if parameter in answer])
        kinds -= {each for each, wider in WIDER.items() if wider in kinds}
        if "int" in kinds:
            kinds -= {each for each, dtype in _DTYPES.items() if dtype not in kinds}
        if not kinds.isdisjoint({*DTYPES} - {"bool"}):
            numbers = {**_DTYPES, "complex": "complex64", "fractions": "float32"}
            kinds -= {each for each, dtype in numbers.items() if dtype not in kinds}
        if methods and "float32" not in kinds:
            kinds.discard("fractions")
        if "int32" not in kinds and "dense" not in kinds:
            # Lists of another length, or of other numbers, may be taken.
            kinds.discard("wholes")
        if "dense" not in kinds:
            # Ragged and sparse tensors are made of one shape alone, which may be the reason.
            kinds -= {"ragged", "sparse"}
        if "minus" not in kinds:
            # It is no range that numbers are outside of: shapes and dtypes say which axis or value is none.
            kinds -= {"above", "below", "zero"}
        if kinds:
            found[parameter] = " ".join(sorted(kinds))
    return found


_DTYPES = {"bool": "bool", "float": "float32", "int": "int32", "minus": "int32"}

"""The rules of types: those that people wrote, those that fit the calls, and how all of them do on the calls."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hybridize.frameworks.generate.calling import is_layer, parameters, records
from hybridize.frameworks.generate.fit import Case, Fitter, cases, contradicted
from hybridize.frameworks.knowledge import Knowledge
from hybridize.frameworks.tensor_types.rules import FILE, entry_rule, rule

DATA = Path(__file__).parents[1] / "tensor_types" / "data"
WRITTEN = Path(__file__).parent / "type_rules.json"
"""The rules that people wrote."""
__all__ = ["DATA", "FILE", "Seen"]


class Seen:
    """The calls that were seen, of all releases together."""

    def __init__(self, paths: Iterable[Path], knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self.cases: dict[str, list[Case]] = {}
        self.defaults: dict[str, dict[str, Any]] = {}
        self.errors: dict[str, list[str]] = {}
        self.releases: set[str] = set()
        for name, record in records(paths):
            if not record["calls"]:
                self.errors.setdefault(name, record["errors"])
                continue
            numpy = tuple(int(word) for word in record["releases"]["numpy"].split(".")[:2])
            self.releases.update(f"{package} {release}" for package, release in record["releases"].items())
            self.cases.setdefault(name, []).extend(cases(record, numpy))
            self.defaults.setdefault(name, record.get("defaults", {}))

    def fitted(self) -> tuple[dict[str, Any], list[str]]:
        """The data file, and a line for each function."""
        written = read_written()
        rules: dict[str, dict[str, Any]] = {}
        lines: list[str] = []
        for name in sorted({*self.cases, *written}):
            given = self.cases.get(name, [])
            if name in written:
                entry = {**written[name], "from": f"people, {self.observed(given)}"}
                wrong = contradicted(entry_rule(entry), given)
                lines.append(f"{name}\twritten\t{len(given)}\t{len(wrong)} wrong\t{json.dumps(entry)}")
                rules[name] = entry
                continue
            found = self.fitter(name).found()
            status = "nothing" if found is None else "whole" if found.complete else "part"
            said = found.entry() if found is not None else self.errors.get(name, [])
            lines.append(f"{name}\t{status}\t{len(given)}\t\t{json.dumps(said)}")
            if found is not None and found.says_something:
                rules[name] = {**found.entry(), "from": f"calls, {self.observed(given)}"}
        return {"format": 1, "releases": sorted(self.releases), "rules": rules}, lines

    def kept(self, table: Mapping[str, Any]) -> dict[str, Any]:
        """The data file as it is, with what was found out of the functions that were called, and what people added."""
        there = json.loads((DATA / f"{FILE}.json").read_text("utf-8"))
        others = {name: entry for name, entry in there["rules"].items() if name not in self.cases}
        return {**there, "rules": dict(sorted({**table["rules"], **others}.items()))}

    def observed(self, given: Sequence[Case]) -> str:
        """How many calls a rule was checked on."""
        return f"{len(given)} seen"

    def fitter(self, name: str) -> Fitter:
        symbol = self.knowledge.lookup(name)
        layer = is_layer(name, self.knowledge)
        return Fitter(
            name,
            parameters(symbol) if symbol is not None else (),
            self.defaults.get(name, {}),
            self.cases.get(name, []),
            layer,
        )

    def check(self) -> list[str]:
        """The calls that the rules of the data contradict, as sentences."""
        found = []
        for name, given in self.cases.items():
            said_by_tool = rule(name)
            if said_by_tool is not None:
                wrong = contradicted(said_by_tool, given)
                found += [f"{name}: {said} for {case.arguments}, seen: {case.results}" for case, said in wrong]
        return found

    def summary(self, table: Mapping[str, Any], frequent: Sequence[str]) -> str:
        """How many of the most frequent functions have a rule for dtype and shape."""
        states = Counter(state(table["rules"].get(name, {})) for name in frequent)
        missing = [name for name in frequent if state(table["rules"].get(name, {})) != "whole"]
        return f"{dict(states)} of {len(frequent)}; not whole: {' '.join(missing)}"


def state(entry: Mapping[str, Any]) -> str:
    """Whether an entry says the dtype and the shape of everything."""
    if "when" in entry:
        return "whole" if state(entry["then"]) == state(entry["else"]) == "whole" else "part"
    if not entry:
        return "none"
    said = [entry.get("dtype", ""), entry.get("shape", "")]
    words = [word for each in said for word in (each if isinstance(each, list) else [each])]
    return "whole" if all(words) else "part"


def read_written() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(WRITTEN.read_text("utf-8"))
    return found

"""The whole of the data from an inventory: derivation, overlay, names of other releases, aliases."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hybridize.frameworks.generate import write
from hybridize.frameworks.generate.derive import TENSOR_WORDS, Derivation
from hybridize.frameworks.generate.overlay import Overlay, kind_key
from hybridize.frameworks.knowledge import Knowledge

DATA = Path(__file__).parents[1] / "data"


class Build:
    """Everything that is written, and what is to be said about it."""

    def __init__(
        self,
        inventory: Mapping[str, Any],
        probes: Mapping[str, list[str]],
        overlay: Overlay,
        history: Mapping[str, Any],
    ) -> None:
        self.overlay = overlay
        instances = {name: keys["returns"] for name, keys in overlay.symbols.items() if keys.get("returns")}
        self.derivation = Derivation(inventory, probes, instances)
        symbols = self.derivation.symbols
        self.derived = {
            name: self.derivation.entry(name, overlay.kind(name) or self._without(name))
            for name in symbols
            if symbols[name]["role"] != "alias"
        }
        for name, keys in history["changed"].items():
            self.derived.get(name, {}).update(keys)
        self.gone: Mapping[str, dict[str, Any]] = history["gone"]
        self.former: Mapping[str, str] = history["aliases"]
        for name in self.gone:
            self.derived.setdefault(name, self._gone(name))
        names = sorted({*self.derived, *overlay.symbols})
        self.entries = {name: overlay.apply(name, self.derived.get(name, {})) for name in names}
        self._drop_inherited()
        self.aliases = self._aliases()

    def _without(self, name: str) -> str:
        """The kind of a symbol of which people say nothing themselves.

        What they say of the member that it overrides, or, where every source is silent, of its family.
        """
        owner, _, member = name.rpartition(".")
        overridden = [f"{base}.{member}" for base in self.derivation.ancestors(owner)[1:]]
        own = self.derivation.decisions[name]
        said = next(filter(None, map(self.overlay.kind, overridden)), "") or own.kind
        if own.source in ("operation", "annotation", "probe") and member == "call":
            said = own.kind  # Layers differ here, and these sources saw it.
        silent = not said and not any(each in self.derivation.symbols for each in overridden)
        return self.overlay.otherwise(name) if silent else said

    def _gone(self, name: str) -> dict[str, Any]:
        """The entry of a symbol that the newest release has no more, with people's kind where they gave one."""
        entry = dict(self.gone[name])
        base = entry.pop("of", name)
        owner, _, member = name.rpartition(".")
        overridden = (self.overlay.kind(f"{base}.{member}") for base in self.derivation.ancestors(owner)[1:])
        kind = self.overlay.kind(name) or self.overlay.kind(base) or entry_kind(entry)
        kind = kind or entry_kind(self.derived.get(base, {})) or next(filter(None, overridden), "")
        kind = kind or self.overlay.otherwise(name)
        if "class" in entry or not kind:
            return entry
        entry[kind_key(entry)] = kind
        if "returns" in entry and TENSOR_WORDS.search(kind) and "tags" not in entry:
            entry["tags"] = "computes"
        return entry

    def undecided(self) -> list[str]:
        """Symbols whose kind neither the sources nor the overlay know."""
        return sorted(
            name for name, entry in self.entries.items() if "class" not in entry and not entry.get(kind_key(entry))
        )

    def needless(self) -> list[str]:
        """Decisions of the overlay that change nothing."""
        found: list[str] = []
        plain = Derivation(self.derivation.inventory, self.derivation.probes)
        for name in sorted({*self.overlay.symbols, *self.overlay.kinds} & self.derived.keys()):
            entry = self.derived[name]
            kind = entry_kind(self.gone.get(name, entry))
            if name in self.derivation.symbols:
                kind = self._without(name)
                if "class" in entry:
                    entry = plain.entry(name) | {
                        key: entry[key] for key in ("since", "until", "deprecated") if key in entry
                    }
            found += self.overlay.needless(name, entry, kind)
        return found

    def _drop_inherited(self) -> None:
        """Members that are described for a base class in the same words need no entry of their own."""
        symbols = self.derivation.symbols
        for name in sorted(self.entries, reverse=True):
            owner, _, member = name.rpartition(".")
            if symbols.get(owner, {}).get("role") != "class" or name in self.overlay.symbols:
                continue
            for ancestor in self.derivation.ancestors(owner)[1:]:
                inherited = self.entries.get(f"{ancestor}.{member}")
                if inherited is None:
                    continue
                entry = self.entries[name]
                if not any(key in entry for key in ("returns", "attribute", "constant")):
                    for key in ("returns", "attribute", "tags", "effect"):
                        if key in inherited and key not in entry:
                            entry[key] = inherited[key]
                if write.ordered(entry) == write.ordered(inherited):
                    del self.entries[name]
                break

    def _aliases(self) -> dict[str, str]:
        """Other names, less those that the rules of `index.json` lead to the right entry anyway."""
        wanted = dict(self.former) | self.overlay.aliases
        for name, facts in self.derivation.symbols.items():
            owner = name.rpartition(".")[0]
            if facts["role"] == "alias":
                wanted[name] = facts["path"]
                continue
            wanted.update(dict.fromkeys(facts.get("names", ()), name))
            path = facts.get("path", "")
            internal = path.startswith(("tensorflow.python.", "keras.src.", "numpy.")) and "<" not in path
            if internal and self.derivation.symbols.get(owner, {}).get("role") != "class":
                wanted.setdefault(path, name)
        index = others("index")
        wanted = {a: n for a, n in wanted.items() if a not in self.entries and n in self.entries}
        current = {a: n for a, n in wanted.items() if ".compat.v1." not in a and not internal_path(a)}
        kept = self._unresolved(current, {}, index)
        return kept | self._unresolved({a: n for a, n in wanted.items() if a not in current}, kept, index)

    def _unresolved(
        self, wanted: Mapping[str, str], known: Mapping[str, str], index: Mapping[str, Any]
    ) -> dict[str, str]:
        written = write.tables(self.entries, known, {}, index["files"])
        knowledge = Knowledge(read=lambda file: written.get(file) or others(file))
        return {alias: name for alias, name in wanted.items() if knowledge.canonical(alias) != name}

    def tables(self) -> dict[str, dict[str, Any]]:
        """The content of every file. What has no kind yet is left to the policies."""
        undecided = set(self.undecided())
        entries = {name: entry for name, entry in self.entries.items() if name not in undecided}
        aliases = {alias: name for alias, name in self.aliases.items() if name in entries}
        return write.tables(entries, aliases, self.overlay.hooks, others("index")["files"])


def entry_kind(entry: Mapping[str, Any]) -> str:
    return str(entry.get("returns") or entry.get("attribute") or entry.get("constant") or "")


def others(file: str) -> dict[str, Any]:
    """A data file that people write."""
    content: dict[str, Any] = json.loads((DATA / f"{file}.json").read_text("utf-8"))
    return content


def internal_path(name: str) -> bool:
    return name.startswith(("tensorflow.python.", "keras.src.", "numpy._"))

"""What people decided: the files under `overlay/`, where the sources of the derivation are silent or disagree.

`symbols` has the keys to set by symbol (null takes a key away); a symbol that the inventory lacks (of another release,
or seen only on instances) has its whole entry there. `families` does the same for all names that a pattern fits, the
later pattern over the earlier one and those of special methods over all others; its `otherwise` is the kind of those
for which no source says anything. `kinds` lists names by the kind that they have. `aliases` and `hooks` are copied.
"""

from __future__ import annotations

import fnmatch
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "overlay"


class Overlay:
    """All overlay files together."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.symbols: dict[str, dict[str, Any]] = {}
        self.families: dict[str, dict[str, Any]] = {}
        self.kinds: dict[str, str] = {}
        self.aliases: dict[str, str] = {}
        self.hooks: dict[str, dict[str, Any]] = {}
        for file in sorted(folder.glob("*.json")):
            content = json.loads(file.read_text("utf-8"))
            self.symbols.update(content.get("symbols", {}))
            self.families.update(content.get("families", {}))
            self.aliases.update(content.get("aliases", {}))
            self.hooks.update(content.get("hooks", {}))
            for kind, names in content.get("kinds", {}).items():
                self.kinds.update(dict.fromkeys(names, kind))
        special_last = sorted(self.families, key=lambda pattern: (pattern.startswith("*.__"), pattern))
        self._patterns = [(re.compile(fnmatch.translate(each)), self.families[each]) for each in special_last]

    def kind(self, name: str) -> str:
        """The kind that people gave to a symbol or to all of its family; "" where they gave none."""
        own = self.symbols.get(name, {})
        for key in ("returns", "attribute", "constant"):
            if own.get(key):
                return str(own[key])
        return self.kinds.get(name) or str(self.family(name).get("returns", ""))

    def otherwise(self, name: str) -> str:
        """The kind of a symbol's family, for where no source says anything."""
        return str(self.family(name).get("otherwise", ""))

    def family(self, name: str) -> dict[str, Any]:
        """The keys that the families of a name set."""
        found: dict[str, Any] = {}
        for pattern, keys in self._patterns:
            if pattern.fullmatch(name):
                found.update(keys)
        return found

    def apply(self, name: str, entry: dict[str, Any]) -> dict[str, Any]:
        """The entry, which has people's kind already, with the rest of what they decided."""
        entry = dict(entry)
        change(entry, {key: value for key, value in self.family(name).items() if key not in ("otherwise", "returns")})
        change(entry, self.symbols.get(name, {}))
        return entry

    def needless(self, name: str, plain: dict[str, Any], kind: str) -> Iterator[str]:
        """What an own decision does not change. `plain`: the entry with people's kind; `kind`: what the sources say."""
        plain = self.apply(name, plain) if name not in self.symbols else plain
        if name in self.kinds and self.kinds[name] == kind:
            yield f"{name}: {kind}"
        for key, value in self.symbols.get(name, {}).items():
            if key in ("returns", "attribute", "constant") and "class" not in plain:
                if value == kind:
                    yield f"{name}: {key}"
            elif key == "add-tags":
                if set(value.split()) <= set(plain.get("tags", "").split()):
                    yield f"{name}: {key}"
            elif plain.get(key) == value:
                yield f"{name}: {key}"


def kind_key(entry: dict[str, Any]) -> str:
    """The key of an entry that holds its kind."""
    return next((key for key in ("constant", "attribute") if key in entry), "returns")


def change(entry: dict[str, Any], keys: dict[str, Any]) -> None:
    for key, value in keys.items():
        if key == "add-tags":
            tags = dict.fromkeys([*entry.get("tags", "").split(), *value.split()])
            entry["tags"] = " ".join(tags)
        elif value is None:
            entry.pop(key, None)
        else:
            entry[key] = value

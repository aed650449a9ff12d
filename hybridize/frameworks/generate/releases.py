"""What which release has: `since`, `until` and `deprecated`, from the inventories of several releases.

The comparison is kept in `releases/history.json`, so that the data can be written again without all releases.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from hybridize.frameworks.generate import write
from hybridize.frameworks.generate.derive import Derivation

HISTORY = Path(__file__).parent / "releases" / "history.json"
"""What `history` says, kept: the inventories themselves are large."""

DEPRECATED = ("FUNCTION IS DEPRECATED", "CLASS IS DEPRECATED", "(deprecated)")
"""Words of docstrings that deprecate the thing itself, not one of its arguments."""


class Release:
    """One release, with all its names."""

    def __init__(self, inventory: Mapping[str, Any]) -> None:
        self.inventory = inventory
        self.symbols: Mapping[str, dict[str, Any]] = inventory["symbols"]
        self.version = ".".join(str(inventory["releases"]["tensorflow"]).split(".")[:2])

    @cached_property
    def aliases(self) -> dict[str, str]:
        return {alias: name for name, facts in self.symbols.items() for alias in facts.get("names", ())}

    def find(self, name: str) -> dict[str, Any] | None:
        """The facts of a name, whatever name the release itself calls canonical; of a member, its bases' too."""
        found = self.symbols.get(self.aliases.get(name, name))
        if found is not None:
            return found
        owner, _, member = name.rpartition(".")
        for each in self.ancestors(self.aliases.get(owner, owner)):
            if f"{each}.{member}" in self.symbols:
                return self.symbols[f"{each}.{member}"]
        return None

    def ancestors(self, name: str) -> list[str]:
        found = [name] if name in self.symbols else []
        for each in found:
            found += [
                base for base in self.symbols[each].get("bases", ()) if base in self.symbols and base not in found
            ]
        return found


def described(name: str) -> bool:
    """Names that are told by TensorFlow's releases: NumPy has its own, and hidden classes come and go unseen."""
    return name.startswith(("tensorflow.", "keras.")) and "._" not in name.replace(".__", "")


def span(facts: Mapping[str, Any], name: str, releases: Sequence[Release]) -> dict[str, str]:
    """`since` and `until` of a name, and since when it is deprecated. `releases`: the oldest first, the newest last."""
    names = [name, *facts.get("names", ())]
    found = [next(filter(None, map(release.find, names)), None) for release in releases]
    having = [release.version for release, each in zip(releases, found, strict=True) if each is not None]
    keys = {}
    if having and having[0] != releases[0].version:
        keys["since"] = having[0]
    if having and having[-1] != releases[-1].version:
        keys["until"] = having[-1]
    warned = [
        release.version
        for release, each in zip(releases, found, strict=True)
        if each is not None and any(words in each.get("deprecated", "") for words in DEPRECATED)
    ]
    if warned and warned[-1] == having[-1]:
        keys["deprecated"] = warned[0]
    return keys


def gone(releases: Sequence[Release]) -> dict[str, Release]:
    """Symbols that the newest release has no more, with the last one that had them."""
    newest = releases[-1]
    found: dict[str, Release] = {}
    for release in releases[:-1]:
        for name, facts in release.symbols.items():
            if facts["role"] == "alias" or not described(name) or ".raw_ops." in name:
                continue
            if not any(newest.find(each) for each in (name, *facts.get("names", ()))):
                found[name] = release
    return found


def history(inventories: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What the comparison says: `changed` has keys of symbols that not all releases have alike, `gone` whole entries.

    The inventories may come in any order; the newest is the one that the data follow.
    """
    releases = sorted(map(Release, inventories), key=lambda release: [int(part) for part in release.version.split(".")])
    changed = {}
    for name, facts in releases[-1].symbols.items():
        keys = span(facts, name, releases) if described(name) and facts["role"] != "alias" else {}
        if keys:
            changed[name] = keys
    entries = {}
    derivations: dict[str, Derivation] = {}
    for name, release in gone(releases).items():
        derivation = derivations.setdefault(release.version, Derivation(release.inventory, {}))
        entry = derivation.entry(name)
        if "class" in entry or "returns" in entry or "attribute" in entry or "constant" in entry:
            entries[name] = write.ordered(entry | span(release.symbols[name], name, releases))
    for name, entry in entries.items():
        repair(entry, {*releases[-1].symbols, *entries})
    return {
        "format": 1,
        "releases": [release.version for release in releases],
        "changed": dict(sorted(changed.items())),
        "gone": dict(sorted(entries.items())),
    }


def repair(entry: dict[str, Any], names: set[str]) -> None:
    """Leave out classes that have no entry: a base that is gone unseen, an instance of an internal class."""
    if "class" in entry:
        entry["class"] = " ".join(base for base in entry["class"].split() if base in names)
    for key in ("returns", "attribute", "constant"):
        if key in entry:
            entry[key] = re.sub(r"instance:([\w.]+)", lambda m: m[0] if m[1] in names else "python", entry[key])


def kept() -> dict[str, Any]:
    """The history as it was kept."""
    content: dict[str, Any] = json.loads(HISTORY.read_text("utf-8"))
    return content

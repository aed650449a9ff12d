"""What which release has: `since`, `until` and `deprecated`, from the inventories of several releases.

The comparison is kept in `releases/history.json`, so that the data can be written again without all releases.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from hybridize.frameworks.generate import write
from hybridize.frameworks.generate.derive import Derivation

HISTORY = Path(__file__).parent / "releases" / "history.json"
"""What `history` says, kept: the inventories themselves are large."""

DEPRECATED = ("FUNCTION IS DEPRECATED", "CLASS IS DEPRECATED", "(deprecated)", ".. deprecated::")
"""Words of docstrings that deprecate the thing itself, not one of its arguments."""


KIND_KEYS = {"returns", "attribute", "constant"}
OWNERS = ("tensorflow", "numpy")
"""Packages by whose releases names are told: Keras' names by those of TensorFlow, to which each Keras belongs."""


class Release:
    """One release, with all its names."""

    def __init__(self, inventory: Mapping[str, Any]) -> None:
        self.inventory = inventory
        self.symbols: Mapping[str, dict[str, Any]] = inventory["symbols"]
        self.versions = {
            package: ".".join(str(version).split(".")[:2]) for package, version in inventory["releases"].items()
        }

    @cached_property
    def aliases(self) -> dict[str, str]:
        found = {alias: name for name, facts in self.symbols.items() for alias in facts.get("names", ())}
        return found | {name: facts["path"] for name, facts in self.symbols.items() if facts["role"] == "alias"}

    @cached_property
    def derivation(self) -> Derivation:
        return Derivation(self.inventory, {})

    def canonical(self, name: str) -> str:
        """What the release itself calls the thing that it shows under this name; "" where there is none.

        A member may stand under the name of a base class.
        """
        main = self.aliases.get(name, name)
        if main in self.symbols:
            return main
        owner, _, member = name.rpartition(".")
        candidates = (f"{each}.{member}" for each in self.ancestors(self.aliases.get(owner, owner)))
        return next((each for each in candidates if each in self.symbols), "")

    def find(self, name: str) -> dict[str, Any] | None:
        """The facts of a name, whatever name the release itself calls canonical; of a member, its bases' too."""
        return self.symbols.get(self.canonical(name))

    def names(self, name: str) -> list[str]:
        """All names of a symbol, a member's with those of its class."""
        owner, _, member = name.rpartition(".")
        owners = self.symbols.get(owner, {})
        others = [f"{each}.{member}" for each in owners.get("names", ())] if owners.get("role") == "class" else []
        return [name, *self.symbols.get(name, {}).get("names", ()), *others]

    def ancestors(self, name: str) -> list[str]:
        found = [name] if name in self.symbols else []
        for each in found:
            found += [
                base for base in self.symbols[each].get("bases", ()) if base in self.symbols and base not in found
            ]
        return found

    def bases(self, name: str, newest: Release) -> list[str]:
        """The public classes from which a class inherits, less those from which it does not in the newest release."""
        now = newest.ancestors(newest.canonical(name))
        found = self.ancestors(name)[1:]
        return [base for base in found if not is_hidden(base) and (not now or newest.canonical(base) in now)]

    def public(self, newest: Release) -> Iterator[tuple[str, str]]:
        """Every name that users know with the symbol that it names.

        The members of a base that is hidden, or that is no base in the newest release, are those of its heirs.
        """
        inner: dict[str, list[str]] = {}
        for name in self.symbols:
            owner, _, member = name.rpartition(".")
            inner.setdefault(owner, []).append(member)
        for name, facts in self.symbols.items():
            if is_hidden(name) or facts["role"] == "alias":
                continue
            owner = name.rpartition(".")[0]
            field = facts["role"] == "property" and self.derivation.instance(owner) == "python"
            if not field:  # Those of messages show in some releases and are hidden in others; they say nothing.
                yield name, name
            if facts["role"] != "class":
                continue
            bases = self.bases(name, newest)
            told = {*bases, *(each for base in bases for each in self.ancestors(base))}
            for base in self.ancestors(name)[1:]:
                for member in inner.get(base, ()) if base not in told else ():
                    if self.canonical(f"{name}.{member}") == f"{base}.{member}":
                        yield f"{name}.{member}", f"{base}.{member}"


def is_hidden(name: str) -> bool:
    """The names that the inventory gave to classes that have no public one, and their members."""
    return "._" in name.replace(".__", "")


def owner_of(name: str) -> str:
    """The package by whose releases a name is told."""
    return "numpy" if name.startswith("numpy.") else "tensorflow"


def ordered(inventories: Sequence[Release], package: str) -> list[Release]:
    """The releases of a package, the oldest first: of each version the inventory that was given last."""
    found = {each.versions[package]: each for each in inventories if package in each.versions}
    return sorted(found.values(), key=lambda each: [int(part) for part in each.versions[package].split(".")])


def span(names: Sequence[str], package: str, releases: Sequence[Release]) -> dict[str, str]:
    """`since` and `until` of a thing with these names, and since when it is deprecated.

    `releases`: those of the package, the oldest first, the newest last.
    """
    versions = [release.versions[package] for release in releases]
    found = [next(filter(None, map(release.find, names)), None) for release in releases]
    having = [version for version, each in zip(versions, found, strict=True) if each is not None]
    keys = {}
    if having and having[0] != versions[0]:
        keys["since"] = having[0]
    if having and having[-1] != versions[-1]:
        keys["until"] = having[-1]
    warned = [
        version
        for version, each in zip(versions, found, strict=True)
        if each is not None and any(words in each.get("deprecated", "") for words in DEPRECATED)
    ]
    if warned and warned[-1] == having[-1]:
        keys["deprecated"] = warned[0]
    return keys


def gone(releases: Sequence[Release], package: str) -> dict[str, tuple[Release, str, list[str]]]:
    """Names that the newest release has no more: the last one that had them, its symbol, all its names."""
    newest = releases[-1]
    names = [name for release in releases[:-1] for name, _ in release.public(newest) if owner_of(name) == package]
    found: dict[str, tuple[Release, str, list[str]]] = {}
    for name in dict.fromkeys(names):
        last = next(release for release in reversed(releases) if release.canonical(name))
        symbol = last.canonical(name)  # By its last name: classes of their own became other names of their bases.
        owner, _, member = name.rpartition(".")
        named = next((each.canonical(owner) for each in reversed(releases) if each.canonical(owner)), owner)
        name = f"{named}.{member}"
        inherited = symbol.rpartition(".")[0] in last.ancestors(last.canonical(owner))[1:]
        others = [] if inherited else last.names(symbol)
        if not any(map(newest.canonical, [name, *others])):
            found[name] = (last, symbol, [f"{owner}.{member}", name, *others])
    return {name: each for name, each in found.items() if not inherits(name, each[0], newest, found)}


def inherits(name: str, release: Release, newest: Release, names: Collection[str]) -> bool:
    """Whether a member is that of a base class, which has it among `names`."""
    owner, _, member = name.rpartition(".")
    symbol = release.canonical(name)
    bases = release.bases(release.canonical(owner), newest)
    return any(f"{base}.{member}" in names and release.canonical(f"{base}.{member}") == symbol for base in bases)


def former(releases: Sequence[Release], package: str, entries: Mapping[str, Any]) -> dict[str, str]:
    """Other names of things in former releases that the newest one has no more, with what they named."""
    newest = releases[-1]
    found = {}
    for release in releases[:-1]:
        for name, facts in release.symbols.items():
            names = release.names(name) if facts["role"] != "alias" else [facts["path"]]
            target = next(filter(None, map(newest.canonical, names)), None)
            target = target or next((each for each in names if each in entries), None)
            for alias in {name, *facts.get("names", ())}:
                if target and owner_of(alias) == package and not newest.canonical(alias) and alias not in entries:
                    found[alias] = target
    return found


def history(inventories: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What the comparison says: `changed` has keys of symbols that not all releases have alike, `gone` whole entries.

    `aliases`: names that former releases had for things. Inventories may lack packages; the newest of each package
    is the one that the data follow. Where no source knew a kind there is an empty one, for `Build` to ask people;
    `of` is the member of a base whose entry it is.
    """
    found = [Release(each) for each in inventories]
    changed: dict[str, dict[str, str]] = {}
    entries: dict[str, dict[str, Any]] = {}
    aliases: dict[str, str] = {}
    present: set[str] = set()
    for package in OWNERS:
        releases = ordered(found, package)
        newest = releases[-1].symbols
        present |= newest.keys()
        for name, facts in newest.items():
            if owner_of(name) == package and facts["role"] != "alias" and not is_hidden(name):
                keys = span(releases[-1].names(name), package, releases)
                if keys:
                    changed[name] = keys
        went = gone(releases, package)
        for name, (release, symbol, names) in went.items():
            entry = write.ordered(release.derivation.entry(symbol) | span(names, package, releases))
            if "class" not in entry and not KIND_KEYS & entry.keys():
                entry["attribute" if release.symbols[symbol]["role"] in ("attribute", "property") else "returns"] = ""
            if symbol != name:
                entry["of"] = symbol
            entries[name] = entry
        aliases |= former(releases, package, went)
    for name, entry in entries.items():
        repair(entry, {*present, *entries}, found)
    return {
        "format": 2,
        "releases": {package: [each.versions[package] for each in ordered(found, package)] for package in OWNERS},
        "changed": dict(sorted(changed.items())),
        "gone": dict(sorted(entries.items())),
        "aliases": dict(sorted(aliases.items())),
    }


def repair(entry: dict[str, Any], names: set[str], releases: Sequence[Release]) -> None:
    """Leave out classes that have no entry: a base that is gone unseen gives way to its own, an instance to a value."""
    if "class" in entry:
        bases = entry["class"].split()
        for base in bases:
            if base not in names:
                known = next((each.symbols[base] for each in releases if base in each.symbols), {})
                bases += [each for each in known.get("bases", ()) if each not in bases]
        entry["class"] = " ".join(base for base in bases if base in names)
    for key in KIND_KEYS & entry.keys():
        entry[key] = re.sub(r"instance:([\w.]+)", lambda m: m[0] if m[1] in names else "python", entry[key])


def kept() -> dict[str, Any]:
    """The history as it was kept."""
    content: dict[str, Any] = json.loads(HISTORY.read_text("utf-8"))
    return content

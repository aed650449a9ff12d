"""The data files from entries: sorted, one symbol a line, each name in the file that `index.json` names for it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

KEYS = "class constant attribute parameters returns effect tags callbacks since until deprecated".split()
"""The keys of an entry, in the order in which they are written."""
GENERATED = ("tensorflow", "tensorflow_v1", "tensorflow_raw_ops", "keras", "numpy")
"""The files that the generator owns; people write the others by hand."""


def ordered(entry: Mapping[str, Any]) -> dict[str, Any]:
    """The entry with its keys in order, less those that say nothing."""
    return {key: entry[key] for key in KEYS if key in entry and (entry[key] not in ("", []) or key == "class")}


def file_of(name: str, files: Mapping[str, str]) -> str:
    """The data file of a name: that of its longest known prefix."""
    while name not in files:
        name = name.rpartition(".")[0]
    return files[name]


def tables(
    entries: Mapping[str, Mapping[str, Any]],
    aliases: Mapping[str, str],
    hooks: Mapping[str, Mapping[str, Any]],
    files: Mapping[str, str],
) -> dict[str, dict[str, Any]]:
    """The content of every generated file."""
    found: dict[str, dict[str, Any]] = {
        file: {"format": 1, "symbols": {}, "aliases": {}, "hooks": {}} for file in GENERATED
    }
    for name in sorted(entries):
        found[file_of(name, files)]["symbols"][name] = ordered(entries[name])
    for name in sorted(aliases):
        found[file_of(name, files)]["aliases"][name] = aliases[name]
    for name in sorted(hooks):
        found[file_of(name, files)]["hooks"][name] = hooks[name]
    return found


def text(table: Mapping[str, Any]) -> str:
    """One file as it is written."""
    sections = []
    for section, content in table.items():
        if not isinstance(content, dict):
            sections.append(f" {json.dumps(section)}: {json.dumps(content)}")
        elif content:
            sections.append(f" {json.dumps(section)}: {{\n" + ",\n".join(lines(content)) + "\n }")
    return "{\n" + ",\n".join(sections) + "\n}\n"


def lines(content: Mapping[str, Any]) -> Iterable[str]:
    for key, value in content.items():
        yield f"  {json.dumps(key)}: {json.dumps(value)}"


def write(found: Mapping[str, Mapping[str, Any]], folder: Path) -> None:
    for file, table in found.items():
        (folder / f"{file}.json").write_text(text(table), "utf-8")

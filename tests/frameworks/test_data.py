"""The data files: everything in them parses, refers to something, and is written the one way."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from hybridize.frameworks.descriptions import EFFECT, TAGS
from hybridize.frameworks.kinds import CONTAINERS, PLAIN, REFERENCES, Kind, parse_kind
from hybridize.frameworks.knowledge import KIND_CLASSES, Symbol, load

DATA = resources.files("hybridize.frameworks").joinpath("data")
FILES = sorted(entry.name for entry in DATA.iterdir() if entry.name.endswith(".json"))
OTHERS = frozenset({"graphs.json", "index.json", "traced.json", "type_rules.json"})
"""Files that do not describe symbols."""
TABLES: dict[str, dict[str, Any]] = {
    name: json.loads(DATA.joinpath(name).read_text(encoding="utf-8")) for name in FILES if name not in OTHERS
}
INDEX = json.loads(DATA.joinpath("index.json").read_text(encoding="utf-8"))

ENTRY_KEYS = (
    "class constant attribute parameters returns effect tags callbacks since until deprecated".split()
)


def entries() -> Iterator[tuple[str, dict[str, Any]]]:
    for table in TABLES.values():
        yield from table["symbols"].items()


def kinds_of(entry: dict[str, Any]) -> Iterator[Kind]:
    for key in ("constant", "attribute", "returns"):
        if key in entry:
            yield from parts(parse_kind(entry[key]))
    for callback in entry.get("callbacks", ()):
        for argument in callback["arguments"]:
            yield from parts(parse_kind(argument))


def parts(kind: Kind) -> Iterator[Kind]:
    yield kind
    for inner in kind.args:
        yield from parts(inner)


def symbol(name: str) -> Symbol:
    found = load().lookup(name)
    assert found is not None
    return found


@pytest.mark.parametrize("name", FILES)
def test_files_are_sorted_and_hold_one_entry_a_line(name: str) -> None:
    text = DATA.joinpath(name).read_text(encoding="utf-8")
    for section, content in json.loads(text).items():
        if not isinstance(content, dict):
            continue
        assert list(content) == sorted(content), f"{section} is not in order"
        for key, value in content.items():
            assert f"\n  {json.dumps(key)}: {json.dumps(value)}" in text, f"{key} does not stand on a line of its own"


JSON_FILES = sorted(Path(str(resources.files("hybridize.frameworks"))).rglob("*.json"))


@pytest.mark.parametrize("path", JSON_FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_name_is_written_twice(path: Path) -> None:
    json.loads(path.read_text("utf-8"), object_pairs_hook=without_duplicates)


def without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Of two entries under one name `json` keeps the last, and the keys of the first are lost without a word."""
    counts = Counter(name for name, _ in pairs)
    assert not [name for name, count in counts.items() if count > 1]
    return dict(pairs)


def test_every_entry_says_what_it_is_in_known_words() -> None:
    for name, entry in entries():
        assert set(entry) <= set(ENTRY_KEYS), name
        assert [key for key in ENTRY_KEYS if key in entry] == list(entry), f"{name}: keys out of order"
        assert len({"class", "constant", "attribute"} & set(entry)) + ("returns" in entry) >= 1, name
        assert EFFECT.fullmatch(entry.get("effect", "output")), name
        assert set(entry.get("tags", "").split()) <= TAGS, name


def test_every_symbol_can_be_looked_up_under_its_own_name() -> None:
    for name, entry in entries():
        found = symbol(name)
        assert (found.name, found.known) == (name, True)
        if "class" in entry:
            assert found.role == "class"


def test_every_tag_is_used_and_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "frameworks.md").read_text(encoding="utf-8")
    assert TAGS <= set(re.findall(r"`([a-z0-9.-]+)`", page.partition("## Tags")[2].partition("\n## ")[0]))
    used = {tag for _, entry in entries() for tag in entry.get("tags", "").split()}
    for policy in INDEX["policies"].values():
        used.update(f"{policy.get('function-tags', '')} {policy.get('class-tags', '')}".split())
    assert used == TAGS


def test_instances_are_of_described_classes() -> None:
    known = load()
    for name, entry in entries():
        for kind in kinds_of(entry):
            if kind.name == "instance":
                assert symbol(kind.text).role == "class" and symbol(kind.text).known, f"{name}: {kind.text}"
                assert known.canonical(kind.text) == kind.text, name


def test_bases_are_described_classes() -> None:
    for name, entry in entries():
        for base in entry.get("class", "").split():
            assert symbol(base).role == "class" and symbol(base).known and base != name, f"{name}({base})"


def test_references_name_parameters_that_exist() -> None:
    for name, entry in entries():
        parameters = [each.lstrip("*") for each in entry.get("parameters", "").split()]
        variadic = "*" in entry.get("parameters", "")
        references = [k.text for k in kinds_of(entry) if k.name in REFERENCES - {"instance", "star", "each"}]
        called = [str(callback["parameter"]) for callback in entry.get("callbacks", ())]
        # `kernel:density`: what an argument keeps.
        references += [each.partition(":")[0] for each in called if not each.startswith("self:")]
        references += [k.text.split(":")[-1] for k in kinds_of(entry) if k.name == "star" and k.text != "self.element"]
        effect, _, position = entry.get("effect", "").partition(":")
        if effect == "mutates-argument":
            references.append(position)
        for reference in references:
            known = int(reference) < len(parameters) or variadic if reference.isdigit() else reference in parameters
            assert known or not parameters, f"{name} has no parameter {reference}"


def test_aliases_lead_to_entries() -> None:
    names = {name for name, _ in entries()}
    for alias, target in load().aliases():
        assert target in names, f"{alias} -> {target}"
        assert alias not in names, alias


def test_hooks_belong_to_described_classes_and_parse() -> None:
    for table in TABLES.values():
        for name in table.get("hooks", {}):
            owner, _, method = name.rpartition(".")
            assert symbol(owner).role == "class" and symbol(owner).known
            assert load().hook(owner, method) is not None


def test_every_kind_has_a_described_class() -> None:
    for kind, name in KIND_CLASSES.items():
        assert symbol(name).role == "class", kind


def test_every_kind_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "frameworks.md").read_text(encoding="utf-8")
    table = page.partition("## Kinds")[2].partition("## Tags")[0]
    assert PLAIN | CONTAINERS | REFERENCES <= set(re.findall(r"`([a-z.]+\*?)[(:`]", table))


def test_every_file_is_in_the_index_and_holds_only_its_own_names() -> None:
    assert {f"{file}.json" for file in INDEX["files"].values()} == set(TABLES)
    for file, table in TABLES.items():
        prefixes = [prefix for prefix, name in INDEX["files"].items() if f"{name}.json" == file]
        for name in table["symbols"]:
            longest = max((p for p in INDEX["files"] if name == p or name.startswith(f"{p}.")), key=len)
            assert longest in prefixes, f"{name} is never looked for in {file}"


def test_every_policy_parses_and_says_itself() -> None:
    for prefix, policy in INDEX["policies"].items():
        for key in ("function", "class", "constant"):
            if key in policy:
                parse_kind(policy[key])
        assert EFFECT.fullmatch(policy.get("effect", "output"))
        assert policy["text"].format(package=prefix)
        assert set(policy) <= {"function", "class", "constant", "function-tags", "class-tags", "effect", "text"}

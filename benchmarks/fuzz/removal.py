"""Take single entries out of the tables of the model: a verdict may become more careful by that, never safe.

    python -m benchmarks.fuzz.removal [--entries 200] [--seed 1] FOLDER...

The folders hold programs, none of whose functions may get a safe fix where it had none. Without `--entries` each entry
that the programs touch is taken out: of the framework data the symbols, of what was run in a trace the runs, attributes
and modules, and of the tables that stand in the code (`CODE`) each key.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import random
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import hybridize
from hybridize.frameworks import knowledge
from hybridize.surfaces.cache import VARIABLE
from hybridize.verdicts.model.parts import Safety

CODE = {
    "hybridize.inference.models.library_calls": ("SPECIAL", "METHODS"),
    "hybridize.inference.facts.converted_calls": ("_CONVERTING", "_CONVERTING_METHODS", "_KEEPING"),
    "hybridize.inference.facts.loop_changes": ("_ARGUMENTS",),
    "hybridize.inference.facts.calls_from_outside": ("_CALLED_WHERE_WRITTEN", "_WITHOUT_HOOKS"),
    "hybridize.inference.tracing.carried": ("_BUILTINS", "_NUMBERS", "_TAKING"),
    "hybridize.inference.tracing.conditions": ("_PYTHON_VALUES",),
    "hybridize.inference.tracing.functions": ("_ALIKE", "_SHARED"),
    "hybridize.inference.tracing.operands": ("_BOOLEAN",),
    "hybridize.inference.tracing.regions": ("_RESIZING",),
}
"""Tables of the model that stand in the code: modules with the names of their tables."""
OPEN = frozenset({"builtins.property"})
"""Keys of `CODE` that are left in: without them an accessor that is called by its name is taken for any function."""
FILE = "traced"
"""The data file that is no list of symbols."""
TOGETHER = 40
"""So many programs are one project, at most."""
Key = tuple[str, str, int]
"""A function: its program, its name and its line."""


@dataclass(frozen=True, order=True)
class Entry:
    """One entry of a table."""

    file: str
    """A data file, or a module of `CODE`."""
    part: str
    name: str


def _words(key: object) -> str:
    """A key of a table in the code as text: the parts of a tuple, the name of a class."""
    if isinstance(key, tuple):
        return " ".join(map(_words, key))
    return key.__name__ if isinstance(key, type) else str(key)


@contextmanager
def missing_in_code(entry: Entry) -> Iterator[None]:
    """Analyses use a table of a module without one of its keys."""
    table = getattr(importlib.import_module(entry.file), entry.part)
    left = [key for key in table if _words(key) != entry.name]
    changed = {key: table[key] for key in left} if isinstance(table, dict) else type(table)(left)
    with mock.patch(f"{entry.file}.{entry.part}", changed):
        yield


def contents() -> dict[str, dict[str, Any]]:
    """The data files by name, read once."""
    folder = Path(knowledge.__file__).with_name("data")
    return {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))}


def without(files: dict[str, dict[str, Any]], entry: Entry | None) -> Callable[[str], dict[str, Any]]:
    """Where the content of a data file comes from, with one entry missing."""

    def read(file: str) -> dict[str, Any]:
        content = files[file]
        if entry is None or file != entry.file:
            return content
        part = content[entry.part]
        left: Any
        if isinstance(part, dict):
            left = {name: value for name, value in part.items() if name != entry.name}
        else:
            left = [name for name in part if name != entry.name]
        return {**content, entry.part: left}

    return read


@contextmanager
def knowing(read: Callable[[str], dict[str, Any]]) -> Iterator[knowledge.Knowledge]:
    """Analyses use the data that `read` gives."""
    known = knowledge.Knowledge(read=read)
    with mock.patch("hybridize.inference.run.load", lambda helpers=None: known):
        yield known


def verdicts(programs: Sequence[Path]) -> dict[Key, Safety | None]:
    """The fix of each function of some programs, which are modules of one project."""
    found: dict[Key, Safety | None] = {}
    for start in range(0, len(programs), TOGETHER):
        with tempfile.TemporaryDirectory() as folder:
            names: dict[str, str] = {}
            for number, program in enumerate(programs[start:start + TOGETHER]):
                names[f"program_{number}.py"] = str(program)
                shutil.copy(program, Path(folder, f"program_{number}.py"))
            # What is kept of earlier analyses knows nothing of the data.
            with mock.patch.dict(os.environ, {VARIABLE: str(Path(folder, "kept"))}):
                report = hybridize.analyze([folder], root=folder, preview=True, min_gain="none")
        for function in report.functions:
            verdict = function.verdict
            key = (names[verdict.path], verdict.subject.qualname, verdict.place.line)
            found[key] = verdict.recommendation.fix
    return found


class Removal:
    """The programs, what they touch, and what is said of them with all entries."""

    def __init__(self, programs: Sequence[Path]) -> None:
        self._files = contents()
        self._touching: dict[Entry, list[Path]] = {}
        for program in programs:
            with knowing(without(self._files, None)) as known:
                verdicts([program])
                asked = known.asked()
            text = program.read_text("utf-8")
            for entry in (*self._touched(asked, text), *self._touched_in_code(asked, text)):
                self._touching.setdefault(entry, []).append(program)
        self._whole: dict[tuple[Path, ...], dict[Key, Safety | None]] = {}

    @property
    def entries(self) -> list[Entry]:
        """The entries that some program touches."""
        return sorted(self._touching)

    def _touched(self, asked: frozenset[str], text: str) -> Iterator[Entry]:
        for file, content in self._files.items():
            for name in asked & set(content.get("symbols", ())):
                yield Entry(file, "symbols", name)
        traced = self._files[FILE]
        for name in asked & set(traced["runs"]):
            yield Entry(FILE, "runs", name)
        for name in traced["pure"]:
            if any(each == name or each.startswith(f"{name}.") for each in asked):
                yield Entry(FILE, "pure", name)
        for name in traced["attributes"]:
            if f".{name.rpartition('.')[2]}" in text:
                yield Entry(FILE, "attributes", name)

    def _touched_in_code(self, asked: frozenset[str], text: str) -> Iterator[Entry]:
        """The keys whose last words the program mentions, or which are no words of programs."""
        mentioned = set(re.findall(r"\w+", text)) | {name.rpartition(".")[2] for name in asked}
        for module, tables in CODE.items():
            for table in tables:
                for key in getattr(importlib.import_module(module), table):
                    words = re.findall(r"\w+", _words(key[:2] if isinstance(key, tuple) else key))
                    if key not in OPEN and (isinstance(key, type) or words[-1] in mentioned):
                        yield Entry(module, table, _words(key))

    def safe_without(self, entry: Entry) -> list[Key]:
        """The functions that get a safe fix without an entry alone, beside the same programs."""
        whole = self._with_all(self._touching[entry])
        if entry.file in CODE:
            with knowing(without(self._files, None)), missing_in_code(entry):
                found = verdicts(self._touching[entry])
        else:
            with knowing(without(self._files, entry)):
                found = verdicts(self._touching[entry])
        return [key for key, fix in found.items() if fix is Safety.SAFE and whole[key] is not Safety.SAFE]

    def _with_all(self, programs: Sequence[Path]) -> dict[Key, Safety | None]:
        """The verdicts with all entries. Programs of one project share settings of TensorFlow, as users' modules do."""
        together = tuple(programs)
        if together not in self._whole:
            with knowing(without(self._files, None)):
                self._whole[together] = verdicts(together)
        return self._whole[together]


def main() -> int:
    """The command: its exit status says whether an entry makes something safe by its absence."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz.removal", description=__doc__.partition("\n")[0])
    parser.add_argument("folders", type=Path, nargs="+", help="folders of programs")
    parser.add_argument("--entries", type=int, help="so many, chosen at random (default: all)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    removal = Removal([path for folder in options.folders for path in sorted(folder.rglob("*.py"))])
    entries = removal.entries
    if options.entries is not None:
        entries = random.Random(options.seed).sample(entries, min(options.entries, len(entries)))
    wrong = 0
    for entry in entries:
        found = removal.safe_without(entry)
        wrong += bool(found)
        for path, name, line in found:
            print(f"without {entry.name} ({entry.file}, {entry.part}): {path}:{line} {name} is safe")
    print(f"{wrong} of {len(entries)} entries make something safe by their absence")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

"""How often a finding is true: a sample of each code over public repositories, read by a person, with the reasons.

    python -m benchmarks.precision draw REPOSITORIES WORK     lists the findings that are drawn and not read yet
    python -m benchmarks.precision write REPOSITORIES WORK    writes docs/precision.md from what is drawn and read

`REPOSITORIES` is a folder with bare or other git copies, `OWNER+NAME` each; `WORK` is where their trees are laid out.
`precision.json` holds the commits, the seed of the draw and the readings.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hybridize

HERE = Path(__file__).parent
DATA = HERE / "precision.json"
PAGE = HERE.parent / "docs" / "precision.md"
EACH = 30
"""Findings of one code that are drawn at most."""
LEFT_OUT = frozenset({"HYB001", "HYB900", "HYB100"})
"""Codes of other samples (`judged.json`), and those that are about files and comments."""

Key = tuple[str, str, int, str, str]
"""Repository, path, line, code, function: what a reading is about."""


@dataclass(frozen=True, order=True)
class Drawn:
    """A finding of the sample."""

    key: Key
    message: str
    source: str


def lay_out(repository: str, commit: str, mirror: Path, work: Path) -> Path:
    """The folder with the Python files of a commit."""
    folder = work / repository.replace("/", "+") / commit[:12] / repository.partition("/")[2]
    if folder.is_dir():
        return folder
    copy = mirror / repository.replace("/", "+")
    git_folder = next(each for each in (copy / "repo" / ".git", copy / "repo", copy) if (each / "objects").is_dir())
    for line in _git(git_folder, "ls-tree", "-r", "-z", commit).split(b"\0"):
        kind, _, path = line.decode("utf-8", "surrogateescape").partition("\t")
        name = path.rpartition("/")[2]
        if kind.startswith("100") and (name.endswith(".py") or name in _SETTINGS or name.startswith("requirements")):
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(_git(git_folder, "cat-file", "blob", kind.split()[2]))
    return folder


def _git(folder: Path, *words: str) -> bytes:
    return subprocess.run(["git", f"--git-dir={folder}", *words], capture_output=True, check=True).stdout


_SETTINGS = frozenset({"setup.cfg", "setup.py", "pyproject.toml"})
"""Files that say how a project is laid out, and for which TensorFlow it is."""


def findings(repository: str, folder: Path) -> Iterator[Drawn]:
    """What is said of a repository, in order."""
    for finding in hybridize.analyze(folder, root=folder, preview=True).findings:
        if finding.code not in LEFT_OUT:
            place = finding.place
            lines = (folder / place.path).read_text("utf-8", "replace").splitlines()
            source = lines[place.line - 1].strip() if place.line <= len(lines) else ""
            key = (repository, place.path, place.line, finding.code, finding.qualname)
            yield Drawn(key, finding.message, source)


def drawn(found: Sequence[Drawn], seed: int) -> dict[str, list[Drawn]]:
    """The sample, by code: all where there are few, else some of them by chance, and by the seed always the same."""
    by_code: dict[str, list[Drawn]] = {}
    for each in found:
        by_code.setdefault(each.key[3], []).append(each)
    chance = random.Random(seed)
    return {code: sorted(chance.sample(sorted(all_), min(EACH, len(all_)))) for code, all_ in sorted(by_code.items())}


def page(data: dict[str, Any], sample: dict[str, list[Drawn]], totals: dict[str, int]) -> str:
    """The document: the share of true findings by code, and each finding with the sentence of its reader."""
    readings = {_key(row): row for row in data["readings"]}
    lines = [
        "# How often findings are true",
        "",
        f"Findings of `hybridize {hybridize.__version__} --preview` in {len(data['repositories'])} repositories",
        f"of which no other sample of the project takes any, at most {EACH} of a code, drawn by chance and read",
        "with the source at hand. A first reading led to changes of the rules; these are the findings after them,",
        "the false ones among them. Codes that are missing had none. `python -m benchmarks.precision` draws the",
        "sample again and writes this page.",
        "",
        "| repository | commit |",
        "|---|---|",
        *(f"| {name} | `{commit[:12]}` |" for name, commit in sorted(data["repositories"].items())),
        "",
        "| code | findings | read | true | share |",
        "|---|---|---|---|---|",
    ]
    for code, each in sample.items():
        read = [readings[d.key] for d in each if d.key in readings]
        right = sum(row["true"] for row in read)
        share = f"{100 * right / len(read):.0f} %" if read else ""
        lines.append(f"| {code} | {totals[code]} | {len(read)} | {right} | {share} |")
    for code, each in sample.items():
        lines += ["", f"## {code}", "", "| where | | why |", "|---|---|---|"]
        for one in each:
            row = readings.get(one.key)
            if row is not None:
                repository, path, line, _, function = one.key
                where = f"{repository} `{path}:{line}` {function}"
                lines.append(f"| {where} | {'true' if row['true'] else 'false'} | {row['why']} |")
    return "\n".join([*lines, ""])


def _key(row: dict[str, Any]) -> Key:
    return row["repository"], row["path"], row["line"], row["code"], row["function"]


def main(arguments: Sequence[str]) -> int:
    """See above."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.precision", description=__doc__)
    parser.add_argument("command", choices=("draw", "write"))
    parser.add_argument("repositories", type=Path)
    parser.add_argument("work", type=Path)
    given = parser.parse_args(arguments)
    data = json.loads(DATA.read_text("utf-8"))
    found: list[Drawn] = []
    for repository, commit in sorted(data["repositories"].items()):
        found += findings(repository, lay_out(repository, commit, given.repositories, given.work))
    sample = drawn(found, data["seed"])
    totals = {code: sum(each.key[3] == code for each in found) for code in sample}
    if given.command == "write":
        PAGE.write_text(page(data, sample, totals), "utf-8")
        return 0
    read = {_key(row) for row in data["readings"]}
    for code, each in sample.items():
        print(f"{code}: {totals[code]} findings, {len(each)} drawn")
        for one in each:
            if one.key not in read:
                print(f"  {json.dumps(one.key)}\n    {one.message}\n    {one.source}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

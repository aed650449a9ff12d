"""Compares two versions of the tool over folders: each row of functions, effects, findings and fixes that differs.

    python -m benchmarks.compare_versions main . FOLDER ...        # a version is a revision of git, or a checkout
    python -m benchmarks.compare_versions main . --alone FOLDER    # each program of the folder is a project by itself
    python -m benchmarks.compare_versions main . --blocks FOLDER   # with the steps in loops (HYB017), which costs more

Every field of every verdict is compared, and every edit, not only what reports show. `--keep` keeps what was said by
versions that are revisions, so that the next run need not ask them again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks.compare_reports import differences

ROOT = Path(__file__).resolve().parents[1]
ASK = '''
import dataclasses, enum, json, sys
from pathlib import Path
from hybridize.settings import AnalysisOptions
from hybridize.surfaces.analysis import analyze_files, read_project

def plain(value):
    if isinstance(value, enum.Enum):
        return value.name
    if dataclasses.is_dataclass(value):
        kept = {each.name: plain(getattr(value, each.name)) for each in dataclasses.fields(value)}
        return {"is": type(value).__name__, **kept}
    if isinstance(value, dict):
        return {str(key): plain(kept) for key, kept in value.items()}
    if isinstance(value, (frozenset, set)):
        return sorted(map(plain, value), key=str)
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)

def rows(root, blocks):
    more = {"blocks": True} if blocks else {}
    analysis = analyze_files(read_project(root, AnalysisOptions(include_tests=True), **more))
    functions = []
    for verdict in analysis.verdicts:
        row = plain(verdict)
        subject = row.pop("subject")
        functions.append({"path": subject["path"], "qualname": subject["qualname"], "line": verdict.place.line, **row})
    findings = [{"path": f.place.path, "line": f.place.line, **plain(f)} for f in analysis.findings]
    return {"functions": functions, "findings": findings, "errors": plain(analysis.errors)}

blocks, *folders = sys.argv[1:]
print(json.dumps([rows(Path(folder).resolve(), blocks == "blocks") for folder in folders]))
'''


Rows = dict[str, list[dict[str, Any]]]


def rows_of(checkout: Path, folder: Path, alone: bool, blocks: bool) -> Rows:
    """What a checkout of the tool says of a folder."""
    with tempfile.TemporaryDirectory() as taken:
        projects = list(_programs(folder, Path(taken))) if alone else [folder]
        command = [sys.executable, "-c", ASK, "blocks" if blocks else "", *map(str, projects)]
        environment = {**os.environ, "PYTHONPATH": str(checkout), "PYTHONHASHSEED": "0"}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=checkout)
    if done.returncode:
        sys.exit(f"{checkout} fails on {folder}:\n{done.stderr}")
    out: Rows = {"functions": [], "findings": [], "errors": []}
    for project, rows in zip(projects, json.loads(done.stdout), strict=True):
        inside = f"{project.name}: " if alone else ""
        for part, found in out.items():
            found += ({**row, "path": f"{inside}{row['path']}"} for row in rows[part])
    return out


def _programs(folder: Path, into: Path) -> Iterator[Path]:
    """A folder for each program: a file is one, or several under headings `# == what it shows`."""
    for file in sorted(folder.rglob("*.py")):
        beginning, *parts = file.read_text("utf-8").split("# == ")
        for number, part in enumerate(parts or [""]):
            name = "-".join([*file.relative_to(folder).with_suffix("").parts, *([str(number)] if parts else [])])
            (into / name).mkdir()
            (into / name / "program.py").write_text(beginning + part.partition("\n")[2], "utf-8")
            yield into / name


class Version:
    """One version of the tool: a checkout, or a revision that is taken out of git."""

    def __init__(self, name: str, keep: Path | None) -> None:
        self.name = name
        self._keep = keep
        self._taken = tempfile.TemporaryDirectory()
        self.revision = ""
        self.checkout = Path(name).resolve()
        if not (self.checkout / "hybridize").is_dir():
            self.revision = _git("rev-parse", name).decode().strip()
            self.checkout = Path(self._taken.name)
            subprocess.run(["tar", "-x", "-C", str(self.checkout)], input=_git("archive", self.revision), check=True)

    def rows(self, folder: Path, alone: bool, blocks: bool) -> Rows:
        """What it says of a folder."""
        if self._keep is None or not self.revision:
            return rows_of(self.checkout, folder, alone, blocks)
        # The tool is all that counts: a revision that changes tests alone says what the one before it said.
        key = f"{_git('rev-parse', f'{self.revision}:hybridize')!r} {folder.resolve()} {alone} {blocks}"
        kept = self._keep / f"{hashlib.sha256(key.encode()).hexdigest()[:16]}.json"
        if not kept.is_file():
            self._keep.mkdir(parents=True, exist_ok=True)
            kept.write_text(json.dumps(rows_of(self.checkout, folder, alone, blocks)), "utf-8")
        return dict(json.loads(kept.read_text("utf-8")))


def _git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=True).stdout


def compared(before: Version, after: Version, folder: Path, alone: bool, blocks: bool) -> Iterator[str]:
    """One line for each difference between what two versions say of a folder."""
    with ThreadPoolExecutor(2) as pool:
        old, new = pool.map(lambda version: version.rows(folder, alone, blocks), (before, after))
    fields = [_fields(old, {}), _fields(new, {})]
    for kind in sorted(fields[0].keys() & fields[1].keys()):
        if extra := fields[0][kind] ^ fields[1][kind]:
            yield f"{kind}: one version alone has {', '.join(sorted(extra))}"
    common = {kind: fields[0][kind] & fields[1][kind] for kind in fields[0].keys() & fields[1].keys()}
    yield from differences(_reduced(old, common), _reduced(new, common))


def _fields(value: Any, found: dict[str, set[str]]) -> dict[str, set[str]]:
    """The fields of each class whose objects are in a value."""
    if isinstance(value, dict):
        if "is" in value:
            found.setdefault(value["is"], set()).update(value)
        for each in value.values():
            _fields(each, found)
    elif isinstance(value, list):
        for each in value:
            _fields(each, found)
    return found


def _reduced(value: Any, common: dict[str, set[str]]) -> Any:
    """A value without the fields that one version alone has."""
    if isinstance(value, dict):
        kept = common.get(value.get("is", ""), value.keys())
        return {key: _reduced(each, common) for key, each in value.items() if key in kept}
    return [_reduced(each, common) for each in value] if isinstance(value, list) else value


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--blocks", action="store_true")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--most", type=int, default=40, help="lines shown for each folder (default: 40)")
    parser.add_argument("--width", type=int, default=400, help="of a line (default: 400)")
    options = parser.parse_args()
    before, after = Version(options.before, options.keep), Version(options.after, options.keep)
    different = 0
    for folder in options.folders:
        found = list(compared(before, after, folder, options.alone, options.blocks))
        different += len(found)
        print(f"{folder}: {len(found)} differences" if found else f"{folder}: equal", flush=True)
        for line in found[: options.most]:
            print(f"  {line[: options.width]}")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())

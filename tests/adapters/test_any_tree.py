"""Random trees of files through the real doors: the command, flake8 and pylint, with one job and with two.

No traceback, no file that nobody tells of, no byte changed but by fixes, and the same findings through all of them.
A few trees belong to the tests, always the same ones; `pytest tests/adapters/test_any_tree.py --trees 2000` tries many.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from hybridize.rules.registry import all_rules
from hybridize.sources.model import UNCHECKED_KINDS
from hybridize.surfaces.adapter import UNCHECKED
from tests.adapters.conftest import ROOT
from tests.served import unprivileged
from tests.surfaces.trees import LEFT_OUT, SILENCED, UNREADABLE, Entry, files, make, state, trees

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that can be forked")
Findings = set[tuple[str, int, str]]
"""Path from the root, line, code."""
PYLINT = ("pylint", "--load-plugins=pylint_hybridize", "--disable=all", "--enable=hybridize", "--output-format=json2")


@dataclass(frozen=True)
class Ended:
    """What a run printed and how it ended."""

    status: int
    out: str
    err: str


class Hosts:
    """Runs of linters, by a user who is refused what a file's permissions refuse."""

    def __init__(self, python: str) -> None:
        self._python = python

    def run(self, folder: Path, *arguments: str, kept: bool = False) -> Ended:
        """Run a linter with arguments in a folder; `kept`: with results of earlier runs."""
        environment = {
            **os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0",
            "HYBRIDIZE_CACHE_DIR": str(folder / ".hybridize_cache") if kept else "",
        }  # fmt: skip
        command = [self._python, "-m", *arguments]
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, encoding="utf-8")
        ended = Ended(done.returncode, done.stdout, done.stderr)
        assert "Traceback" not in ended.err and ended.status >= 0, ended
        return ended


@pytest.fixture
def hosts(linters: str) -> Hosts:
    if unprivileged() is None:
        pytest.skip("the superuser is refused nothing, and setpriv does not help")
    return Hosts(linters)


def of_flake8(root: Path, said: Ended) -> Findings:
    """What flake8 found; files that are no Python, or may not be read, are its own E999 and E902."""
    rows = re.findall(r"^(?:\./)?(.+?):(\d+):\d+: (HYB\d{3}|E999|E902) ", said.out, re.MULTILINE)
    return {(path, int(line), UNCHECKED if code.startswith("E") else code) for path, line, code in rows}


def of_pylint(root: Path, said: Ended) -> Findings:
    """What pylint found; files that are no Python, or may not be read, are its own errors."""
    codes = {rule.name: rule.code for rule in all_rules()}
    # Before it, pylint tells what it thinks of a pyproject.toml that is no TOML.
    document = said.out[said.out.index("{") :]
    return {
        (os.path.relpath(root / each["path"], root), each["line"], codes.get(each["symbol"], UNCHECKED))
        for each in json.loads(document)["messages"]
    }


def of_command(root: Path, said: Ended) -> Findings:
    """What the report of the command says, whose paths begin at the project of what was asked about."""
    report = json.loads(said.out)
    home = Path(report["root"])
    unchecked = [each for each in report["errors"] if each["kind"] in UNCHECKED_KINDS]
    rows = [(each["path"], each["line"], each.get("code", UNCHECKED)) for each in [*report["findings"], *unchecked]]
    return {(os.path.relpath(home / path, root), line, code) for path, line, code in rows}


class Seen:
    """A tree as the doors see it."""

    def __init__(self, root: Path, found: Findings) -> None:
        self._root = root
        self._found = found

    def proper(self, only: Iterable[str] | None = None) -> Findings:
        """The findings, at the files that links lead to; of the notebooks only which codes they have."""
        kept = set(only) if only is not None else None
        return {
            (self._real(path), 0 if path.endswith(".ipynb") else line, code)
            for path, line, code in self._found
            if code != UNCHECKED and (kept is None or self._real(path) in kept)
        }

    @property
    def unchecked(self) -> set[str]:
        """The files that were not checked."""
        return {self._real(path) for path, _, code in self._found if code == UNCHECKED}

    def _real(self, path: str) -> str:
        return os.path.relpath(os.path.realpath(self._root / path), self._root)


def without_suppressed(root: Path, found: Findings) -> Findings:
    """What comments of flake8's kind leave, for hosts that do not know these."""
    return {each for each in found if each[2] != "HYB004" or (root / each[0]).read_bytes() != SILENCED.encode()}


def nameable(root: Path) -> list[str]:
    """The files and links to files that somebody without rights can name on a command line."""
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if (Path(folder) / name).stat().st_mode & 0o400)
        here = (Path(folder) / name for name in sorted(names) if name.endswith((".py", ".ipynb")))
        found += [path.relative_to(root).as_posix() for path in here if path.exists()]
    return found


def check(root: Path, hosts: Hosts, tree: list[Entry], kept: bool, jobs: str) -> None:
    """What must hold of any tree."""
    before = state(root)
    said = _check_folder(root, hosts, tree, kept, jobs)
    names = [name for name in nameable(root) if not name.startswith(LEFT_OUT)]
    if names:
        _check_files(root, hosts, names, kept, jobs)
    assert state(root) == before
    _check_fixes(root, hosts, before, said)


def _check_folder(root: Path, hosts: Hosts, tree: list[Entry], kept: bool, jobs: str) -> Ended:
    said = hosts.run(root, "hybridize", "--report", "json", ".", kept=kept)
    assert said.status in (0, 1, 2), said
    found = Seen(root, of_command(root, said))
    listed = hosts.run(root, "hybridize", "--show-files")
    named = {os.path.relpath(os.path.realpath(root / line), root) for line in listed.out.splitlines()}
    for path in files(root):
        relative = path.relative_to(root).as_posix()
        if path.suffix in (".py", ".ipynb") and not relative.startswith(LEFT_OUT):
            told = [relative, *map(str, Path(relative).parents)]
            assert relative in named or found.unchecked.intersection(told), f"silent: {relative}"
    broken = {each.path for each in tree if each.kind == "file" and each.content in UNREADABLE}
    real = {path.relative_to(root).as_posix() for path in files(root)}
    reachable = {path for path in broken & real if not path.startswith(LEFT_OUT)} & set(nameable(root))
    assert reachable <= found.unchecked

    flake8 = hosts.run(root, "flake8", "--select", "HYB", "-j", jobs, ".", kept=kept)
    if said.status == 2:
        assert flake8.status == 1 and "pyproject.toml" in flake8.out + flake8.err, flake8
        return said
    assert bool(flake8.status) == bool(flake8.out)
    sources = {path for path in real if path.endswith(".py")}
    assert Seen(root, of_flake8(root, flake8)).proper(sources) == found.proper(sources)
    for path in found.unchecked:
        if (root / path).is_dir():
            assert f"{path}:1: unreadable" in flake8.err
    return said


def _check_files(root: Path, hosts: Hosts, names: list[str], kept: bool, jobs: str) -> None:
    """Named, so that each door looks at the same files."""
    said = hosts.run(root, "hybridize", "--report", "json", *names, kept=kept)
    found = Seen(root, of_command(root, said))
    sources = [name for name in names if name.endswith(".py")]
    flake8 = hosts.run(root, "flake8", "--select", "HYB", "-j", jobs, *names, kept=kept)
    pylint = hosts.run(root, *PYLINT, "-j", jobs, *sources, kept=kept) if sources else None
    if said.status == 2:
        assert flake8.status == 1 and "pyproject.toml" in flake8.out + flake8.err, flake8
        # The wrong configuration may be that of a notebook, which pylint is not asked about.
        assert pylint is None or sources != names or "pyproject.toml" in pylint.out + pylint.err, pylint
        return
    seen = Seen(root, of_flake8(root, flake8))
    assert (seen.proper(), seen.unchecked) == (found.proper(), found.unchecked)
    if pylint is not None:
        seen = Seen(root, of_pylint(root, pylint))
        assert without_suppressed(root, seen.proper()) == {each for each in found.proper() if each[0].endswith(".py")}
        assert seen.unchecked == {path for path in found.unchecked if path.endswith(".py")}


def _check_fixes(root: Path, hosts: Hosts, before: dict[Path, bytes], said: Ended) -> None:
    findings = json.loads(said.out)["findings"]
    fixable = {each["path"] for each in findings if each["fix"] and each["fix"]["applicability"] == "safe"}
    fixed = hosts.run(root, "hybridize", "--fix", ".")
    assert fixed.status in (0, 1, 2)
    changed = {path.relative_to(root).as_posix() for path, data in state(root).items() if before.get(path) != data}
    assert changed <= fixable
    assert said.status == 2 or changed == fixable
    if changed:
        again = state(root)
        hosts.run(root, "hybridize", "--fix", ".")
        assert state(root) == again


def test_any_tree_is_the_same_through_every_door(request: pytest.FixtureRequest, hosts: Hosts) -> None:
    @settings(
        max_examples=request.config.getoption("--trees") or 6,
        derandomize=True,
        # A tree is small as it is, and to make it smaller takes minutes.
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(trees(shut=True), st.booleans(), st.sampled_from(["1", "2"]))
    def survives(tree: list[Entry], kept: bool, jobs: str) -> None:
        with tempfile.TemporaryDirectory() as name:
            root = Path(name).resolve()
            make(root, tree)
            check(root, hosts, tree, kept, jobs)

    survives()

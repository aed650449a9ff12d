"""Runs over random trees of files: no traceback, no silent file, no byte changed but by fixes, the same for hosts.

`pytest tests/surfaces/test_any_tree.py --trees 2000` tries many; a few with a fixed seed belong to the fast tests.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from surfaces.conftest import NOISY, STEP

from hybridize.surfaces.adapter import UNCHECKED, most_specific, tables
from hybridize.surfaces.cli import main

CELL = {"cell_type": "code", "source": STEP, "metadata": {}, "outputs": [], "execution_count": None}
CONTENTS: dict[str, bytes] = {
    "step": STEP.encode(),
    "step-crlf": STEP.replace("\n", "\r\n").encode(),
    "step-bom": b"\xef\xbb\xbf" + STEP.encode(),
    "noisy": NOISY.encode(),
    "silenced": NOISY.replace('print("noisy", x)', 'print("noisy", x)  # noqa: HYB004').encode(),
    "latin": b"# -*- coding: latin-1 -*-\nx = '\xe9'\n",
    "imports": b"from a import step\nfrom .b import *\nimport c.d\n",
    "empty": b"",
    "form-feed": b"x = 1\n\x0c\ndef f():\n    return x\n",
    "broken": b"def f(:\n",
    "undecodable": b"x = '\xff\xfe'\n",
    "unknown-coding": b"# coding: klingon\n",
    "null": b"x = 1\x00\n",
}
"""What a file may hold."""
UNREADABLE = frozenset({"broken", "undecodable", "unknown-coding", "null"})
NOTEBOOKS: dict[str, bytes] = {
    "book": json.dumps({"cells": [CELL], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode(),
    "no-json": b"{",
    "no-notebook": b"[1]",
}
CONFIGURATIONS: dict[str, bytes] = {
    "none": b"",
    "preview": b"[tool.hybridize]\npreview = true\n",
    "ignoring": b"[tool.hybridize]\nignore = ['HYB004']\n",
    "excluding": b"[tool.hybridize]\nextend-exclude = ['b/']\n",
    "other": b"[tool.black]\n",
}
WRONG = {"unknown": b"[tool.hybridize]\nselcet = ['HYB']\n", "damaged": b"[tool.hybridize\n"}
NAMES = ("a", "b", "c d", "é", "__init__", "test_a", "rule")
FOLDERS = ("a", "b", "a/sub", "c d", "build", ".hidden")
HIDDEN = ("build", ".hidden", "b")
"""Folders that are left out, or may be, by the configuration."""


@dataclass(frozen=True)
class Entry:
    """Something in a tree."""

    folder: str
    name: str
    kind: str
    """`file`, `notebook`, `link`, `folder-link`, `dangling`, `configuration`, `wrong`."""
    content: str

    @property
    def path(self) -> str:
        """Where it lies."""
        suffix = {"notebook": ".ipynb", "folder-link": ""}.get(self.kind, ".py")
        name = "pyproject.toml" if self.kind in ("configuration", "wrong") else f"{self.name}{suffix}"
        return f"{self.folder}/{name}" if self.folder else name


def entries(kind: str, contents: Iterable[str]) -> st.SearchStrategy[Entry]:
    """Entries of one kind."""
    folders = st.sampled_from(["", *FOLDERS])
    return st.builds(Entry, folders, st.sampled_from(NAMES), st.just(kind), st.sampled_from(sorted(contents)))


TREES = st.lists(
    st.one_of(
        entries("file", CONTENTS), entries("file", CONTENTS), entries("file", CONTENTS),
        entries("notebook", NOTEBOOKS), entries("link", NAMES), entries("folder-link", FOLDERS),
        entries("dangling", NAMES), entries("configuration", CONFIGURATIONS), entries("wrong", WRONG),
    ),
    max_size=9, unique_by=lambda entry: entry.path,
)  # fmt: skip


def make(root: Path, tree: list[Entry]) -> None:
    """Write a tree; what cannot be there, since something else is, is left out."""
    contents = {**CONTENTS, **NOTEBOOKS, **CONFIGURATIONS, **WRONG}
    (root / "setup.cfg").touch()
    for entry in tree:
        path = root / entry.path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if entry.kind == "link":
                path.symlink_to(root / f"{entry.content}.py")
            elif entry.kind == "folder-link":
                path.symlink_to(root / entry.content, target_is_directory=True)
            elif entry.kind == "dangling":
                path.symlink_to(root / "nowhere" / entry.content)
            else:
                path.write_bytes(contents[entry.content])
        except (FileExistsError, NotADirectoryError):
            continue


def files(root: Path) -> Iterator[Path]:
    """All real files, in real folders."""
    for folder, _, names in os.walk(root):
        yield from (Path(folder) / name for name in names if not (Path(folder) / name).is_symlink())


def state(root: Path) -> dict[Path, bytes]:
    """The bytes of all real files."""
    return {path: path.read_bytes() for path in files(root)}


def check(root: Path, tree: list[Entry], run: pytest.CaptureFixture[str]) -> None:
    """What must hold of any tree."""
    before = state(root)
    status = main(["--output-format", "json", "--no-cache", str(root)])
    said = run.readouterr()
    assert "Traceback" not in said.err and status in (0, 1, 2), said.err
    assert state(root) == before
    found = json.loads(said.out)
    concerned = {each["path"] for each in found if each["code"] == UNCHECKED}

    listed = main(["--show-files", str(root)])
    named = {os.path.realpath(root / line) for line in run.readouterr().out.splitlines()}
    assert listed in (0, 2)
    for path in files(root):
        relative = path.relative_to(root).as_posix()
        visible = path.suffix in (".py", ".ipynb") and not relative.startswith(HIDDEN)
        assert not visible or os.path.realpath(path) in named or relative in concerned, f"silent: {relative}"
    broken = {each.path for each in tree if each.kind == "file" and each.content in UNREADABLE}
    real = {path.relative_to(root).as_posix() for path in files(root)}
    assert {path for path in broken & real if not path.startswith(HIDDEN)} <= concerned

    if status != 2:
        findings = {(each["path"], each["line"], each["code"]) for each in found if each["cell"] is None}
        in_books = {(each["path"], each["code"]) for each in found if each["cell"] is not None}
        rows = {
            (os.path.relpath(path, root), row)
            for table in tables({"no_cache": True}, [root])
            for path, each in table.files.items()
            for row in most_specific(each.findings)
        }
        run.readouterr()
        silenced = {each.path for each in tree if each.content == "silenced"}
        hosts = {
            (path, row.line, row.code) for path, row in rows if not path.endswith(".ipynb") and path not in silenced
        }
        assert {each for each in findings if each[2] != UNCHECKED and each[0] not in silenced} == {
            each for each in hosts if each[2] != UNCHECKED
        }
        assert {each[0] for each in hosts if each[2] == UNCHECKED} == {
            path for path in concerned if not path.endswith(".ipynb")
        }
        assert in_books == {(path, row.code) for path, row in rows if path.endswith(".ipynb") and row.code != UNCHECKED}

    status = main(["--fix", "--no-cache", str(root)])
    said = run.readouterr()
    assert "Traceback" not in said.err and status in (0, 1, 2)
    fixable = {each["path"] for each in found if each["fix"] and each["fix"]["applicability"] == "safe"}
    changed = {path.relative_to(root).as_posix() for path, data in state(root).items() if before.get(path) != data}
    assert changed <= fixable
    assert status == 2 or changed == fixable


def test_any_tree(
    request: pytest.FixtureRequest, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    @settings(
        max_examples=request.config.getoption("--trees"),
        derandomize=True,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(TREES)
    def survives(tree: list[Entry]) -> None:
        with tempfile.TemporaryDirectory() as name:
            root = Path(name).resolve()
            monkeypatch.chdir(root)
            make(root, tree)
            check(root, tree, capfd)
            monkeypatch.chdir("/")

    survives()

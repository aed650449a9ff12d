"""Random trees of files: sources of all kinds, notebooks, links, configurations, what may not be read."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hypothesis import strategies as st

from tests.surfaces.conftest import NOISY, RECURSIVE, STEP

CELL = {"cell_type": "code", "source": STEP, "metadata": {}, "outputs": [], "execution_count": None}
SILENCED = NOISY.replace('print("noisy", x)', 'print("noisy", x)  # noqa: HYB004')
CONTENTS: dict[str, bytes] = {
    "step": STEP.encode(),
    "step-crlf": STEP.replace("\n", "\r\n").encode(),
    "step-bom": b"\xef\xbb\xbf" + STEP.encode(),
    "step-latin": b"# -*- coding: latin-1 -*-\n# \xe9\n" + STEP.encode(),
    "step-no-end": STEP.rstrip("\n").encode(),
    "noisy": NOISY.encode(),
    "silenced": SILENCED.encode(),
    "power": RECURSIVE.encode(),
    "needless": b"import tensorflow as tf\n\n\n@tf.function\ndef f(n):\n    return n\n\n\nf(1)\n",
    "latin": b"# -*- coding: latin-1 -*-\nx = '\xe9'\n",
    "imports": b"from a import step\nfrom .b import *\nimport c.d\n",
    "empty": b"",
    "form-feed": b"x = 1\n\x0c\ndef f():\n    return x\n",
    "broken": b"def f(:\n",
    "undecodable": b"x = '\xff\xfe'\n",
    "unknown-coding": b"# coding: klingon\n",
    "utf-16": "x = 1\n".encode("utf-16"),
    "null": b"x = 1\x00\n",
}
"""What a file may hold."""
UNREADABLE = frozenset({"broken", "undecodable", "unknown-coding", "utf-16", "null"})
"""What is no Python."""
NOTEBOOKS: dict[str, bytes] = {
    "book": json.dumps({"cells": [CELL], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode(),
    "no-json": b"{",
    "no-notebook": b"[1]",
}
CONFIGURATIONS: dict[str, bytes] = {
    "none": b"",
    "preview": b"[tool.hybridize]\npreview = true\n",
    "ignoring": b"[tool.hybridize]\nignore = ['HYB004']\n",
    "by-file": b"[tool.hybridize]\nper-file-ignores = { 'a*' = ['HYB001'] }\n",
    "excluding": b"[tool.hybridize]\nextend-exclude = ['b/']\n",
    "other": b"[tool.black]\n",
}
WRONG = {"unknown": b"[tool.hybridize]\nselcet = ['HYB']\n", "damaged": b"[tool.hybridize\n"}
NAMES = ("a", "b", "c d", "é", "__init__", "test_a", "rule")
FOLDERS = ("a", "b", "a/sub", "c d", "build", ".hidden")
LEFT_OUT = ("build", ".hidden", "b")
"""Folders that are left out, or may be, by the configuration."""


@dataclass(frozen=True)
class Entry:
    """Something in a tree."""

    folder: str
    name: str
    kind: str
    """`file`, `notebook`, `link`, `folder-link`, `dangling`, `configuration`, `wrong`, `shut`, `shut-folder`."""
    content: str

    @property
    def path(self) -> str:
        """Where it lies."""
        if self.kind == "shut-folder":
            return self.folder or self.name
        suffix = {"notebook": ".ipynb", "folder-link": ""}.get(self.kind, ".py")
        name = "pyproject.toml" if self.kind in ("configuration", "wrong") else f"{self.name}{suffix}"
        return f"{self.folder}/{name}" if self.folder else name


def _entries(kind: str, contents: Iterable[str]) -> st.SearchStrategy[Entry]:
    folders = st.sampled_from(["", *FOLDERS])
    return st.builds(Entry, folders, st.sampled_from(NAMES), st.just(kind), st.sampled_from(sorted(contents)))


def trees(*, shut: bool) -> st.SearchStrategy[list[Entry]]:
    """Trees; with `shut`, some of their files and folders have no permissions."""
    kinds = [
        _entries("file", CONTENTS), _entries("file", CONTENTS), _entries("file", CONTENTS),
        _entries("notebook", NOTEBOOKS), _entries("link", NAMES), _entries("folder-link", FOLDERS),
        _entries("dangling", NAMES), _entries("configuration", CONFIGURATIONS), _entries("wrong", WRONG),
    ]  # fmt: skip
    if shut:
        kinds += [_entries("shut", CONTENTS), _entries("shut-folder", ["step"])]
    return st.lists(st.one_of(kinds), max_size=9, unique_by=lambda entry: entry.path)


def make(root: Path, tree: Iterable[Entry]) -> None:
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
            elif entry.kind == "shut-folder":
                path.mkdir(exist_ok=True)
            else:
                path.write_bytes(contents[entry.content])
        except OSError:
            continue
    # Last, since nothing can be put into a folder that is shut.
    for entry in tree:
        path = root / entry.path
        if entry.kind in ("shut", "shut-folder") and path.exists() and not path.is_symlink():
            path.chmod(0)


def files(root: Path) -> Iterator[Path]:
    """All real files, in real folders, but for what runs keep for the next."""
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name != ".hybridize_cache"]
        yield from (Path(folder) / name for name in names if not (Path(folder) / name).is_symlink())


def state(root: Path) -> dict[Path, bytes]:
    """The bytes of all real files."""
    return {path: path.read_bytes() for path in files(root)}

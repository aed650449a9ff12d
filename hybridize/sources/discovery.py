"""Which files belong to a project: the walk from its root, less what is excluded and what .gitignore names."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from pathspec import GitIgnoreSpec

from hybridize.sources.model import UNREADABLE, SourceError

SUFFIXES = (".py", ".pyw", ".ipynb")

DEFAULT_EXCLUDES = (
    ".*/", "__pycache__/", "__pypackages__/", "*.egg-info/", "*.egg/", "*.dist-info/", "build/", "dist/", "_build/",
    "buck-out/", "node_modules/", "site-packages/", "venv/",
)  # fmt: skip
"""Folders that hold no source of the project: caches, what is built, what others wrote (patterns as in .gitignore).

Virtual environments of other names are known by their `pyvenv.cfg`: `env` may well be a package of the project.
"""


@dataclass(frozen=True)
class Exclusions:
    """What is left out, as patterns in the language of .gitignore, relative to the root."""

    patterns: tuple[str, ...] = DEFAULT_EXCLUDES
    gitignore: bool = True

    def extended(self, more: Iterable[str]) -> Exclusions:
        """These and some more."""
        return Exclusions((*self.patterns, *more), self.gitignore)

    def leave_out(self, relative: str, is_folder: bool = False) -> bool:
        """Whether the patterns name a path (relative to the root), or a folder that it lies in."""
        return self.spec.match_file(relative + "/" * is_folder)

    @property
    def spec(self) -> GitIgnoreSpec:
        """The patterns as what compares paths with them."""
        return _compiled(self.patterns)


@cache
def _compiled(patterns: tuple[str, ...]) -> GitIgnoreSpec:
    """Most projects are read with the same patterns."""
    return GitIgnoreSpec.from_lines(patterns)


@dataclass
class Noted:
    """What came up while folders were walked."""

    problems: list[SourceError] = field(default_factory=list)
    """Folders that cannot be listed."""
    configured: set[Path] = field(default_factory=set)
    """Folders below the root whose pyproject.toml has a table `[tool.hybridize]`: projects of their own."""


@dataclass(frozen=True)
class _Ignores:
    """The patterns of one .gitignore, and the folder that they are relative to."""

    folder: Path
    spec: GitIgnoreSpec

    def decision(self, path: Path, is_folder: bool) -> bool | None:
        """True = ignored, False = taken back by a `!` pattern, None = not mentioned."""
        name = path.relative_to(self.folder).as_posix()
        return self.spec.check_file(name + "/" * is_folder).include


def python_files(
    root: Path, start: Path, exclusions: Exclusions, noted: Noted, *, deep: bool = True
) -> Iterator[Path]:
    """The Python files and notebooks below `start` (a folder in `root`), in no particular order.

    What lies in an excluded folder is found only if `start` lies there too. Links to folders are not followed (they may
    lead in circles, and what they lead to is walked anyway if it belongs to the project). Without `deep`, only packages
    are entered. What comes up on the way is added to `noted`.
    """
    excluded = exclusions.spec
    base = start if start != root and excluded.match_file(start.relative_to(root).as_posix() + "/") else root
    inherited = _above(start) if exclusions.gitignore else ()
    stack: list[tuple[Path, tuple[_Ignores, ...]]] = [(start, inherited)]
    while stack:
        folder, ignores = stack.pop()
        if exclusions.gitignore:
            ignores = (*_own(folder), *ignores)
        try:
            with os.scandir(folder) as listing:
                entries = list(listing)
        except OSError as error:
            relative = folder.relative_to(root).as_posix()
            why = f"the folder cannot be listed: {error.strerror or error}"
            noted.problems.append(SourceError(relative, 1, UNREADABLE, why))
            continue
        if folder != root and any(entry.name == "pyproject.toml" for entry in entries) and is_configured(folder):
            noted.configured.add(folder)
        for entry in entries:
            path = folder / entry.name
            is_folder = _is_folder(entry)
            if not is_folder and not _is_python(entry):
                continue
            name = path.relative_to(base).as_posix()
            if excluded.match_file(name + "/" * is_folder) or _ignored(path, is_folder, ignores):
                continue
            if not is_folder:
                yield path
            elif not os.path.exists(path / "pyvenv.cfg") and (deep or os.path.exists(path / "__init__.py")):
                stack.append((path, ignores))


def is_configured(folder: Path) -> bool:
    """Whether the pyproject.toml of a folder configures hybridize."""
    try:
        return b"[tool.hybridize" in (folder / "pyproject.toml").read_bytes()
    except OSError:
        return False


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _is_python(entry: os.DirEntry[str]) -> bool:
    if not entry.name.endswith(SUFFIXES):
        return False
    if entry.is_symlink() and not os.path.exists(entry.path):
        # Emacs locks `x.py` by a link `.#x.py` to nowhere; other dangling links are an error of whoever reads them.
        return not entry.name.startswith(".#")
    return not os.path.isdir(entry.path)


def _ignored(path: Path, is_folder: bool, ignores: Sequence[_Ignores]) -> bool:
    for each in ignores:
        decision = each.decision(path, is_folder)
        if decision is not None:
            return decision
    return False


def _own(folder: Path) -> tuple[_Ignores, ...]:
    try:
        text = (folder / ".gitignore").read_bytes().decode("utf-8", "replace")
        return (_Ignores(folder, GitIgnoreSpec.from_lines(text.splitlines())),)
    except (OSError, ValueError):
        # Not there, or no patterns: git, too, goes on without.
        return ()


def _above(start: Path) -> tuple[_Ignores, ...]:
    """The .gitignore files between `start` and the top of its git repository, the nearest first.

    If they ignore `start` itself it was meant to be checked nevertheless, and they do not count.
    """
    around = [start, *start.parents]
    top = next((folder for folder in around[:-1] if os.path.exists(folder / ".git")), None)
    if top is None:
        return ()  # no git repository
    found = [each for folder in around[1 : around.index(top) + 1] for each in _own(folder)]
    inside = [start, *(p for p in start.parents if top in p.parents)]
    named = any(_ignored(path, True, [i for i in found if i.folder in path.parents]) for path in inside)
    return () if named else tuple(found)

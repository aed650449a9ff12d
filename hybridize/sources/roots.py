"""Where a project begins, and where its absolute imports start."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

MARKERS = ("pyproject.toml", "setup.cfg", "setup.py", ".flake8", ".git")


def has_marker(folder: Path) -> bool:
    """Whether something in the folder says that a project begins here."""
    return any(os.path.exists(folder / marker) for marker in MARKERS)


def nested_roots(root: Path, files: Iterable[str]) -> frozenset[str]:
    """The folders below a root that hold some of the files, given relative to it, and in which projects begin."""
    folders = {folder for file in files for folder in _parents(file)}
    return frozenset(folder for folder in folders if folder and has_marker(root / folder))


def find_root(paths: Sequence[Path], explicit: Path | None = None) -> Path:
    """The project root of some files and folders: the nearest folder upwards that has one of `MARKERS`.

    Without one it is the folder itself (of a file: the one that holds it), of a package the one that holds its topmost
    package. Paths of several projects get a root that holds them all.
    """
    if explicit is not None:
        return absolute(explicit)
    roots = {_root_of(_folder(absolute(path))) for path in paths} or {_root_of(Path.cwd())}
    if len(roots) == 1:
        return roots.pop()
    common = Path(os.path.commonpath([str(root) for root in roots]))
    return common if common in roots else _marked(common) or common


def by_root(paths: Iterable[Path], explicit: Path | None = None) -> dict[Path, list[Path]]:
    """Files and folders by the root of the project that each lies in: the nearest one.

    What lies in no project at all goes together, under a root that holds it.
    """
    paths = [absolute(path) for path in paths]
    if explicit is not None:
        return {absolute(explicit): paths}
    found: dict[Path, list[Path]] = {}
    homeless: list[Path] = []
    for path in paths:
        root = _marked(_folder(path))
        (homeless if root is None else found.setdefault(root, [])).append(path)
    if homeless:
        found.setdefault(find_root(homeless), []).extend(homeless)
    return found


def absolute(path: Path) -> Path:
    """Absolute and without `..`, links left as they are (so that names are those that the user knows)."""
    return Path(os.path.abspath(path))


def top_package(folder: Path, root: Path | None = None) -> Path | None:
    """The topmost package that `folder` lies in, not above `root`; None if it is no package."""
    top = None
    while os.path.exists(folder / "__init__.py"):
        top = folder
        if folder in (root, folder.parent):
            break
        folder = folder.parent
    return top


def module_name(relative: str, folders: Iterable[str], root_name: str) -> tuple[str, bool]:
    """Dotted name of a file, and whether it is a package; `folders` are the source roots, relative to the root."""
    best = max((f for f in folders if f == "" or relative.startswith(f + "/")), key=len, default="")
    stem = relative[len(best) + 1 if best else 0 :].rpartition(".")[0] or relative
    parts = stem.split("/")
    if parts[-1] != "__init__":
        return ".".join(parts), False
    return ".".join(parts[:-1]) or root_name, True


def _folder(path: Path) -> Path:
    return path if os.path.isdir(path) else path.parent


def _marked(folder: Path) -> Path | None:
    return next((f for f in (folder, *folder.parents) if has_marker(f)), None)


def _root_of(folder: Path) -> Path:
    marked = _marked(folder)
    if marked is not None:
        return marked
    top = top_package(folder)
    return top.parent if top is not None else folder


class SourceRoots:
    """The source roots of a project, from the relative paths of its files."""

    def __init__(
        self, root: Path, files: Iterable[str], src: Sequence[str] = (), packages: Mapping[str, str] | None = None
    ) -> None:
        """`src` are the roots that the user names; without them they are found. `packages`: see `Project.packages`."""
        self.root = root
        self._names = {folder: name for name, folder in (packages or {}).items() if name}
        self._packages: set[str] = set()
        folders: set[str] = set()
        for file in files:
            folder, _, name = file.rpartition("/")
            folders.add(folder)
            if name == "__init__.py":
                self._packages.add(folder)
        scripts = {f for f in folders if f not in self._packages}
        holders = {self._holder(f) for f in folders if f in self._packages}
        if src:
            self.named = [_plain(folder) for folder in src]
            self.folders = list(dict.fromkeys([*self.named, ""]))
        else:
            src_layout = "src" not in self._packages and any((f + "/").startswith("src/") for f in folders)
            self.named = ["src"] if src_layout else []
            self.named += [folder for name, folder in (packages or {}).items() if not name and folder not in self.named]
            found = [*self.named, "", *_by_depth(holders), *_by_depth(scripts)]
            self.folders = list(dict.fromkeys(found))

    @property
    def paths(self) -> tuple[Path, ...]:
        """Absolute, the likeliest first."""
        return tuple(self.root / folder if folder else self.root for folder in self.folders)

    def module(self, relative: str) -> tuple[str, bool]:
        """Dotted name of a file, and whether it is a package's `__init__`."""
        folder = relative.rpartition("/")[0]
        for around in (folder, *_parents(folder)):
            if around in self._names:
                inside, is_package = module_name(relative, [around], "")
                return f"{self._names[around]}.{inside}".rstrip("."), is_package
        if folder in self._packages:
            bases = [self._holder(folder)]
        else:
            bases = ["", *self.named]
        return module_name(relative, bases, self.root.name)

    def _holder(self, package: str) -> str:
        """The folder that holds the topmost package of a package."""
        while package in self._packages and package:
            package = package.rpartition("/")[0]
        return package


def _parents(folder: str) -> Iterator[str]:
    """The folders that hold a folder, the nearest first; the last is the root, the empty text."""
    while folder:
        folder = folder.rpartition("/")[0]
        yield folder


def _by_depth(folders: Iterable[str]) -> list[str]:
    return sorted(folders, key=lambda f: (f.count("/") + bool(f), f))


def _plain(folder: str) -> str:
    plain = os.path.normpath(folder).replace(os.sep, "/")
    return "" if plain == "." else plain

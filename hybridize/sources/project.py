"""The project as a whole: its root, its files, their text."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from hybridize.settings import AnalysisOptions
from hybridize.sources.discovery import Exclusions, Noted, python_files
from hybridize.sources.model import Project, SourceError, SourceFile, text_digest
from hybridize.sources.notebooks import SUFFIX, Notebook, NotebookError, parse_notebook
from hybridize.sources.packages import declared_packages, name_of_root
from hybridize.sources.reading import ReadingError, read_source
from hybridize.sources.roots import SourceRoots, absolute, find_root, has_marker, nested_roots, top_package

__all__ = ["Exclusions", "Project", "SourceError", "SourceFile", "find_root", "is_test", "load_project", "text_digest"]


def load_project(
    root: Path,
    options: AnalysisOptions,
    exclusions: Exclusions | None = None,
    *,
    paths: Sequence[Path] = (),
    overlay: Mapping[Path, str] | None = None,
) -> Project:
    """Find and read the files of the project at `root`.

    `paths` are the files and folders that the user named: these are read even where something excludes them, and where
    nothing marks the root (`find_root` guessed it) they bound what is read. `overlay` gives other texts for some files
    by absolute path, in place of what is on the disk or in addition. What cannot be read is in `Project.errors`.
    """
    root = absolute(root)
    overlay = {absolute(path): text for path, text in (overlay or {}).items()}
    finder = _Finder(root, exclusions or Exclusions())
    found = finder.find([absolute(path) for path in paths])
    found.update(path for path in overlay if path.is_relative_to(root))
    links = _links(root, found)
    relatives = {path.relative_to(root).as_posix(): path for path in found - links.keys()}
    errors = list(dict.fromkeys(finder.noted.problems))
    texts: dict[str, tuple[str, str]] = {}
    notebooks: dict[str, Notebook] = {}
    for relative, path in sorted(relatives.items()):
        try:
            texts[relative] = (overlay[path], "utf-8") if path in overlay else read_source(path)
            if path.suffix == SUFFIX:
                notebooks[relative] = parse_notebook(texts[relative][0])
        except ReadingError as error:
            errors.append(SourceError(relative, error.line, error.kind, error.message))
        except NotebookError as error:
            del texts[relative]
            errors.append(SourceError(relative, 1, "syntax-error", str(error)))
    errors += (error for relative, notebook in notebooks.items() for error in _broken_cells(relative, notebook))
    packages = declared_packages(root)
    if "" not in packages.values():
        own = name_of_root(root.name, relatives, (text for path, (text, _) in texts.items() if path not in notebooks))
        packages |= {own: ""} if own is not None else {}
    roots = SourceRoots(root, relatives, options.src, packages)
    files: list[SourceFile] = []
    for relative, (text, encoding) in texts.items():
        module, is_package = roots.module(relative)
        file = SourceFile(
            relatives[relative], relative, text, text_digest(text), module, is_package, encoding, is_test(relative)
        )
        files.append(_of_notebook(file, notebooks[relative]) if relative in notebooks else file)
    named = {link.relative_to(root).as_posix(): to.relative_to(root).as_posix() for link, to in links.items()}
    configured = tuple(sorted(finder.noted.configured))
    nested = nested_roots(root, texts)
    return Project(root, tuple(files), roots.paths, tuple(sorted(errors)), packages, named, configured, nested)


def renewed(file: SourceFile, text: str) -> SourceFile:
    """A file after its text has changed; for a notebook that is the text of the notebook."""
    changed = replace(file, text=text, digest=text_digest(text))
    return changed if file.notebook is None else _of_notebook(changed, parse_notebook(text))


def _of_notebook(file: SourceFile, notebook: Notebook) -> SourceFile:
    return replace(file, text=notebook.program, notebook=notebook)


def _broken_cells(relative: str, notebook: Notebook) -> Iterator[SourceError]:
    for each in notebook.broken:
        where = f"line {each.place.line} of cell {each.place.cell}"
        message = f"{where} cannot be parsed: {each.message}; the other cells are checked"
        yield SourceError(relative, each.place.file_line, "syntax-error", message)


def _links(root: Path, found: set[Path]) -> dict[Path, Path]:
    """The files that are links to others of them."""
    links = sorted(path for path in found if path.is_symlink())
    if not links:
        return {}
    # Folders that are links are not walked: below the root only files can be.
    real_root = os.path.realpath(root)
    homes = {os.path.join(real_root, path.relative_to(root)): path for path in found.difference(links)}
    out: dict[Path, Path] = {}
    for link in links:
        home = homes.setdefault(os.path.realpath(link), link)
        if home != link:
            out[link] = home
    return out


def is_test(relative: str) -> bool:
    """Whether a file belongs to the project's tests, by the names that pytest and unittest go by."""
    path = PurePosixPath(relative)
    if {"test", "tests"} & set(path.parts[:-1]):
        return True
    return path.name == "conftest.py" or path.stem.startswith("test_") or path.stem.endswith(("_test", "_tests"))


class _Finder:
    """The files of a project, and what came up while they were looked for."""

    def __init__(self, root: Path, exclusions: Exclusions) -> None:
        self.root = root
        self.noted = Noted()
        self._exclusions = exclusions

    def find(self, named: Sequence[Path]) -> set[Path]:
        """The files of the project and those that are named."""
        inside = [path for path in named if path.is_relative_to(self.root)]
        marked = has_marker(self.root)
        found: set[Path] = set()
        if marked or not inside:
            found |= self._walk(self.root)
        for path in dict.fromkeys(inside):
            if marked and path == self.root:
                continue
            found |= self._walk(path) if os.path.isdir(path) else {path}
            if not marked:
                found |= self._neighbours(path)
        return found

    def _walk(self, start: Path, *, deep: bool = True) -> set[Path]:
        return set(python_files(self.root, start, self._exclusions, self.noted, deep=deep))

    def _neighbours(self, path: Path) -> set[Path]:
        """What a file or folder outside any project may import: its whole package, or what lies next to it."""
        folder = path if os.path.isdir(path) else path.parent
        package = top_package(folder, self.root)
        if package is not None:
            return self._walk(package)
        return set() if folder == path else self._walk(folder, deep=False)

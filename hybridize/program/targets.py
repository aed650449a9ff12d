"""How a project is cut into targets: parts that are analysed alone, each with what it imports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import NamedTuple

from hybridize.program.components import closure, strong_components
from hybridize.program.trees import ties
from hybridize.sources.model import Project, SourceError

MAX_LINES = 50_000
"""A target with more lines is split into its folders, unless these import each other in a cycle."""


@dataclass(frozen=True)
class Target:
    """Some files that are analysed together, and what is known of the files around them."""

    folders: tuple[str, ...]
    """The project roots and packages that hold its files; several if these import each other in a cycle."""
    files: tuple[str, ...]
    """Its own: each file of the project belongs to one target."""
    reads: tuple[str, ...]
    """Those that these import, and that in turn: its closure is both."""
    imported_by: tuple[str, ...]
    """The files outside of the closure that import one of its own: their calls are not seen."""

    @property
    def closure(self) -> Set[str]:
        """All files that are read to analyse its own."""
        return {*self.files, *self.reads}


class Cut(NamedTuple):
    """What a project is cut into."""

    targets: list[Target]
    """By the names of their folders."""
    sizes: Mapping[str, int]
    """How many functions the projects have that begin at the root and below, by their folders."""
    errors: list[SourceError]
    """Of files that cannot be parsed."""


def cut(project: Project, limit: int = MAX_LINES, begin: Iterable[str] | None = None) -> Cut:
    """The targets of a project.

    `begin`: an analysis of all of it would take those files alone that ties connect with these, and so only their
    functions count.
    """
    tied, functions, errors = ties(project)
    units = _units(project, limit)
    homes = {path: unit for unit, paths in units.items() for path in paths}
    needing: dict[str, set[str]] = {}
    for path in homes:
        for each in tied.needs(path):
            needing.setdefault(each, set()).add(path)
    targets = []
    for circle in strong_components(units, lambda unit: sorted({homes[n] for p in units[unit] for n in tied.needs(p)})):
        files = {path for unit in circle for path in units[unit]}
        reads = set(closure(sorted(files), tied.needs)) - files
        # A package that is imported as a whole may be asked for what it loads.
        importers = {each for path in files for each in tied.importers(path)} - files - reads
        reaching = closure(sorted(files), lambda path: needing.get(path, ()))
        callers = importers.intersection(reaching)
        targets.append(Target(*(tuple(sorted(each)) for each in (circle, files, reads, callers))))
    sizes: Counter[str] = Counter()
    for path in functions if begin is None else tied.connected(functions.keys() & begin):
        sizes[project.home(path)] += functions[path]
    return Cut(sorted(targets, key=lambda target: target.folders), sizes, errors)


def part_of(project: Project, target: Target) -> Project:
    """What the project would be if there were no files but those of the closure; their names stay."""
    paths = target.closure
    homes = set(map(project.home, paths))
    files = tuple(file for file in project.files if file.relative in paths)
    folders = {project.root / folder for path in paths for folder in PurePosixPath(path).parents}
    roots = tuple(root for root in project.source_roots if root in folders)
    links = {link: to for link, to in project.links.items() if to in paths}
    sizes = {home: project.sizes[home] for home in sorted(homes) if home in project.sizes}
    return replace(
        project, files=files, source_roots=roots, links=links, errors=(), configured=(),
        nested=project.nested & homes, sizes=sizes,
    )  # fmt: skip


def _units(project: Project, limit: int) -> Mapping[str, Sequence[str]]:
    """The files by project root or package, as small as may be."""
    lines = {file.relative: file.line_count for file in project.files}
    holding = {str(PurePosixPath(path).parent) for path in lines}
    units: dict[str, list[str]] = {}
    for path in lines:
        home = project.home(path)
        units.setdefault(home if home != "." else _topmost(path, holding), []).append(path)
    return dict(sorted(each for unit, paths in units.items() for each in _divided(unit, paths, lines, limit)))


def _topmost(path: str, holding: Set[str]) -> str:
    """The topmost package that a file lies in.

    A package is any folder that holds files itself: `src`, which holds none, is no package.
    """
    folders = [str(folder) for folder in PurePosixPath(path).parents][-2::-1]
    return next((each for each in folders if each in holding), ".")


def _divided(
    unit: str, paths: Sequence[str], lines: Mapping[str, int], limit: int
) -> Iterator[tuple[str, Sequence[str]]]:
    """The unit, or if it is larger than the limit what lies in its folders, and what lies in itself."""
    if unit != "." and sum(lines[path] for path in paths) > limit:
        inside: dict[str, list[str]] = {}
        for path in paths:
            first, separator, _ = path.removeprefix(f"{unit}/").partition("/")
            inside.setdefault(f"{unit}/{first}" if separator else unit, []).append(path)
        own = inside.pop(unit, [])
        for folder, below in inside.items():
            yield from _divided(folder, below, lines, limit)
        paths = own
    if paths:
        yield unit, paths

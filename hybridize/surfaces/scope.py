"""What a run reports on: the files, folders and functions that the user named. Analysed is always the whole project."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hybridize.sources.roots import absolute


class TargetError(Exception):
    """A PATH that does not lead to anything, in a sentence that names it."""


@dataclass(frozen=True)
class Target:
    """One PATH of the command line."""

    path: Path
    qualname: str | None = None


def parse_target(text: str, overlay: Mapping[Path, str] | None = None) -> Target:
    """A file, a folder, or `FILE::QUALNAME`; raises TargetError. A file of the `overlay` need not be on the disk.

    As pytest writes a method, `FILE::Class::method`, it is a qualified name, too.
    """
    name, separator, qualname = text.partition("::")
    try:
        if overlay and absolute(Path(text)) in overlay:
            return Target(absolute(Path(text)))
        if separator and name and not Path(text).exists():
            if not Path(name).is_file():
                raise TargetError(f"there is no file {name!r}")
            return Target(absolute(Path(name)), qualname.replace("::", "."))
        if not text or not Path(text).exists():
            raise TargetError(f"there is no file or folder {text!r}")
    except (OSError, ValueError) as error:
        raise TargetError(f"{text!r} cannot be looked at: {getattr(error, 'strerror', None) or error}") from None
    return Target(absolute(Path(text)))


class Scope:
    """The targets of a run, as seen from the root."""

    def __init__(self, root: Path, targets: Sequence[Target], *, whole: bool = False) -> None:
        """Raises TargetError for a target outside the root; `whole`: the user named the root, too, which counts."""
        self.paths: list[Path] = []
        self.root = root
        self._prefixes: list[tuple[str, str | None]] = []
        self._others: frozenset[str] = frozenset()
        for target in targets:
            path = target.path
            if not path.is_relative_to(root):
                # The same place by another name, as where a temporary folder is a link?
                path = root / os.path.relpath(os.path.realpath(path), os.path.realpath(root))
            if ".." in path.parts:
                raise TargetError(f"{str(target.path)!r} lies outside the project root {str(root)!r}")
            self.paths.append(path)
            self._prefixes.append((path.relative_to(root).as_posix(), target.qualname))
        if whole:
            # Of a root that nothing marks only what is named would be read.
            self.paths.append(root)

    def has_file(self, path: str) -> bool:
        """Whether something in the file (a path relative to the root) is reported."""
        return not self._is_elsewhere(path) and any(_below(path, prefix) for prefix, _ in self._prefixes)

    def has(self, path: str, qualname: str) -> bool:
        """Whether the function (or what was found in it) is reported."""
        return not self._is_elsewhere(path) and any(
            _below(path, prefix) and wanted in (None, qualname) for prefix, wanted in self._prefixes
        )

    def include_targets(self, links: Mapping[str, str]) -> None:
        """What a link in the scope leads to is in the scope: the two are one file."""
        for link, target in links.items():
            self._prefixes += [(target, wanted) for prefix, wanted in self._prefixes if _below(link, prefix)]

    def leave_to_others(self, folders: Iterable[Path]) -> None:
        """What lies in some folders below the root is reported by somebody else."""
        self._others = frozenset(folder.relative_to(self.root).as_posix() for folder in folders)

    def inside(self, folder: Path) -> Scope:
        """The same as seen from a folder below the root, which has a configuration of its own."""
        within = folder.relative_to(self.root).as_posix()
        out = Scope(folder, ())
        for prefix, wanted in self._prefixes:
            if _below(within, prefix):
                out._prefixes.append((".", wanted))
                out.paths.append(folder)
            elif _below(prefix, within):
                out._prefixes.append((prefix.removeprefix(within + "/"), wanted))
                out.paths.append(self.root / prefix)
        return out

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all is asked about."""
        return not self._prefixes

    @property
    def names(self) -> list[str]:
        """The files and folders asked about, relative to the root."""
        return [prefix for prefix, _ in self._prefixes]

    @property
    def functions(self) -> list[tuple[str, str]]:
        """The functions that were named one by one: path, qualified name."""
        return [(prefix, qualname) for prefix, qualname in self._prefixes if qualname is not None]

    def _is_elsewhere(self, path: str) -> bool:
        return any(_below(path, folder) for folder in self._others)


def _below(path: str, prefix: str) -> bool:
    return prefix == "." or path == prefix or path.startswith(prefix + "/")

"""What the rest of the program knows about files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hybridize.sources.notebooks import Notebook

_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True)
class SourceFile:
    """A Python file that could be read."""

    path: Path
    """Absolute."""
    relative: str
    """Relative to the project root, with forward slashes: how the file is named everywhere."""
    text: str
    """As it is in the file: line ends are not translated, a byte order mark is kept."""
    digest: str
    """Of the text, by `text_digest`."""
    module: str
    """Dotted name, relative to the source root that fits best."""
    is_package: bool
    encoding: str
    is_test: bool
    notebook: Notebook | None = None
    """Where the text comes from, if it is the program of a notebook; the digest is that of the notebook's text."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines as Python counts them, without their ends (`str.splitlines` would also split at form feeds)."""
        return _split(self.text)

    @property
    def line_count(self) -> int:
        """How many lines there are; what follows the last line end is none if it is empty."""
        ends = sum(1 for _ in _LINE_END.finditer(self.text))
        return ends + bool(self.text.removeprefix("\ufeff")) * (self.text[-1:] not in "\r\n")


@lru_cache(maxsize=16)
def _split(text: str) -> tuple[str, ...]:
    """The lines of a text. Files are gone through one after the other: those of all of them would fill the memory."""
    return tuple(_LINE_END.split(text.removeprefix("\ufeff")))


UNREADABLE, NOT_WRITTEN = "unreadable", "not-written"
UNCHECKED_KINDS = frozenset({"syntax-error", "encoding-error", "not-found", "too-large", UNREADABLE})
"""The errors by which a file goes unchecked."""


@dataclass(frozen=True, order=True)
class SourceError:
    """Something that kept a file or folder, or a part of it, from being checked or changed."""

    path: str
    line: int
    kind: str
    """One of `UNCHECKED_KINDS`, `not-written`, `config-error`, `time-budget`, `internal-error`."""
    message: str


@dataclass(frozen=True)
class Project:
    """All files of a project, in the order of their relative paths, and what could not be read."""

    root: Path
    files: tuple[SourceFile, ...]
    source_roots: tuple[Path, ...]
    """Where absolute imports start, the likeliest first."""
    errors: tuple[SourceError, ...] = ()
    packages: Mapping[str, str] = field(default_factory=dict)
    """Folders, relative to the root, that are imported under other names than their own, by these dotted names."""
    links: Mapping[str, str] = field(default_factory=dict)
    """Links to files of the project, and what they lead to: each pair is one file, which is in `files` once."""
    configured: tuple[Path, ...] = ()
    """Folders below the root that configure hybridize themselves."""
    nested: frozenset[str] = frozenset()
    """Folders below the root, relative to it, that hold files and in which projects of their own begin."""
    sizes: Mapping[str, int] = field(default_factory=dict)
    """By the folders of projects: how many functions they have at least, if these are not all of their files."""
    _homes: dict[str, str] = field(default_factory=dict, init=False, repr=False, compare=False)
    """The answers of `home`, by path."""

    def home(self, path: str) -> str:
        """The folder of the project that a file belongs to: the innermost one around it, `.` for the root."""
        if not self.nested:
            return "."
        if path not in self._homes:
            around = map(str, PurePosixPath(path).parents)
            self._homes[path] = next((folder for folder in around if folder in self.nested), ".")
        return self._homes[path]


def text_digest(text: str) -> str:
    """A fingerprint that is the same for a file and for an editor's or a linter's buffer of it.

    Such buffers often lack the byte order mark and have their line ends translated.
    """
    # Imported late, as OpenSSL is large: who asks for a rule reads no file.
    import hashlib

    plain = _LINE_END.sub("\n", text.removeprefix("\ufeff"))
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()

"""One run of flake8 or pylint: the project is analysed once, then each file asks for its findings."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from hybridize.sources.roots import find_root, has_marker
from hybridize.surfaces import adapter
from hybridize.surfaces.adapter import FileFindings, HostFinding
from hybridize.surfaces.settings import Settings


class Table(NamedTuple):
    """What was found in the project at `root`: plain data, to be handed from one process to another."""

    root: str | None
    """None = no project is known before files are checked; each then belongs to the project that it lies in."""
    files: dict[str, FileFindings]
    """By absolute path, every file that was analysed."""

    def covers(self, path: str) -> bool:
        """Whether a file lies in the project, so that it is excluded or unreadable if it is not among `files`."""
        return self.root is not None and Path(path).is_relative_to(self.root)


Selected = Callable[[HostFinding], bool]
"""Whether the host would show a finding in the file that it checks; yes, where it cannot be known."""


class HostRun:
    """The findings of one run.

    A host names `paths` (none, if it does not know yet what it will check) and `given`, its own options by field of
    `AnalysisOptions`, None where they were not set. Wrong values raise OptionError; no method raises for what the
    analysed code may be like or for a failure of the analysis, which is told on stderr, once.
    """

    def __init__(self, paths: Sequence[str], given: Mapping[str, object]) -> None:
        self._paths = tuple(paths)
        self._given = dict(given)
        self._others: dict[Path, Table] = {}
        self.table: Table | None = None
        """Of the project that the paths belong to; None = not analysed yet."""

    @cached_property
    def settings(self) -> Settings:
        """What holds for the project that the paths belong to."""
        return adapter.settings(self._paths, self._given)

    def prepare(self) -> Table:
        """Analyse now. Without paths it is the project around the current folder, if something marks one there."""
        if self.table is None:
            if self._paths or has_marker(self.settings.root):
                self.table = _analyse(self.settings, self._paths)
            else:
                self.table = Table(None, {})
        return self.table

    def findings(self, path: str, text: str, selected: Selected) -> tuple[HostFinding, ...]:
        """What is found in a file, given by its absolute path and its text as the host sees it: one code at a place.

        The host selects first, so that a code that it would not show hides none that it would.
        """
        return adapter.most_specific(filter(selected, self._found(path, text)))

    def buffer_findings(self, path: str, text: str, selected: Selected) -> tuple[HostFinding, ...]:
        """What is found in an unsaved buffer that stands in for a file, likewise."""
        return adapter.most_specific(filter(selected, self._found_in_buffer(path, text)))

    def _found(self, path: str, text: str) -> tuple[HostFinding, ...]:
        table = self.prepare()
        if not table.covers(path):
            root = find_root([Path(path)])
            if root not in self._others:
                self._others[root] = _analyse(adapter.settings([path], self._given), [path])
            table = self._others[root]
        found = table.files.get(path)
        if found is None:
            return ()
        return found.findings if found.digest == adapter.text_digest(text) else self._found_in_buffer(path, text)

    def _found_in_buffer(self, path: str, text: str) -> tuple[HostFinding, ...]:
        paths = [*self._paths, path]
        found = _analyse(adapter.settings(paths, self._given), paths, {path: text}).files.get(path)
        return () if found is None else found.findings


def _analyse(made: Settings, paths: Sequence[str], overlay: Mapping[str, str] | None = None) -> Table:
    try:
        return Table(str(made.root), adapter.findings_by_file(made, paths, overlay))
    except Exception as error:  # Whatever it is, it must not cost the findings of others in the same run.
        complain(error)
        return Table(str(made.root), {})
    finally:
        # Syntax trees are full of cycles. A host that forks now would copy the dead ones into every worker.
        gc.collect()


def complain(error: Exception) -> None:
    """Tell of a failure in one line."""
    print(f"hybridize: {type(error).__name__}: {error}".splitlines()[0], file=sys.stderr)

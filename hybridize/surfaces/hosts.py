"""One run of flake8 or pylint: each project is analysed once, then each file asks for its findings."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from hybridize.sources.roots import find_root, has_marker
from hybridize.surfaces import adapter
from hybridize.surfaces.adapter import HostFinding, OptionError, Table

Selected = Callable[[HostFinding], bool]
"""Whether the host would show a finding in the file that it checks; yes, where it cannot be known."""


class HostRun:
    """The findings of one run.

    A host names `paths` (none, if it does not know yet what it will check) and `given`, its own options by field of
    `AnalysisOptions`, None where they were not set. A failure of the analysis is told on stderr, once, and as a finding
    of the code HYB900 in every file that it concerns.
    """

    def __init__(self, paths: Sequence[str], given: Mapping[str, object]) -> None:
        self._paths = tuple(paths)
        self._given = dict(given)
        self.tables: list[Table] | None = None
        """Of the projects that the paths belong to; None = not analysed yet."""

    @cached_property
    def _values(self) -> Mapping[str, object]:
        return adapter.checked(self._given)

    def prepare(self) -> list[Table]:
        """Analyse now. Without paths it is the project around the current folder, if something marks one there.

        Raises OptionError for a value that an option cannot have, and for a wrong configuration of a project.
        """
        if self.tables is None:
            values = self._values
            known = bool(self._paths) or has_marker(find_root([Path.cwd()]))
            self.tables = self._analyse(values, self._paths) if known else []
        return self.tables

    def findings(self, path: str, text: str, selected: Selected) -> tuple[HostFinding, ...]:
        """What is found in a file, given by its absolute path and its text as the host sees it: one code at a place.

        The host selects first, so that a code that it would not show hides none that it would. Never raises.
        """
        return adapter.most_specific(filter(selected, self._found(path, text)))

    def buffer_findings(self, path: str, text: str, selected: Selected) -> tuple[HostFinding, ...]:
        """What is found in an unsaved buffer that stands in for a file, likewise."""
        return adapter.most_specific(filter(selected, self._found_in_buffer(path, text)))

    def _found(self, path: str, text: str) -> tuple[HostFinding, ...]:
        try:
            table = self._covering(path)
        except OptionError as error:
            return (adapter.unchecked(str(error)),)
        if table.failure:
            return (adapter.unchecked(table.failure),)
        if path in table.links:
            # The file itself is reported, unless only the link is what the host looks at.
            path = table.links[path]
            if any(Path(path).is_relative_to(Path(named).absolute()) for named in self._paths):
                return ()
        found = table.files.get(path)
        if found is None:
            return ()
        if found.digest in (None, adapter.text_digest(text)):
            return found.findings
        return self._found_in_buffer(path, text)

    def _found_in_buffer(self, path: str, text: str) -> tuple[HostFinding, ...]:
        try:
            tables = self._analyse(self._values, [path], {path: text})
        except OptionError as error:
            return (adapter.unchecked(str(error)),)
        table = _nearest(tables, path)
        if table is None:
            return ()
        if table.failure:
            return (adapter.unchecked(table.failure),)
        found = table.files.get(path)
        return () if found is None else found.findings

    def _covering(self, path: str) -> Table:
        """The table of the project that a file lies in, which is analysed if that was not foreseen."""
        tables = self.prepare()
        table = _nearest(tables, path)
        if table is None:
            try:
                tables += self._analyse(self._values, [path])
            except OptionError as error:
                complain(error)
                tables.append(Table(str(find_root([Path(path)])), {}, failure=str(error)))
            table = _nearest(tables, path)
        return table or Table(path, {})

    def _analyse(
        self, values: Mapping[str, object], paths: Sequence[str], overlay: Mapping[str, str] | None = None
    ) -> list[Table]:
        try:
            return adapter.tables(values, paths, overlay)
        except OptionError:
            raise
        except Exception as error:  # Whatever it is, it must not cost the findings of others in the same run.
            complain(error)
            root = find_root([Path(path) for path in paths] or [Path.cwd()])
            return [Table(str(root), {}, failure=f"the analysis failed: {type(error).__name__}: {error}")]
        finally:
            # Syntax trees are full of cycles. A host that forks now would copy the dead ones into every worker.
            gc.collect()


def _nearest(tables: Sequence[Table], path: str) -> Table | None:
    """The table of the innermost project that a file lies in."""
    around = [table for table in tables if Path(path).is_relative_to(table.root)]
    return max(around, key=lambda table: len(table.root), default=None)


def complain(error: Exception) -> None:
    """Tell of a failure in one line."""
    print(f"hybridize: {type(error).__name__}: {error}".splitlines()[0], file=sys.stderr)

"""One analysis per flake8 run, whatever the number of processes and the way they are started."""

from __future__ import annotations

import atexit
import json
import multiprocessing
import os
import shutil
import stat
import sys
import tempfile
from argparse import Namespace
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from filelock import FileLock

from flake8_hybridize.selection import Selection
from hybridize.surfaces import adapter
from hybridize.surfaces.adapter import FileFindings, HostFinding, Table
from hybridize.surfaces.hosts import HostRun


class Session:
    """The findings of a run, by file."""

    def __init__(self, options: Namespace) -> None:
        self._options = options
        self._selection = Selection(options)
        names: list[str] = list(options.filenames)
        if not names and "flake8.api.legacy" not in sys.modules:
            names = ["."]
        self._stdin = "-" in names
        self._filenames = [name for name in names if name != "-"]

    def begin(self) -> None:
        """In the main process: analyse now, before flake8 makes workers, and leave the table to them.

        `flake8.api.legacy` parses no names, and changes the options afterwards: there, the first file that is checked
        brings about the analysis.
        """
        if self._wanted:
            _select_failures(self._options)
        if multiprocessing.parent_process() is not None:
            return
        known = bool(self._filenames) and not self._stdin
        _share(self._run.prepare() if known and self._wanted else None)

    def findings(self, filename: str, text: str) -> Sequence[HostFinding]:
        """The findings in one file, whose text is what flake8 sees (perhaps an unsaved buffer)."""
        if not self._wanted:
            return ()
        path = os.path.abspath(filename)

        def selected(finding: HostFinding) -> bool:
            return self._selection.allows_in(filename, finding.code)

        if self._stdin:
            return self._run.buffer_findings(path, text, selected)
        if self._run.tables is None:
            self._fetch()
        return self._run.findings(path, text, selected)

    @cached_property
    def _wanted(self) -> bool:
        return any(self._selection.allows(rule.code) for rule in adapter.rules())

    @cached_property
    def _run(self) -> HostRun:
        fields = [*(option.field for option in adapter.ANALYSIS_OPTIONS), "preview"]
        return HostRun(self._filenames, {field: getattr(self._options, f"hybridize_{field}", None) for field in fields})

    def _fetch(self) -> None:
        """In a worker: take what the main process left; if it left nothing, one worker analyses and the others wait."""
        parent = multiprocessing.parent_process()
        folder = None if parent is None or parent.pid is None else _folder(parent.pid)
        if folder is None or not _private(folder):
            return
        try:
            with FileLock(folder / "lock"):
                file = folder / "findings.json"
                if file.exists():
                    self._run.tables = _read(file)
                else:
                    _write(file, self._run.prepare())
        except (OSError, ValueError):
            # Then this worker analyses for itself.
            return


def _select_failures(options: Namespace) -> None:
    """Whoever selects codes of ours hears of files that could not be checked, also with `--select HYB001`.

    Files that are no Python are flake8's own E999 and E902: it does not call plugins for these. What the user ignores
    by its whole code stays ignored.
    """
    if options.select:
        options.select = [*options.select, adapter.UNCHECKED, *_UNREADABLE]


_UNREADABLE = ("E999", "E902")


def _folder(pid: int) -> Path:
    """Where the main process leaves its table: workers know its process id however they were started."""
    return Path(tempfile.gettempdir()) / f"hybridize-flake8-{pid}"


def _share(tables: list[Table] | None) -> None:
    """Make the folder anew, with what there is for workers; without it they do their own work.

    It must be ours alone: what an earlier process with our id left is removed, and `mkdir` fails on anyone else's.
    """
    folder = _folder(os.getpid())
    atexit.unregister(_remove)
    atexit.register(_remove, os.getpid())
    _remove(os.getpid())
    try:
        folder.mkdir(mode=0o700)
        if tables is not None:
            _write(folder / "findings.json", tables)
    except OSError:
        return


def _private(folder: Path) -> bool:
    """Whether the folder is there, and nobody else can have put it or anything into it."""
    try:
        status = folder.lstat()
    except OSError:
        return False
    if not stat.S_ISDIR(status.st_mode):
        return False
    return not hasattr(os, "getuid") or (status.st_uid == os.getuid() and not status.st_mode & 0o077)


def _remove(pid: int) -> None:
    """At exit of the main process; forked workers inherit the registration and leave the folder alone."""
    if os.getpid() == pid:
        shutil.rmtree(_folder(pid), ignore_errors=True)


def _write(file: Path, tables: list[Table]) -> None:
    part = file.with_suffix(".part")
    part.write_text(json.dumps(tables), encoding="utf-8")
    part.replace(file)


def _read(file: Path) -> list[Table]:
    return [
        Table(
            root,
            {
                path: FileFindings(digest, tuple(HostFinding(*finding) for finding in findings))
                for path, (digest, findings) in files.items()
            },
            links,
            failure,
        )
        for root, files, links, failure in json.loads(file.read_text(encoding="utf-8"))
    ]

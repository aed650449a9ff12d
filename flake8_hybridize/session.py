"""One analysis per flake8 run, whatever the number of processes and the way they are started."""

from __future__ import annotations

import atexit
import json
import multiprocessing
import os
import shutil
import stat
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from filelock import FileLock

from hybridize.surfaces import adapter
from hybridize.surfaces.adapter import FileFindings, HostFinding

Table = dict[str, FileFindings]


class Session:
    """The findings of a run, by file."""

    def __init__(self, filenames: Sequence[str], given: Mapping[str, object]) -> None:
        self._filenames = [name for name in filenames if name != "-"]
        self._given = given
        self._stdin = "-" in filenames
        self._table: Table | None = None
        self._changed: dict[tuple[str, str], Table] = {}

    def begin(self) -> None:
        """In the main process: analyse now, before flake8 makes workers, and leave the table to them."""
        if multiprocessing.parent_process() is not None:
            return
        atexit.register(_remove, os.getpid(), _folder(os.getpid()))
        if self._filenames and not self._stdin:
            self._table = self._analyse()
            folder = _folder(os.getpid())
            try:
                folder.mkdir(mode=0o700)
                _write(folder / "findings.json", self._table)
            except OSError:
                # Workers that inherit the table need no file, the others analyse for themselves.
                return

    def findings(self, filename: str, text: str) -> Sequence[HostFinding]:
        """The findings in one file, whose text is what the host sees (perhaps an unsaved buffer)."""
        path = os.path.abspath(filename)
        if self._table is None and not self._stdin:
            self._table = self._from_parent()
        found = (self._table or {}).get(path)
        if found is not None and _same(found.digest, text):
            return found.findings
        key = (path, text)
        if key not in self._changed:
            self._changed = {key: self._analyse({path: text}, [path])}
        changed = self._changed[key].get(path)
        return changed.findings if changed is not None else ()

    def _analyse(self, overlay: Mapping[str, str] | None = None, paths: Sequence[str] = ()) -> Table:
        made = adapter.settings([*self._filenames, *paths], self._given)
        return adapter.findings_by_file(made, [*self._filenames, *paths], overlay)

    def _from_parent(self) -> Table:
        """In a worker: what the main process left; without it the first worker analyses and the others wait for it."""
        parent = multiprocessing.parent_process()
        pid = parent.pid if parent is not None and parent.pid is not None else os.getpid()
        folder = _folder(pid)
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
            if not _private(folder):
                return self._analyse()
            file = folder / "findings.json"
            with FileLock(folder / "lock"):
                if file.exists():
                    return _read(file)
                table = self._analyse()
                _write(file, table)
                return table
        except (OSError, ValueError):
            return self._analyse()


def _folder(pid: int) -> Path:
    return Path(tempfile.gettempdir()) / f"hybridize-flake8-{pid}"


def _private(folder: Path) -> bool:
    """Nobody else may have put the folder there."""
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode):
        return False
    return not hasattr(os, "getuid") or (status.st_uid == os.getuid() and not status.st_mode & 0o077)


def _remove(pid: int, folder: Path) -> None:
    """At exit of the main process; forked workers inherit the registration and leave the folder alone."""
    if os.getpid() == pid:
        shutil.rmtree(folder, ignore_errors=True)


def _write(file: Path, table: Table) -> None:
    content = {path: [found.digest, [list(finding) for finding in found.findings]] for path, found in table.items()}
    part = file.with_suffix(".part")
    part.write_text(json.dumps(content), encoding="utf-8")
    part.replace(file)


def _read(file: Path) -> Table:
    content = json.loads(file.read_text(encoding="utf-8"))
    return {
        path: FileFindings(digest, tuple(HostFinding(*finding) for finding in findings))
        for path, (digest, findings) in content.items()
    }


def _same(digest: str, text: str) -> bool:
    """Whether the host's text is the one that was analysed: flake8 drops the byte order mark."""
    return digest in (adapter.text_digest(text), adapter.text_digest("\ufeff" + text))

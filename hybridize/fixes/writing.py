"""A plan reaches the disk: each file is replaced at once or not at all."""

from __future__ import annotations

import os
import re
import stat
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from hybridize.fixes.plans import FileChange, FixPlan

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

SUFFIX = ".hybridize"
_NEIGHBOUR = re.compile(r"\.(?P<target>.+)\.[a-z0-9_]{8}" + re.escape(SUFFIX))
"""What `tempfile` makes of the prefix and the suffix below."""


@dataclass(frozen=True)
class WriteFailure:
    """A file that was left as it is, and why."""

    change: FileChange
    reason: str


@dataclass(frozen=True)
class WriteResult:
    """What became of the changes of a plan."""

    written: tuple[FileChange, ...]
    failed: tuple[WriteFailure, ...]


def write(root: Path, plan: FixPlan) -> WriteResult:
    """Write the changes of a plan below `root`.

    A file whose bytes are no longer those that the plan started from is left alone, and so is a read-only one and one
    with several hard links (replacing it would part them). Symbolic links stay, what they point to is replaced.
    Permissions are kept. Whatever interrupts it, every file is either old or new.
    """
    written, failed = [], []
    for change in plan.changes:
        try:
            _replace(Path(os.path.realpath(root / change.path)), change)
        except OSError as error:
            failed.append(WriteFailure(change, error.strerror or str(error)))
        else:
            written.append(change)
    return WriteResult(tuple(written), tuple(failed))


def remove_stale(files: Iterable[Path]) -> None:
    """Remove what runs that were killed while they wrote one of these files left beside it.

    Only a regular file that is named as ours are, beside the file that it was to replace, and that no process holds:
    a run locks its new file until that has its name, and the system takes the lock from a process that ends, however
    it ends. Where locks do not work nothing is removed.
    """
    names: dict[Path, set[str]] = {}
    for file in files:
        target = Path(os.path.realpath(file))
        names.setdefault(target.parent, set()).add(target.name)
    for folder, targets in names.items():
        with suppress(OSError):
            for each in os.listdir(folder):
                match = _NEIGHBOUR.fullmatch(each)
                if match and match["target"] in targets:
                    _remove_unheld(folder / each)


def _remove_unheld(path: Path) -> None:
    with suppress(OSError):
        handle = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
        try:
            if stat.S_ISREG(os.fstat(handle).st_mode) and _lock(handle):
                os.unlink(path)
        finally:
            os.close(handle)


def _lock(handle: int, wait: bool = False) -> bool:
    """Whether an open file is now locked by this process; the lock ends with the process or the handle."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _replace(target: Path, change: FileChange) -> None:
    """Replace one file; raises OSError, with a reason in words, and then the file is as it was."""
    status = target.stat()
    if not status.st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not os.access(target, os.W_OK):
        raise OSError("the file is read-only")
    if status.st_nlink > 1:
        raise OSError("the file has several hard links")
    handle, name = _neighbour(target)
    try:
        with os.fdopen(handle, "wb", closefd=fcntl is None) as file:
            file.write(change.after)
            file.flush()
            os.fsync(handle)
        _copy_attributes(status, name)
        if target.read_bytes() != change.before:
            raise OSError("the file has changed since it was analysed")
        os.replace(name, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    finally:
        # Windows renames no open file, and has no lock that would end with it.
        if fcntl is not None:
            os.close(handle)
    _sync_folder(target.parent)


def _neighbour(target: Path) -> tuple[int, str]:
    """A new, empty file beside another, open and locked."""
    while True:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=SUFFIX, dir=target.parent)
        _lock(handle, wait=True)
        if os.path.exists(name):
            return handle, name
        # Another run found it before it was locked, and took it for stale.
        os.close(handle)


def _copy_attributes(status: os.stat_result, name: str) -> None:
    """Give the new file the owner, as far as that is allowed, and the permissions of the old one."""
    mine = os.stat(name)
    if hasattr(os, "chown") and (mine.st_uid, mine.st_gid) != (status.st_uid, status.st_gid):
        with suppress(PermissionError):
            os.chown(name, status.st_uid, status.st_gid)
    os.chmod(name, stat.S_IMODE(status.st_mode))


def _sync_folder(folder: Path) -> None:
    """Make the replacement itself durable, where the system lets folders be synced."""
    if hasattr(os, "O_DIRECTORY"):
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)

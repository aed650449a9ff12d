"""A plan reaches the disk: each file is replaced at once or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from hybridize.fixes.plans import FileChange, FixPlan


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


def _replace(target: Path, change: FileChange) -> None:
    """Replace one file; raises OSError, with a reason in words, and then the file is as it was."""
    status = target.stat()
    if not status.st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not os.access(target, os.W_OK):
        raise OSError("the file is read-only")
    if status.st_nlink > 1:
        raise OSError("the file has several hard links")
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".hybridize", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(change.after)
            file.flush()
            os.fsync(file.fileno())
        _copy_attributes(status, name)
        if target.read_bytes() != change.before:
            raise OSError("the file has changed since it was analysed")
        os.replace(name, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    _sync_folder(target.parent)


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

"""Which lines have changed since a revision, as git tells."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

_HUNK = re.compile(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@")


class GitError(Exception):
    """git cannot tell, in a sentence."""


class ChangedLines:
    """The lines of the files below a folder that differ from a revision, or are in no commit."""

    def __init__(self, root: Path, revision: str) -> None:
        """Raises GitError."""
        self._ranges: dict[str, list[range]] = {}
        quiet = ["--no-color", "--no-ext-diff", "--no-renames", "--relative", "-U0"]
        path = ""
        for line in _git(root, "-c", "core.quotePath=off", "diff", *quiet, revision, "--", ".").splitlines():
            hunk = _HUNK.match(line)
            if line.startswith("+++ "):
                path = line[4:].strip('"').removeprefix("b/").rstrip("\t")
            elif hunk is not None:
                start, count = int(hunk[1]), int(hunk[2] or 1)
                self._ranges.setdefault(path, []).append(range(start, start + max(count, 1)))
        listed = _git(root, "ls-files", "--others", "--exclude-standard", "-z")
        self._new = set(filter(None, listed.split("\0")))

    def touch(self, path: str, first: int, last: int) -> bool:
        """Whether a line of the file from `first` to `last` has changed."""
        if path in self._new:
            return True
        return any(first < each.stop and each.start <= last for each in self._ranges.get(path, ()))


def _git(root: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, check=False)
    except OSError as error:
        raise GitError(f"git cannot be run: {error.strerror or error}") from None
    if done.returncode:
        told = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["git failed"]
        raise GitError(told[0])
    return done.stdout.decode("utf-8", "surrogateescape")

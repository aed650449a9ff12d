"""The process that analyses: its cores, its threads, and settings that hold while any analysis runs."""

from __future__ import annotations

import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType

MAX_JOBS = 8
"""More processes than that are used only where somebody asks for them."""
STACK = 512 * 1024 * 1024
"""The bytes that are reserved for calls that follow calls of the analysed code."""
PROGRESS = "hybridize-progress"
"""The name of the thread that shows on a terminal how far an analysis has come."""


def usable_cores() -> int:
    """The cores that this process may use, at most `MAX_JOBS`."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MAX_JOBS)


@contextmanager
def memory_bounded(most: int) -> Iterator[None]:
    """Let an analysis have no more data than so many bytes in memory, where the system can see to that."""
    if sys.platform == "win32":
        yield
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    # The stack is reserved and hardly used, and stays reserved when its thread has ended.
    most += STACK
    resource.setrlimit(resource.RLIMIT_DATA, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


class SharedSetting:
    """A setting that several threads may need at once: `with setting:` around what needs it."""

    def __init__(self, change: Callable[[], Callable[[], None]]) -> None:
        """`change` changes the setting and gives back what restores it."""
        self._change = change
        self._lock = threading.Lock()
        self._users = 0
        self._restore: Callable[[], None] = _nothing

    def __enter__(self) -> None:
        with self._lock:
            if not self._users:
                self._restore = self._change()
            self._users += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with self._lock:
            self._users -= 1
            if not self._users:
                restore, self._restore = self._restore, _nothing
                restore()


def _nothing() -> None:
    """Restores what was not changed."""


def _silence() -> Callable[[], None]:
    held = warnings.catch_warnings()
    held.__enter__()
    warnings.simplefilter("ignore")
    return lambda: held.__exit__(None, None, None)


WARNINGS_IGNORED = SharedSetting(_silence)
"""Invalid escapes and the like in the analysed code are not our user's concern."""

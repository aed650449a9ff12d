"""Settings of the process that analyses need: they hold while any analysis runs, and the last one restores them."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable
from types import TracebackType


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

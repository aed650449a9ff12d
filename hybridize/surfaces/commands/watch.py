"""`--watch`: a run whenever a file changes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from hybridize.sources.discovery import SUFFIXES
from hybridize.sources.roots import by_root
from hybridize.surfaces.arguments import needs
from hybridize.surfaces.commands import CLEAN
from hybridize.surfaces.writing import tell

_CONFIGURATION = frozenset({"pyproject.toml", "setup.cfg", "setup.py", ".gitignore"})


def watch(arguments: argparse.Namespace) -> int:
    """Check now and after each change, until the user ends it; raises UsageError without the library for it."""
    if find_spec("watchfiles") is None:
        raise needs("--watch", "watch")
    check = import_module("hybridize.surfaces.commands.check").check
    roots = [Path(arguments.root)] if arguments.root else list(by_root(map(Path, arguments.paths or ["."])))
    changes = _changes(roots)
    while True:
        check(arguments, arguments.paths)
        sys.stdout.flush()
        tell("Watching for changes. Ctrl+C ends it.")
        if next(changes, None) is None:
            return CLEAN


def _changes(roots: list[Path]) -> Iterator[object]:
    """Something for each time that files of the projects change."""
    import watchfiles

    class Sources(watchfiles.DefaultFilter):
        """Code, notebooks, configuration; not what lies in caches and environments."""

        def __call__(self, change: watchfiles.Change, path: str) -> bool:
            named = path.endswith(SUFFIXES) or Path(path).name in _CONFIGURATION
            return named and super().__call__(change, path)

    yield from watchfiles.watch(*roots, watch_filter=Sources(), raise_interrupt=True)

"""`hybridize clean`: removes the results that earlier runs have kept."""

from __future__ import annotations

import argparse
from pathlib import Path

from hybridize.sources.roots import by_root
from hybridize.surfaces.cache import clean, clean_shared
from hybridize.surfaces.commands import CLEAN
from hybridize.surfaces.writing import tell


def run(arguments: argparse.Namespace) -> int:
    """Remove them for the projects of some paths; with `--all`, for every project that shares a folder as well."""
    explicit = None if arguments.root is None else Path(arguments.root)
    shared = clean_shared() if arguments.all else None
    if shared is not None:
        tell(f"Removed the results for every project in {shared}.")
    for root in by_root([Path(path) for path in arguments.paths or ["."]], explicit):
        folder = clean(root)
        if folder is not None:
            tell(f"Removed the results for {root} in {folder}.")
        elif shared is None:
            tell(f"There are no results to remove for {root}.")
    return CLEAN

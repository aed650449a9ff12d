"""`hybridize clean`: removes the results that earlier runs have kept."""

from __future__ import annotations

import argparse
from pathlib import Path

from hybridize.sources.roots import by_root
from hybridize.surfaces.cache import clean
from hybridize.surfaces.commands import CLEAN
from hybridize.surfaces.writing import tell


def run(arguments: argparse.Namespace) -> int:
    """Remove them for the projects of some paths."""
    explicit = None if arguments.root is None else Path(arguments.root)
    for root in by_root([Path(path) for path in arguments.paths or ["."]], explicit):
        removed = clean(root)
        for folder in removed:
            tell(f"Removed the results in {folder}.")
        if not removed:
            tell(f"There are no results to remove for {root}.")
    return CLEAN

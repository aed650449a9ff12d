"""Whether the analysis gets through code that nobody wrote for it: installed packages, whole repositories.

    python -m benchmarks.robust FOLDER [FOLDER ...] [--seconds 900]

Each folder is analysed in a process of its own, without a result cache, and makes a row of a table (Markdown). What
counts is that there is an end, and no internal error: exit status 1 otherwise. Seconds are processor time; the budgets
are the functions of which the analysis told less than it does in a small program, because it hit a limit of its own.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.cost import in_a_process, peak_memory


@dataclass(frozen=True)
class Passage:
    """The analysis of one folder, to its end."""

    files: int
    lines: int
    functions: int
    budgets: int
    unparsed: int
    """Files without a tree: no Python, or not of this version."""
    internal: tuple[str, ...]
    """Where the analysis itself failed."""
    seconds: float
    memory: float
    """Of the process at its largest, in MiB."""


def _analyse(folder: Path, seconds: int, answer: multiprocessing.SimpleQueue[Passage]) -> None:
    """In the child."""
    import resource

    import hybridize

    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    start = time.process_time()
    report = hybridize.analyze([folder], root=folder, no_cache=True)
    spent = time.process_time() - start
    statistics = report.statistics
    kinds = [error.kind for error in report.errors]
    internal = [f"{error.path}:{error.line}: {error.message}" for error in report.errors if error.kind == INTERNAL]
    answer.put(
        Passage(
            statistics.files, statistics.lines, statistics.functions, statistics.budgets_hit,
            kinds.count("syntax-error"), tuple(internal), spent,
            peak_memory(),
        )
    )  # fmt: skip


INTERNAL = "internal-error"


def passage(folder: Path, seconds: int) -> Passage | None:
    """The analysis of a folder; None where it did not end in so many processor seconds, or its process failed."""
    found: Passage | None = in_a_process(_analyse, folder, seconds)[1]
    return found


def row(folder: Path, found: Passage | None) -> str:
    """One line of the table."""
    if found is None:
        return f"| {folder.name} | no end |"
    return (
        f"| {folder.name} | {found.files:,} | {found.lines:,} | {found.functions:,} | {found.seconds:.1f} |"
        f" {found.memory:,.0f} | {found.budgets:,} | {found.unparsed} | {len(found.internal)} |"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; see the module's text."""
    parser = argparse.ArgumentParser(prog="benchmarks.robust", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--seconds", type=int, default=900, help="processor time that a folder may take")
    options = parser.parse_args(arguments)
    print("| folder | files | lines | functions | seconds | MiB | budgets hit | not parsed | internal errors |")
    print("|---|---|---|---|---|---|---|---|---|")
    failed = 0
    for folder in (path.resolve() for path in options.folders):
        found = passage(folder, options.seconds)
        print(row(folder, found), flush=True)
        for message in found.internal if found is not None else ():
            print(f"{folder.name}: {message}", file=sys.stderr)
        failed += found is None or bool(found.internal)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

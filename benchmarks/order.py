"""Whether verdicts hang on the order in which functions are judged: by place, in reverse, and at random.

    python -m benchmarks.order FOLDER ... [--shuffles 1]
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path

from hybridize.inference import analyze
from hybridize.inference.results.facts import FunctionFacts
from hybridize.program import build
from hybridize.settings import AnalysisOptions
from hybridize.sources.project import load_project
from hybridize.verdicts.decide.verdicts import decide
from hybridize.verdicts.model.verdict import Verdict

Order = Callable[[list[FunctionFacts]], None]
"""Brings functions into another order, in place."""


def verdicts(folder: Path, order: Order) -> list[Verdict]:
    """The verdicts on the functions of a project, judged in an order, from an analysis of their own."""
    options = AnalysisOptions()
    facts = analyze(build(load_project(folder, options)), options)
    order(facts.functions)
    return decide(facts, options)


def orders(shuffles: int) -> Iterator[tuple[str, Order]]:
    """Orders other than that by place, with their names."""
    yield "in reverse", list.reverse
    for seed in range(shuffles):
        yield f"shuffled ({seed})", random.Random(seed).shuffle


def differences(folder: Path, shuffles: int) -> Iterator[str]:
    """One line for each part of a verdict that hangs on the order."""
    by_place = verdicts(folder, lambda functions: None)
    for name, order in orders(shuffles):
        for one, other in zip(by_place, verdicts(folder, order), strict=True):
            for field in fields(Verdict):
                before, after = getattr(one, field.name), getattr(other, field.name)
                if before != after:
                    yield f"{one.path}:{one.place.line} {name}: {field.name}: {before} -> {after}"


def main() -> int:
    """The command: its exit status says whether anything hangs on the order."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.order", description=__doc__.partition("\n")[0])
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--shuffles", type=int, default=1, help="orders at random (default: %(default)s)")
    options = parser.parse_args()
    found = 0
    for folder in options.folders:
        lines = list(differences(folder, options.shuffles))
        print("\n".join([f"{folder}: {len(lines)} differences", *lines[:20]]))
        found += len(lines)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

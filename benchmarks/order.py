"""Whether verdicts hang on the order in which functions are judged: by place, in reverse, at random, in two processes.

    python -m benchmarks.order FOLDER ... [--shuffles 1] [--each]

Each project is analysed once, and judged by copies of this process, none of which knows what another has asked.
"""

from __future__ import annotations

import argparse
import os
import pickle
import random
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

from hybridize.inference import analyze
from hybridize.inference.facts.facts import Facts
from hybridize.program import build
from hybridize.settings import AnalysisOptions
from hybridize.sources.model import Project
from hybridize.sources.project import load_project
from hybridize.verdicts.decide.verdicts import decide
from hybridize.verdicts.model.verdict import Verdict

Judge = Callable[[Facts, AnalysisOptions], list[Verdict]]


def by_place(facts: Facts, options: AnalysisOptions) -> list[Verdict]:
    """Judge in the order in which functions stand."""
    return decide(facts, options)


def in_reverse(facts: Facts, options: AnalysisOptions) -> list[Verdict]:
    """Judge the last function first."""
    facts.functions.reverse()
    return decide(facts, options)


def shuffled(seed: int, facts: Facts, options: AnalysisOptions) -> list[Verdict]:
    """Judge in an order that chance gives."""
    random.Random(seed).shuffle(facts.functions)
    return decide(facts, options)


def in_two_processes(facts: Facts, options: AnalysisOptions) -> list[Verdict]:
    """Let two processes judge, each of which takes the next functions when it is done with some."""
    return decide(facts, options, jobs=2)


def orders(shuffles: int) -> Iterator[tuple[str, Judge]]:
    """Orders other than that by place, with their names."""
    yield "in reverse", in_reverse
    for seed in range(shuffles):
        yield f"shuffled ({seed})", partial(shuffled, seed)
    yield "in two processes", in_two_processes


def in_copy(judge: Judge, facts: Facts, options: AnalysisOptions) -> list[Verdict]:
    """The verdicts that a copy of this process comes to, which leaves nothing behind here."""
    read, write = os.pipe()
    process = os.fork()
    if not process:
        try:
            with open(write, "wb") as stream:
                pickle.dump(judge(facts, options), stream)
            os._exit(0)
        except BaseException:
            sys.excepthook(*sys.exc_info())
        finally:
            os._exit(1)
    os.close(write)
    with open(read, "rb") as stream:
        answer = stream.read()
    if os.waitpid(process, 0)[1]:
        raise RuntimeError("the copy that judges has failed")
    return cast("list[Verdict]", pickle.loads(answer))


def differences(project: Project, options: AnalysisOptions, shuffles: int) -> Iterator[str]:
    """One line for each part of a verdict that hangs on the order."""
    facts = analyze(build(project), options)
    expected = in_copy(by_place, facts, options)
    for name, judge in orders(shuffles):
        for one, other in zip(expected, in_copy(judge, facts, options), strict=True):
            for field in fields(Verdict):
                before, after = getattr(one, field.name), getattr(other, field.name)
                if before != after:
                    yield f"{one.path}:{one.place.line} {name}: {field.name}: {before} -> {after}"


def alone(folder: Path, options: AnalysisOptions) -> Iterator[Project]:
    """Each file of a folder as a project of its own."""
    for file in sorted(folder.rglob("*.py")):
        with TemporaryDirectory() as place:
            shutil.copy(file, place)
            yield load_project(Path(place), options)


def main() -> int:
    """The command: its exit status says whether anything hangs on the order."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.order", description=__doc__.partition("\n")[0])
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--shuffles", type=int, default=1, help="orders at random (default: %(default)s)")
    parser.add_argument("--each", action="store_true", help="take each file for a project of its own")
    chosen = parser.parse_args()
    options = AnalysisOptions()
    found = 0
    for folder in chosen.folders:
        begin = time.monotonic()
        lines: list[str] = []
        for project in alone(folder, options) if chosen.each else [load_project(folder, options)]:
            lines += differences(project, options, chosen.shuffles)
        seconds = time.monotonic() - begin
        print("\n".join([f"{folder}: {len(lines)} differences ({seconds:.0f} s)", *lines[:20]]), flush=True)
        found += len(lines)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

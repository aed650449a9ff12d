"""How much faster the fixes make whole programs, once what they trace is traced.

    python -m benchmarks.speed [PROGRAM ...] [--by fix|unsafe] [--python PYTHON-WITH-TENSORFLOW] [--output FILE.json]
    python -m benchmarks.speed --subject benchmarks/subjects/NAME.json --at FOLDER ...

A fixed copy runs in pairs: with the functions that got a decorator run eagerly, and as graphs. What is compared is the
processor time of the whole program less TensorFlow's import and less the first two calls of each hybrid function, which
trace. A pair's ratio is the speed-up; of several pairs the median counts. Pairs are added where the ratio is near one.
`--output` adds the results to a file; `--summary FILE.json` prints such a file with its geometric mean.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.differential import (
    CHANGES,
    TIMEOUT,
    changed_copy,
    changed_functions,
    compare_runs,
    copy_tree,
    observe,
    programs,
)
from benchmarks.subjects import adapt

PAIRS = 3
MOST_PAIRS = 7
NEAR_ONE = 1.25
"""Below this ratio the number of pairs is `MOST_PAIRS`."""
LEAST = 0.05
"""Seconds: what remains of a program after the first calls must be more than that to be compared."""


@dataclass(frozen=True)
class Job:
    """One program to be measured: the changed copy, and what of it was changed."""

    name: str
    program: Path
    changed: tuple[str, ...]
    arguments: tuple[str, ...] = ()
    environment: Mapping[str, str] | None = None
    timeout: float = TIMEOUT


@dataclass(frozen=True)
class Speed:
    """What was measured of a program."""

    functions: list[str]
    """Those with new decorators that ran."""
    eager: list[float]
    graph: list[float]
    """Seconds after the first calls, pair by pair."""
    first: float
    """Seconds that the first calls took as graphs beyond what they took eagerly: the price."""
    differences: list[str]
    """What the eager and the graph run differ in."""

    @property
    def faster(self) -> float | None:
        """The speed-up, None where nothing ran that was changed, or nothing remained after the first calls."""
        if not self.functions or not self.eager or max(self.eager[0], self.graph[0]) < LEAST:
            return None
        return statistics.median(old / new for old, new in zip(self.eager, self.graph, strict=True))


def measure(job: Job, python: str) -> Speed:
    """Run a program in pairs; raises RuntimeError when it fails."""
    executed: list[str] = []
    eager: list[float] = []
    graph: list[float] = []
    first: list[float] = []
    differences: list[str] = []
    while len(eager) < PAIRS or (len(eager) < MOST_PAIRS and _near_one(eager, graph)):
        runs = [
            observe(job.program, job.arguments, python, job.timeout, eagerly=which, environment=job.environment)
            for which in (job.changed, ())
        ]
        for run in runs:
            if run.status:
                raise RuntimeError(f"{job.name}: {run.errors.strip()[-1000:]}")
        old, new = runs
        executed = [name for name in job.changed if name in new.functions and new.functions[name]["calls"]]
        differences = compare_runs(old, new)
        if not executed:
            break
        eager.append(old.seconds - old.warming)
        graph.append(new.seconds - new.warming)
        first.append(new.warming - old.warming)
    return Speed(executed, eager, graph, statistics.median(first) if first else 0.0, differences)


def _near_one(eager: Sequence[float], graph: Sequence[float]) -> bool:
    """Whether more pairs are needed to tell which is faster."""
    return statistics.median(old / new for old, new in zip(eager, graph, strict=True)) < NEAR_ONE


def program_jobs(chosen: Sequence[Path], by: str, steps: int | None) -> Iterator[Job]:
    """The programs that a change changes."""
    with changed_copy(chosen, CHANGES[by]) as folder:
        for original in chosen:
            changed = folder / original.name
            names = changed_functions(original, changed)
            yield Job(original.stem, changed, names, ("--steps", str(steps)) if steps else ())


def subject_jobs(file: Path, source: Path, by: str) -> Iterator[Job]:
    """The programs of a subject, if the change changes it."""
    recipe = json.loads(file.read_text("utf-8"))
    with tempfile.TemporaryDirectory(prefix="hybridize-") as name:
        before, after = Path(name).resolve() / "before", Path(name).resolve() / "after"
        copy_tree(source, before)
        adapt(recipe, before)
        copy_tree(before, after)
        CHANGES[by](after)
        names = changed_functions(before, after)
        for program, arguments in recipe["programs"].items():
            label = f"{file.stem}: {program} {' '.join(arguments)}".strip()
            timeout = recipe.get("timeout", TIMEOUT)
            yield Job(label, after / program, names, tuple(arguments), recipe.get("environment", {}), timeout)


def add(file: Path, by: str, job: Job, speed: Speed) -> None:
    """Write a result into a file of results, in the place of an earlier one."""
    known = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    rounded = {key: [round(s, 3) for s in value] for key, value in (("eager", speed.eager), ("graph", speed.graph))}
    ratio = speed.faster
    known.setdefault(by, {})[job.name] = {
        **asdict(speed),
        **rounded,
        "first": round(speed.first, 2),
        "faster": None if ratio is None else round(ratio, 2),
    }
    file.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def summary(file: Path) -> str:
    """The results of a file as lines, with the geometric mean for each kind of change."""
    lines = []
    for by, results in json.loads(file.read_text("utf-8")).items():
        lines += [_line(name, entry) for name, entry in results.items()]
        ratios = [entry["faster"] for entry in results.values() if entry["faster"] is not None]
        slower = sum(ratio < 0.95 for ratio in ratios)
        differ = sum(bool(entry["differences"]) for entry in results.values())
        lines.append(
            f"by {by}: {len(ratios)} programs of {len(results)} with changed functions that ran, geometric mean "
            f"{statistics.geometric_mean(ratios):.2f}, least {min(ratios):.2f}, {slower} below 0.95, {differ} differ"
        )
    return "\n".join(lines)


def _line(name: str, entry: Mapping[str, object]) -> str:
    """One program: how many functions, how much faster, what the first calls cost."""
    functions, ratio = entry["functions"], entry["faster"]
    assert isinstance(functions, list)
    return f"{name:60}{len(functions):3} functions {'-' if ratio is None else f'{ratio}x':>8}  first {entry['first']} s"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; see the module's text."""
    parser = argparse.ArgumentParser(prog="benchmarks.speed", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("programs", nargs="*", type=Path, help="files and packages (default: all)")
    parser.add_argument("--by", choices=sorted(CHANGES), default="fix", help="what changes the copies")
    parser.add_argument("--steps", type=int, help="passed on to the programs")
    parser.add_argument("--python", default=sys.executable, help="an interpreter that has TensorFlow")
    parser.add_argument("--subject", type=Path, help="the edits that make a subject run")
    parser.add_argument("--at", type=Path, help="where the subject is")
    parser.add_argument("--output", type=Path, help="where the results are added")
    parser.add_argument("--summary", type=Path, help="print the results of a file, measure nothing")
    options = parser.parse_args(arguments)
    if options.summary:
        print(summary(options.summary))
        return 0
    chosen = [path.resolve() for path in options.programs] or programs()
    jobs = (
        subject_jobs(options.subject, options.at, options.by)
        if options.subject
        else program_jobs(chosen, options.by, options.steps)
    )
    status = 0
    for job in jobs:
        if not job.changed:
            print(f"{job.name:60}  nothing changed", flush=True)
            continue
        try:
            speed = measure(job, options.python)
        except RuntimeError as error:
            print(error, file=sys.stderr)
            status = 1
            continue
        ratio = speed.faster
        print(_line(job.name, {**asdict(speed), "first": round(speed.first, 2), "faster": ratio and round(ratio, 2)}))
        print(*(f"    {text}" for text in [*speed.functions, *speed.differences]), sep="\n", flush=True)
        if options.output:
            add(options.output, options.by, job, speed)
    return status


if __name__ == "__main__":
    sys.exit(main())

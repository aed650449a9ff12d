"""Run programs as they are and after a change, and compare what they do.

    python -m benchmarks.differential [PROGRAM ...] [--by fix|unsafe|expectations] [--python PYTHON-WITH-TENSORFLOW]
    python -m benchmarks.differential --subject benchmarks/subjects/NAME.json --at FOLDER

`--by fix` (the default) changes a copy with `hybridize --fix`, `--by unsafe` with the unsafe fixes as well; `--by
expectations` decorates what the programs' own comments say, which proves the comments and not the tool. A subject is a
project at FOLDER with a list of edits that make its programs run (see `benchmarks.subjects`). The exit status is 1 when
a program behaves otherwise or is traced again and again.

Programs run in processes of their own on one CPU thread, without a GPU, under `benchmarks/observer.py`. Exit status,
exception and text must agree, integers too; decimal numbers within a relative tolerance or one unit of the last digit
printed. A function that got a decorator must not be traced again and again. `--times` tells what its calls cost,
`--calls` how far each one is from an eager call with the same arguments and variables: for programs that make much of
rounding.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from benchmarks.expectations import decorated, follow_expectations, python_files

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "benchmarks" / "programs"
OBSERVER = ROOT / "benchmarks" / "observer.py"
RELATIVE_TOLERANCE = 2e-3
RETRACED = 3
"""So many traces, and at least one in two calls, are too many."""
TIMEOUT = 300.0

QUIET_AND_REPEATABLE = {
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "CUDA_VISIBLE_DEVICES": "-1",
    "OMP_NUM_THREADS": "1",
    "TF_NUM_INTRAOP_THREADS": "1",
    "TF_NUM_INTEROP_THREADS": "1",
    "TF_ENABLE_ONEDNN_OPTS": "0",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
}
"""One thread and no reordered sums, so that two runs of one program print the same."""

_NUMBER = re.compile(r"[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?")
_WRAPPED = "StagingError"
"""What AutoGraph makes of an exception whose constructor it does not know."""
_RETRACING = "triggered tf.function retracing"


@dataclass(frozen=True)
class Run:
    """How a program ran."""

    status: int
    output: str
    errors: str
    cpu_seconds: float
    """User and system time of the process; 0 where the platform does not count its children's time."""
    exception: str | None = None
    """The type of the exception that ended it, if it was observed."""
    seconds: float = 0.0
    """What the observed program took of processor time, without TensorFlow's import and Python's start."""
    warming: float = 0.0
    """The part of it in the first calls of hybrid functions, which trace."""
    functions: Mapping[str, Mapping[str, float | None]] = field(default_factory=dict)
    """What the observer saw of each hybrid function: objects, traces, calls, first, later (median seconds)."""


@dataclass(frozen=True)
class Comparison:
    """A program before and after."""

    name: str
    changed: tuple[str, ...]
    """The functions whose decorators changed, as `file:qualname`."""
    differences: tuple[str, ...]
    retraced: tuple[str, ...] = ()
    runs: bool = True
    """The program as it is ended with status 0."""
    after: Run | None = None
    """The run of the changed program, if it was changed."""


class ToolError(RuntimeError):
    """`hybridize --fix` did not work; the message is what it printed on stderr."""


def programs(folder: Path = PROGRAMS) -> list[Path]:
    """The programs of a folder, sorted: files, and packages with a `__main__`."""
    return sorted(
        path
        for path in folder.iterdir()
        if (path.suffix == ".py" and path.is_file()) or (path / "__main__.py").is_file()
    )


def observe(
    program: Path,
    arguments: Sequence[str] = (),
    python: str = sys.executable,
    timeout: float = TIMEOUT,
    *,
    eagerly: Sequence[str] = (),
    alongside: Sequence[str] = (),
    environment: Mapping[str, str] | None = None,
) -> Run:
    """Run a program that uses TensorFlow under the observer.

    `eagerly` names hybrid functions to run eagerly, `alongside` those whose calls are compared with eager ones.
    """
    with tempfile.TemporaryDirectory(prefix="hybridize-") as name:
        result = Path(name) / "observed.json"
        wrapper = [str(OBSERVER), str(result)]
        for option, names in (("--eagerly", eagerly), ("--alongside", alongside)):
            wrapper += [option, ",".join(names)] if names else []
        done = run(program, arguments, python, timeout, wrapper=wrapper, environment=environment)
        if not result.is_file():
            return done
        observed = json.loads(result.read_text("utf-8"))
        return replace(done, **observed)


def run(
    program: Path,
    arguments: Sequence[str] = (),
    python: str = sys.executable,
    timeout: float = TIMEOUT,
    *,
    wrapper: Sequence[str] = (),
    environment: Mapping[str, str] | None = None,
) -> Run:
    """Run a program (a package as `-m`) in a process of its own; a program that takes too long has status 124."""
    target = [*wrapper, *(["-m", program.name] if program.is_dir() else [program.name])]
    before = os.times()
    try:
        done = subprocess.run(
            [python, *target, *arguments],
            cwd=program.parent,
            env={**os.environ, **QUIET_AND_REPEATABLE, **(environment or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=timeout,
        )
        status, output, errors = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        status, output, errors = 124, "", f"no end after {timeout:g} s"
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return Run(status, output, errors, cpu)


def compare_text(before: str, after: str, relative: float = RELATIVE_TOLERANCE) -> list[str]:
    """What two outputs differ in, a sentence for each line; nothing when they agree."""
    old, new = before.splitlines(), after.splitlines()
    found = [
        f"line {number}: {a!r} became {b!r}"
        for number, (a, b) in enumerate(zip(old, new), 1)
        if not _same_line(a, b, relative)
    ]
    if len(old) != len(new):
        found.append(f"{len(old)} lines became {len(new)}")
    return found


def _same_line(before: str, after: str, relative: float) -> bool:
    """Whether two lines agree: the text exactly, the numbers within the tolerance."""
    if _NUMBER.sub("#", before) != _NUMBER.sub("#", after):
        return False
    return all(_same_number(a, b, relative) for a, b in zip(_NUMBER.findall(before), _NUMBER.findall(after)))


def _same_number(before: str, after: str, relative: float) -> bool:
    """Integers agree exactly, decimals relatively or within one unit of the last digit of either."""
    if before == after:
        return True
    if before.lstrip("+-").isdigit() and after.lstrip("+-").isdigit():
        return False
    a, b = float(before), float(after)
    return abs(a - b) <= max(relative * max(abs(a), abs(b)), 1.001 * _last_digit(before), 1.001 * _last_digit(after))


def _last_digit(number: str) -> float:
    """The value of one unit of the last digit of a printed number."""
    mantissa, _, exponent = number.lower().partition("e")
    return float(10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2])))


def compare_runs(before: Run, after: Run, relative: float = RELATIVE_TOLERANCE) -> list[str]:
    """What two runs of a program differ in: exit status, exception, output."""
    if before.status != after.status:
        return [f"exit status {before.status} became {after.status}: {after.errors.strip()[-2000:]}"]
    found = compare_text(before.output, after.output, relative)
    if before.exception != after.exception and not (before.exception and after.exception == _WRAPPED):
        found.append(f"exception {before.exception} became {after.exception}")
    return found


def retraced(before: Run, after: Run) -> list[str]:
    """Which functions are traced again and again, and were not before: the results are the same, the gain is lost."""
    found = []
    if _RETRACING in after.errors and _RETRACING not in before.errors:
        most = sorted(after.functions.items(), key=lambda item: -(item[1]["traces"] or 0))[:3]
        counts = ", ".join(f"{name} traced {seen['traces']} times in {seen['calls']} calls" for name, seen in most)
        found.append(f"TensorFlow now warns of retracing: {counts}")
    for name, seen in after.functions.items():
        traces, calls = seen["traces"] or 0, seen["calls"] or 0
        # What is called while another function is traced is traced with it, for each shape once.
        nested = seen.get("nested") or 0
        own, eager = traces - nested, calls - nested
        # Two traces are normal where the first call makes variables.
        if own >= RETRACED and 2 * own >= eager > 0 and name not in before.functions:
            found.append(f"{name} is traced {traces} times in {calls} calls")
    return found


def fix(folder: Path, options: Sequence[str] = ()) -> None:
    """Apply the safe fixes to everything in a folder; raises ToolError when the tool fails."""
    command = [sys.executable, "-m", "hybridize", "--fix", "--no-cache", *options, "--root", str(folder), str(folder)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=folder, timeout=TIMEOUT)
    if done.returncode not in (0, 1) or "was not changed" in done.stderr:
        raise ToolError(f"hybridize --fix ended with status {done.returncode}: {done.stderr.strip()[-2000:]}")


def decorate(folder: Path) -> None:
    """Decorate what the programs' comments expect to be decorated."""
    for path in python_files(folder):
        path.write_text(follow_expectations(path.read_text("utf-8"), str(path)), "utf-8")


def fix_unsafely(folder: Path) -> None:
    """Apply the unsafe fixes, too."""
    fix(folder, ["--unsafe-fixes"])


def extract(folder: Path) -> None:
    """Make functions of the steps in loops, wherever that may be done at all."""
    fix(folder, ["--unsafe-fixes", "--preview", "--select", "HYB017"])


CHANGES: dict[str, Callable[[Path], None]] = {
    "fix": fix, "unsafe": fix_unsafely, "expectations": decorate, "steps": extract
}  # fmt: skip


def copy_tree(source: Path, target: Path) -> None:
    """Copy a folder without its permissions: the copy is to be changed."""
    ignored = shutil.ignore_patterns(".git", "__pycache__")
    shutil.copytree(source, target, ignore=ignored, copy_function=shutil.copyfile)
    for folder in [target, *target.rglob("*/")]:
        folder.chmod(0o755)


@contextmanager
def changed_copy(originals: Sequence[Path], change: Callable[[Path], None]) -> Iterator[Path]:
    """A temporary folder with copies of programs, all changed in one go."""
    with tempfile.TemporaryDirectory(prefix="hybridize-") as name:
        folder = Path(name).resolve()
        for original in originals:
            if original.is_dir():
                copy_tree(original, folder / original.name)
            else:
                shutil.copyfile(original, folder / original.name)
        change(folder)
        yield folder


def changed_functions(before: Path, after: Path) -> tuple[str, ...]:
    """The functions whose number of decorators differs between a program and its copy, as `file:qualname`.

    Those that the program does not have are among them.
    """
    found = []
    for old in python_files(before):
        new = after / old.relative_to(before) if before.is_dir() else after
        known, counts = decorated(old.read_text("utf-8")), decorated(new.read_text("utf-8"))
        found += [f"{old.name}:{name}" for name, n in known.items() if counts[name] != n]
        found += [f"{old.name}:{name}" for name, n in counts.items() if n and name not in known]
    return tuple(found)


def compare_program(
    original: Path, changed: Path, arguments: Sequence[str], python: str, environment: Mapping[str, str] | None = None
) -> Comparison:
    """Run a program and its changed copy, and compare them; an unchanged copy is not run again."""
    functions = changed_functions(original, changed)
    before = observe(original, arguments, python, environment=environment)
    if not functions:
        return Comparison(original.name, functions, (), runs=before.status == 0)
    return compared(original.name, functions, before, observe(changed, arguments, python, environment=environment))


def compared(name: str, functions: tuple[str, ...], before: Run, after: Run) -> Comparison:
    """Two runs of a program, compared."""
    differences, traced = compare_runs(before, after), retraced(before, after)
    return Comparison(name, functions, tuple(differences), tuple(traced), before.status == 0, after)


def report(result: Comparison) -> None:
    """Print a comparison."""
    verdict = "DIFFERS" if result.differences else "retrace" if result.retraced else "same" if result.runs else "fails"
    print(f"{verdict:8}{result.name:40}{len(result.changed):3} functions changed", flush=True)
    for difference in (*result.differences, *result.retraced):
        print(f"        {difference}")


def report_times(changed: Path, result: Comparison, arguments: Sequence[str], python: str) -> None:
    """Print what the calls of hybrid functions cost, in the changed program and when it runs eagerly."""
    if result.after is None:
        return
    eager = observe(changed, arguments, python, eagerly=result.changed).functions
    for name, seen in result.after.functions.items():
        times = [seen["first"], seen["later"], eager.get(name, {}).get("later")]
        first, later, before = (f"{1e3 * value:9.2f}" if value is not None else f"{'-':>9}" for value in times)
        print(f"        {name:50} traces {seen['traces']} calls {seen['calls']} first {first} ms", end="")
        print(f" later {later} ms eager {before} ms")


def report_calls(
    changed: Path,
    names: Sequence[str],
    arguments: Sequence[str],
    python: str,
    timeout: float = TIMEOUT,
    *,
    environment: Mapping[str, str] | None = None,
) -> None:
    """Print how far the calls of changed functions are from eager ones with the same arguments and variables."""
    seen = observe(changed, arguments, python, timeout, alongside=names, environment=environment).functions
    for name in sorted(set(names) & set(seen)):
        found = seen[name]
        apart = ", ".join(f"{kind} {found.get(kind) or 0.0:.1e}" for kind in ("outputs", "variables", "gradients"))
        counts = f"{found.get('unlike') or 0:.0f} of {found.get('compared') or 0:.0f} calls are unlike eager ones"
        print(f"        {name:50} {counts}; apart at most: {apart}")


def conclude(results: Sequence[Comparison], seconds: float) -> int:
    """Print the counts; the exit status."""
    differ = sum(bool(result.differences) for result in results)
    traced = sum(bool(result.retraced) for result in results)
    changed = sum(bool(result.changed) for result in results)
    functions = sum(len(result.changed) for result in results)
    failing = sum(not result.runs for result in results)
    print(f"{len(results)} programs, {failing} of them fail as they are; {functions} functions changed in {changed};")
    print(f"{len(results) - differ} behave as before, {differ} do not; {traced} are traced too often ({seconds:.0f} s)")
    return 1 if differ or traced else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; see the module's text."""
    parser = argparse.ArgumentParser(prog="benchmarks.differential", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("programs", nargs="*", type=Path, help="files and packages (default: all)")
    parser.add_argument("--by", choices=sorted(CHANGES), default="fix", help="what changes the copies")
    parser.add_argument("--target", metavar="VERSION", help="the TensorFlow that `hybridize --fix` is told of")
    parser.add_argument("--apart", action="store_true", help="each program is a project of its own")
    parser.add_argument("--steps", type=int, help="passed on to the programs")
    parser.add_argument("--changed-only", action="store_true", help="do not run what was not changed")
    parser.add_argument("--times", action="store_true", help="tell what calls cost, first and later, and eagerly")
    parser.add_argument(
        "--calls", action="store_true", help="compare each call of a changed function with an eager one"
    )
    parser.add_argument("--python", default=sys.executable, help="an interpreter that has TensorFlow")
    parser.add_argument("--subject", type=Path, help="the edits that make a subject run")
    parser.add_argument("--at", type=Path, help="where the subject is")
    options = parser.parse_args(arguments)
    start = time.perf_counter()
    results: list[Comparison] = []
    change = CHANGES[options.by]
    if options.target:
        change = partial(fix, options=["--target-tensorflow", options.target])
    try:
        if options.subject:
            from benchmarks.subjects import compare_subject

            results = compare_subject(options.subject, options.at, change, options.python, options.calls)
            return conclude(results, time.perf_counter() - start)
        chosen = [path.resolve() for path in options.programs] or programs()
        passed_on = ["--steps", str(options.steps)] if options.steps else []
        for together in [[path] for path in chosen] if options.apart else [chosen]:
            with changed_copy(together, change) as folder:
                for original in together:
                    changed = folder / original.name
                    if options.changed_only and not changed_functions(original, changed):
                        continue
                    results.append(compare_program(original, changed, passed_on, options.python))
                    report(results[-1])
                    if options.times:
                        report_times(changed, results[-1], passed_on, options.python)
                    if options.calls and results[-1].changed:
                        report_calls(changed, results[-1].changed, passed_on, options.python)
    except ToolError as error:
        print(error, file=sys.stderr)
        return 2
    return conclude(results, time.perf_counter() - start)


if __name__ == "__main__":
    sys.exit(main())

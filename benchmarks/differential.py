"""Run programs as they are and after a change, and compare what they print.

    python -m benchmarks.differential [PROGRAM ...] [--by fix|expectations] [--python PYTHON-WITH-TENSORFLOW]

`--by fix` (the default) changes a copy with `hybridize --fix`; `--by expectations` decorates what the programs' own
comments say, which proves the comments and not the tool. The exit status is 1 when a program behaves otherwise.

Programs run in processes of their own on one CPU thread, without a GPU. Text must agree exactly, integers too;
decimal numbers agree within a relative tolerance or one unit of the last digit printed.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.expectations import decorated, follow_expectations, python_files

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "benchmarks" / "programs"
RELATIVE_TOLERANCE = 2e-3
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
_RETRACING = "triggered tf.function retracing"


@dataclass(frozen=True)
class Run:
    """How a program ran."""

    status: int
    output: str
    errors: str
    cpu_seconds: float
    """User and system time of the process; 0 where the platform does not count its children's time."""


@dataclass(frozen=True)
class Comparison:
    """A program before and after."""

    name: str
    changed: tuple[str, ...]
    """The functions whose decorators changed, as `file:qualname`."""
    differences: tuple[str, ...]


class ToolError(RuntimeError):
    """`hybridize --fix` did not work; the message is what it printed on stderr."""


def programs(folder: Path = PROGRAMS) -> list[Path]:
    """The programs of a folder, sorted: files, and packages with a `__main__`."""
    return sorted(
        path
        for path in folder.iterdir()
        if (path.suffix == ".py" and path.is_file()) or (path / "__main__.py").is_file()
    )


def run(program: Path, arguments: Sequence[str] = (), python: str = sys.executable, timeout: float = TIMEOUT) -> Run:
    """Run a program (a package as `-m`) in a process of its own; a program that takes too long has status 124."""
    target = ["-m", program.name] if program.is_dir() else [program.name]
    before = os.times()
    try:
        done = subprocess.run(
            [python, *target, *arguments],
            cwd=program.parent,
            env={**os.environ, **QUIET_AND_REPEATABLE},
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
    """What two runs of a program differ in: exit status, output, TensorFlow's warning of retracing."""
    if before.status != after.status:
        return [f"exit status {before.status} became {after.status}: {after.errors.strip()[-2000:]}"]
    found = compare_text(before.output, after.output, relative)
    if _RETRACING in after.errors and _RETRACING not in before.errors:
        found.append("TensorFlow now warns of retracing")
    return found


def fix(folder: Path) -> None:
    """Apply the safe fixes to everything in a folder; raises ToolError when the tool fails."""
    command = [sys.executable, "-m", "hybridize", "--fix", "--no-cache", "--root", str(folder), str(folder)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=folder, timeout=TIMEOUT)
    if done.returncode not in (0, 1):
        raise ToolError(f"hybridize --fix ended with status {done.returncode}: {done.stderr.strip()[-2000:]}")


def decorate(folder: Path) -> None:
    """Decorate what the programs' comments expect to be decorated."""
    for path in python_files(folder):
        path.write_text(follow_expectations(path.read_text("utf-8"), str(path)), "utf-8")


CHANGES: dict[str, Callable[[Path], None]] = {"fix": fix, "expectations": decorate}


@contextmanager
def changed_copy(originals: Sequence[Path], change: Callable[[Path], None]) -> Iterator[Path]:
    """A temporary folder with copies of programs, all changed in one go."""
    with tempfile.TemporaryDirectory(prefix="hybridize-") as name:
        folder = Path(name).resolve()
        for original in originals:
            if original.is_dir():
                shutil.copytree(original, folder / original.name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(original, folder)
        change(folder)
        yield folder


def changed_functions(before: Path, after: Path) -> tuple[str, ...]:
    """The functions whose number of decorators differs between a program and its copy, as `file:qualname`."""
    found = []
    for old in python_files(before):
        new = after / old.relative_to(before) if before.is_dir() else after
        counts = decorated(new.read_text("utf-8"))
        found += [f"{old.name}:{name}" for name, n in decorated(old.read_text("utf-8")).items() if counts[name] != n]
    return tuple(found)


def compare_program(original: Path, changed: Path, arguments: Sequence[str], python: str) -> Comparison:
    """Run a program and its changed copy, and compare them; an unchanged copy is not run again."""
    functions = changed_functions(original, changed)
    before = run(original, arguments, python)
    if before.status != 0:
        differences = [f"does not run as it is: exit status {before.status}: {before.errors.strip()[-2000:]}"]
    else:
        differences = compare_runs(before, run(changed, arguments, python)) if functions else []
    return Comparison(original.name, functions, tuple(differences))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; see the module's text."""
    parser = argparse.ArgumentParser(prog="benchmarks.differential", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("programs", nargs="*", type=Path, help="files and packages (default: all)")
    parser.add_argument("--by", choices=sorted(CHANGES), default="fix", help="what changes the copies")
    parser.add_argument("--steps", type=int, help="passed on to the programs")
    parser.add_argument("--python", default=sys.executable, help="an interpreter that has TensorFlow")
    options = parser.parse_args(arguments)
    chosen = [path.resolve() for path in options.programs] or programs()
    passed_on = ["--steps", str(options.steps)] if options.steps else []
    failures = 0
    start = time.perf_counter()
    try:
        with changed_copy(chosen, CHANGES[options.by]) as folder:
            for original in chosen:
                result = compare_program(original, folder / original.name, passed_on, options.python)
                failures += bool(result.differences)
                verdict = "DIFFERS" if result.differences else "same"
                print(f"{verdict:8}{result.name:28}{len(result.changed):3} functions changed", flush=True)
                for difference in result.differences:
                    print(f"        {difference}")
    except ToolError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{len(chosen) - failures} of {len(chosen)} behave as before ({time.perf_counter() - start:.0f} s)")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

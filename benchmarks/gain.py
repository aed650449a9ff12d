"""How much faster `hybridize --fix` makes each program, and which functions it changed.

    python -m benchmarks.gain [PROGRAM ...] [--by fix|expectations] [--python PYTHON-WITH-TENSORFLOW] [--functions]

A program runs, as it is and changed, with N steps and then with more and more until the two runs differ by a second
of CPU time: the difference cancels start-up and tracing, what remains is the time per step in the steady state.
`break-even` is the number of steps after which the time spent on tracing has been won back.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.differential import CHANGES, Run, ToolError, changed_copy, changed_functions, programs, run

STEPS = 100
RESOLUTION = 1.0
"""The difference in CPU seconds from which on a measurement counts (clocks tick in hundredths, machines are shared)."""
GROWTH = 4
LARGEST = 256
"""How much longer, at most, the longer run is than the shorter one."""


class ProgramError(RuntimeError):
    """A program ended with an error; the message is the end of what it wrote to stderr."""


@dataclass(frozen=True)
class Pace:
    """The cost of a program: `start` seconds once, `step` seconds for each step (both CPU time)."""

    start: float
    step: float


@dataclass(frozen=True)
class Gain:
    """What a change brought."""

    name: str
    changed: tuple[str, ...]
    eager: Pace
    graph: Pace

    @property
    def speedup(self) -> float:
        """How many times faster a step became."""
        return self.eager.step / self.graph.step

    @property
    def break_even(self) -> float | None:
        """The number of steps from which on the change pays, None = never."""
        saved = self.eager.step - self.graph.step
        return max(0.0, (self.graph.start - self.eager.start) / saved) if saved > 0 else None


def pace(program: Path, steps: int, python: str) -> Pace:
    """Measure a program; raises ProgramError when it fails."""
    short = _cpu(run(program, ["--steps", str(steps)], python))
    factor, difference = 1, 0.0
    while difference < RESOLUTION and factor < LARGEST:
        factor *= GROWTH
        difference = _cpu(run(program, ["--steps", str(factor * steps)], python)) - short
    step = max(difference, 0.01) / ((factor - 1) * steps)
    return Pace(start=short - steps * step, step=step)


def _cpu(done: Run) -> float:
    """The CPU time of a run that succeeded."""
    if done.status != 0:
        raise ProgramError(done.errors.strip()[-2000:])
    return done.cpu_seconds


def measure(original: Path, changed: Path, steps: int, python: str) -> Gain | None:
    """The gain of a program, None when nothing in it was changed."""
    functions = changed_functions(original, changed)
    if not functions:
        return None
    eager = pace(original, steps, python)
    return Gain(original.name, functions, eager, pace(changed, steps, python))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; see the module's text."""
    parser = argparse.ArgumentParser(prog="benchmarks.gain", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("programs", nargs="*", type=Path, help="files and packages (default: all)")
    parser.add_argument("--by", choices=sorted(CHANGES), default="fix", help="what changes the copies")
    parser.add_argument("--steps", type=int, default=STEPS, help=f"N, the shorter run (default: {STEPS})")
    parser.add_argument("--python", default=sys.executable, help="an interpreter that has TensorFlow")
    parser.add_argument("--functions", action="store_true", help="name the changed functions")
    options = parser.parse_args(arguments)
    chosen = [path.resolve() for path in options.programs] or programs()
    status = 0
    gains: list[Gain] = []
    print(f"{'program':26}{'functions':>10}{'eager ms':>10}{'graph ms':>10}{'faster':>9}{'break-even':>12}")
    try:
        with changed_copy(chosen, CHANGES[options.by]) as folder:
            for original in chosen:
                try:
                    gain = measure(original, folder / original.name, options.steps, options.python)
                except ProgramError as error:
                    print(f"{original.name}: {error}", file=sys.stderr)
                    status = 1
                    continue
                print(_row(original.name, gain), flush=True)
                if gain is not None:
                    gains.append(gain)
                    if options.functions:
                        print("".join(f"    {name}\n" for name in gain.changed), end="")
    except ToolError as error:
        print(error, file=sys.stderr)
        return 2
    if gains:
        middle = sorted(gain.speedup for gain in gains)[len(gains) // 2]
        total = sum(len(gain.changed) for gain in gains)
        print(f"{total} functions changed in {len(gains)} of {len(chosen)} programs; median {middle:.1f} times faster")
    return status


def _row(name: str, gain: Gain | None) -> str:
    """A line of the table."""
    if gain is None:
        return f"{name:26}{0:10}"
    even = "never" if gain.break_even is None else f"{gain.break_even:.0f} steps"
    times = f"{1e3 * gain.eager.step:10.2f}{1e3 * gain.graph.step:10.2f}{gain.speedup:8.1f}x"
    return f"{name:26}{len(gain.changed):10}{times}{even:>12}"


if __name__ == "__main__":
    sys.exit(main())

"""Judges programs, many in one analysis, and runs them, many in one process."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import hybridize
from benchmarks.fuzz.grammar import Program
from hybridize.verdicts.evidence import sentences
from hybridize.verdicts.model.parts import Safety
from hybridize.verdicts.model.verdict import Verdict

EXECUTED = Path(__file__).with_name("executed.py")
TOGETHER = 40
"""So many programs are one project: more would be analysed with the limits of larger ones."""
ROUNDS = 8
"""So often is a program with a hole made smaller, at most."""
TOLERANCE = 2e-4
_NUMBER = re.compile(r"[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?")


@dataclass(frozen=True)
class Judged:
    """A program, what is said of it, and what it did with each interpreter."""

    program: Program
    verdict: str
    """`safe`, `unsafe` or `none`: of the best fix."""
    reason: str
    """The first reason why there is no safe fix."""
    lines: tuple[int, ...]
    """The functions that were decorated: those with a safe fix, else the subject."""
    runs: tuple[dict[str, Any], ...] = field(default=())

    @property
    def changed(self) -> bool:
        """Whether the decorated program did something else in some run, or was traced again and again."""
        return any(run["hybrid"] is None or not same(run["eager"], run["hybrid"]) or retraced(run) for run in self.runs)

    @property
    def is_broken(self) -> bool:
        """Whether the program itself fails, or takes too long: then it shows nothing."""
        return any(run["eager"] is None or _fails(run["eager"]) for run in self.runs)

    @property
    def is_hole(self) -> bool:
        """Whether a safe fix changed it."""
        return self.verdict == "safe" and self.changed and not self.is_broken

    @property
    def is_harmless(self) -> bool:
        """Whether decorating changed nothing."""
        return bool(self.runs) and not self.changed and not self.is_broken

    @property
    def outcome(self) -> str:
        """The verdict and what happened."""
        if not self.runs:
            return f"{self.verdict} and not run"
        if self.is_broken:
            return "fail by themselves"
        return f"{self.verdict} and {'different' if self.changed else 'the same'}"

    def differences(self) -> str:
        """What was different, in short."""
        found = []
        for run in self.runs:
            if run["hybrid"] is None or not same(run["eager"], run["hybrid"]):
                found.append(f"{run['eager']!r} -> {run['hybrid']!r}")
            elif retraced(run):
                found.append(f"traced {run['traces']}")
        return " | ".join(found)

    def as_dict(self) -> dict[str, Any]:
        """For the report."""
        return {
            "name": self.program.name, "outline": self.program.outline(), "operations": self.program.operations(),
            "verdict": self.verdict, "reason": self.reason, "outcome": self.outcome, "differences": self.differences(),
        }  # fmt: skip


def same(eager: str, hybrid: str) -> bool:
    """Whether two texts agree, numbers within the tolerance."""
    if _NUMBER.sub("#", eager) != _NUMBER.sub("#", hybrid):
        return False
    pairs = zip(_NUMBER.findall(eager), _NUMBER.findall(hybrid), strict=True)
    return all(abs(float(a) - float(b)) <= TOLERANCE * max(1.0, abs(float(a))) for a, b in pairs)


def retraced(run: dict[str, Any]) -> bool:
    """Whether the subject was traced at every other call."""
    calls = len(run["eager"].splitlines())
    traces = int(run["traces"].get("subject", 0))
    return traces >= 3 and traces >= calls / 2


def _fails(text: str) -> bool:
    last = text.splitlines()[-1:] or ["Nothing"]
    return bool(re.fullmatch(r"[A-Za-z_]*(Error|Exception|Iteration|Nothing|Exit)", last[0]))


def judge(programs: Sequence[Program]) -> list[Judged]:
    """What the analysis says of the programs."""
    found = []
    for start in range(0, len(programs), TOGETHER):
        some = programs[start:start + TOGETHER]
        with tempfile.TemporaryDirectory() as folder:
            for number, program in enumerate(some):
                Path(folder, f"program_{number}.py").write_text(program.source(), encoding="utf-8")
            report = hybridize.analyze([folder], root=folder, preview=True, min_gain="none")
        verdicts: dict[str, list[Verdict]] = {}
        for function in report.functions:
            verdicts.setdefault(function.verdict.path, []).append(function.verdict)
        for number, program in enumerate(some):
            found.append(_judged(program, verdicts.get(f"program_{number}.py", [])))
    return found


def _judged(program: Program, verdicts: Sequence[Verdict]) -> Judged:
    safe = tuple(each.place.line for each in verdicts if each.recommendation.fix is Safety.SAFE)
    subject = next(verdict for verdict in verdicts if verdict.subject.qualname == "subject")
    if safe:
        return Judged(program, "safe", "", safe)
    verdict = "unsafe" if subject.recommendation.fix is not None else "none"
    decision = subject.decision
    reasons = decision.assumptions if verdict == "unsafe" else (*decision.hazards, *decision.failures)
    reason = f"{reasons[0].kind}: {sentences.message(reasons[0])}" if reasons else "no reason"
    return Judged(program, verdict, reason, (subject.place.line,))


def run(judged: Sequence[Judged], python: str) -> list[dict[str, Any]]:
    """What the programs do with an interpreter; programs that do not end have None for a text."""
    rows = [{"name": each.program.name, "source": each.program.source(), "lines": each.lines} for each in judged]
    return run_rows(rows, python)


def run_rows(rows: Sequence[dict[str, Any]], python: str) -> list[dict[str, Any]]:
    """The same for programs as `executed` takes them."""
    results: list[dict[str, Any]] = []
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1", "OMP_NUM_THREADS": "1"}
    environment.pop("PYTHONPATH", None)
    while len(results) < len(rows):
        sent = "".join(json.dumps(row) + "\n" for row in rows[len(results):])
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [python, str(EXECUTED), folder], input=sent, env=environment, capture_output=True, text=True
            )
        found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"name"')]
        results += found
        if len(results) < len(rows):
            # The next program ended the process: it runs forever, or crashes.
            if not found and done.returncode > 0:
                raise RuntimeError(done.stderr[-2000:])
            results.append({"name": rows[len(results)]["name"], "eager": None, "hybrid": None, "traces": {}})
    return results


def judge_and_run(programs: Sequence[Program], pythons: Sequence[str], withheld: bool = True) -> list[Judged]:
    """All of it; with `withheld` also of programs that get no safe fix, which say how many fixes are held back."""
    judged = judge(programs)
    chosen = [number for number, each in enumerate(judged) if withheld or each.verdict == "safe"]
    found = [run([judged[number] for number in chosen], python) for python in pythons]
    for number, *runs in zip(chosen, *found, strict=True):
        judged[number] = replace(judged[number], runs=tuple(runs))
    return judged


def shrink(holes: Sequence[Judged], pythons: Sequence[str]) -> list[Judged]:
    """The smallest programs that still have the holes, one for each set of operations."""
    smallest = list(holes)
    for _ in range(ROUNDS):
        tries = [(number, less) for number, hole in enumerate(smallest) for less in hole.program.smaller()]
        if not tries:
            break
        results = judge_and_run([less for _, less in tries], pythons, withheld=False)
        found = reversed(list(zip(tries, results, strict=True)))
        better = {number: each for (number, _), each in found if each.is_hole}
        if not better:
            break
        smallest = [better.get(number, hole) for number, hole in enumerate(smallest)]
        smallest = list({hole.program.outline(): hole for hole in smallest}.values())
    return smallest

"""The subjects in counts: candidate functions, those left undetermined and why, and P1 beside the study's.

`candidates.json` holds, by subject, what the study published (Table V), for each function that stays undetermined the
reason that reading showed, and where fewer functions pass P1 than published, why. The exit status is 1 when a function
is undetermined without a reason there, a reason stands for one that is not, or fewer pass without an explanation.

    python -m benchmarks.candidates FOLDER     # which holds the subjects, each in a folder of its name
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hybridize
from hybridize.surfaces.report import FunctionReport

FILE = Path(__file__).with_suffix(".json")
TARGET = "2.9"
"""The TensorFlow of the study."""


def undetermined(functions: tuple[FunctionReport, ...]) -> set[str]:
    """The candidate functions of which something was not found out, as `path:qualname`."""
    return {
        f"{f.path}:{f.qualname}" for f in functions if f.candidate and any(r.kind == "undetermined" for r in f.failures)
    }


def contradictions(entry: dict[str, Any], functions: tuple[FunctionReport, ...]) -> Iterator[str]:
    """What a report says otherwise than the entry of its subject."""
    found, known = undetermined(functions), entry.get("undetermined", {})
    yield from (f"{name}: undetermined without a reason" for name in sorted(found - known.keys()))
    yield from (f"{name}: it is determined" for name in sorted(known.keys() - found))
    passing = sum(f.published_precondition == "P1" for f in functions)
    if (passing < entry["published"]["P1"]) != ("fewer" in entry):
        yield f"{passing} functions pass P1, {entry['published']['P1']} as published"


def main(arguments: list[str]) -> int:
    """Compare all subjects that are there."""
    wrong: list[str] = []
    candidates = open_ones = 0
    print(f"{'subject':22}{'candidates':>11}{'published':>11}{'undetermined':>14}{'P1':>6}{'published':>11}")
    for subject, entry in json.loads(FILE.read_text("utf-8")).items():
        folder = Path(arguments[0]) / subject
        if not folder.is_dir():
            continue
        functions = hybridize.analyze([folder], root=folder, target_tensorflow=TARGET).functions
        count, unknown = sum(f.candidate for f in functions), len(undetermined(functions))
        passing, published = sum(f.published_precondition == "P1" for f in functions), entry["published"]
        print(
            f"{subject:22}{count:11}{published['candidates']:11}{unknown:14}{passing:6}{published['P1']:11}", flush=True
        )
        candidates, open_ones = candidates + count, open_ones + unknown
        wrong += [f"{subject}: {each}" for each in contradictions(entry, functions)]
    print(f"{open_ones} of {candidates} candidate functions undetermined ({open_ones / max(1, candidates):.2%})")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Make programs, judge them, run them: where a safe fix changes what one does, the analysis has a hole.

    python -m benchmarks.fuzz [--programs 200] [--seed 1] [--python PYTHON ...] [--keep FOLDER] [--single] [--safe-only]

Each program is judged once, and runs as it is and with the functions decorated that get a safe fix. Where there is
none, it runs with its subject decorated: if that does the same, the fix was withheld for nothing, which is counted.
With `--safe-only` such programs do not run: holes are found in half the time, since AutoGraph takes most of it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

from benchmarks.fuzz.grammar import Grammar, Program
from benchmarks.fuzz.judged import Judged, judge_and_run, shrink
from benchmarks.fuzz.operations import operations


def main() -> int:
    """The command: its exit status says whether there are holes."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz", description=__doc__.partition("\n")[0])
    parser.add_argument("--programs", type=int, default=200, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (default: %(default)s)")
    parser.add_argument("--python", action="append", help="an interpreter that has TensorFlow (may be repeated)")
    parser.add_argument("--keep", type=Path, help="a folder for the shrunk programs with holes")
    parser.add_argument("--single", action="store_true", help="each operation by itself, instead of random programs")
    parser.add_argument("--safe-only", action="store_true", help="run no program that gets no safe fix")
    parser.add_argument("--report", type=Path, help="write all results there, as JSON")
    options = parser.parse_args()
    pythons = options.python or [sys.executable]
    known = operations()
    if options.single:
        programs = [Program(f"s{number}", (operation,)) for number, operation in enumerate(known)]
    else:
        grammar = Grammar(known)
        programs = [grammar.program(seed) for seed in range(options.seed, options.seed + options.programs)]
    results = judge_and_run(programs, pythons, withheld=not options.safe_only)
    _summarize(results)
    if options.report:
        options.report.write_text(json.dumps([each.as_dict() for each in results], indent=1), encoding="utf-8")
    holes = shrink([each for each in results if each.is_hole], pythons)
    for number, hole in enumerate(holes):
        print(f"\n# {hole.program.outline()}: {hole.differences()}")
        if options.keep:
            options.keep.mkdir(parents=True, exist_ok=True)
            path = options.keep / f"{hole.program.name}_{number}.py"
            path.write_text(hole.program.source(), encoding="utf-8")
    return 1 if holes else 0


def _summarize(results: list[Judged]) -> None:
    counts = Counter(each.outcome for each in results)
    print(", ".join(f"{number} {outcome}" for outcome, number in sorted(counts.items())))
    harmless = [each for each in results if each.is_harmless]
    safe = sum(each.verdict == "safe" for each in harmless)
    print(f"harmless {len(harmless)}, of which {safe} get a safe fix ({safe / max(1, len(harmless)):.1%})")
    for verdict in ("unsafe", "none"):
        withheld = Counter(each.reason for each in harmless if each.verdict == verdict)
        print(f"withheld, {verdict}:", "; ".join(f"{n} {why}" for why, n in withheld.most_common(12)))


if __name__ == "__main__":
    sys.exit(main())

"""The cells of a table of constructs, written out: each with its state before, inside and after a condition or loop.

    python -m benchmarks.fuzz.constructs TABLE.json [--python PYTHON]

The table has for each construct `before`, `inside`, `after`, and for `if`, `for`, `while` what a run observed: `ok` or
what broke. Each cell becomes a function, which is judged, and with `--python` run. No cell that breaks may get a safe
fix; of the others as many as possible should.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.fuzz.grammar import Operation, Program
from benchmarks.fuzz.judged import judge, judge_and_run

REGIONS = {
    "if": "if x > 1.0:",
    "for": "for _ in tf.range(tf.shape(v)[0]):",
    "while": "i = tf.constant(0)\nwhile i < tf.shape(v)[0]:\n    i += 1",
}
"""How each region begins."""
DECLARED = """
import collections
import dataclasses
import math
import typing

import numpy as np


class O:
    v = 1.0

    def put(self, value):
        self.v = value


@dataclasses.dataclass
class D:
    a: typing.Any


class P(typing.NamedTuple):
    a: typing.Any
    b: typing.Any


V = tf.Variable(1.0)
G = 0.0
"""
"""What the constructs use."""


def programs(table: dict[str, dict[str, str]]) -> Iterator[tuple[Program, bool]]:
    """Each cell whose eager program runs, and whether it breaks."""
    for name, row in table.items():
        for region, begins in REGIONS.items():
            observed = row[region]
            if observed.startswith("eager"):
                continue
            inside = "\n".join(f"    {line}" for line in row["inside"].splitlines())
            operation = Operation(
                f"{name} in {region}", f"{begins}\n{inside}", row["before"], row["after"], DECLARED.strip()
            )
            yield Program(f"{name}_{region}", (operation,)), observed != "ok"


def main() -> int:
    """The command: its exit status says whether a cell that breaks gets a safe fix."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("table", type=Path)
    parser.add_argument("--python", action="append", help="an interpreter that has TensorFlow: run the cells, too")
    options = parser.parse_args()
    cells = list(programs(json.loads(options.table.read_text("utf-8"))))
    listed = [program for program, _ in cells]
    judged = judge_and_run(listed, options.python) if options.python else judge(listed)
    wrong = withheld = fine = 0
    for (program, breaks), each in zip(cells, judged, strict=True):
        if options.python and each.is_broken:
            print(f"{program.name}: fails by itself")
            continue
        # A run says more than the table, whose values for `x` were others.
        breaks = each.changed if options.python else breaks
        fine += not breaks
        wrong += breaks and each.verdict == "safe"
        withheld += not breaks and each.verdict != "safe"
        if breaks == (each.verdict == "safe"):
            print(f"{program.name}: {each.verdict}, {each.reason or each.differences()}")
    print(f"{wrong} safe among the {len(cells) - fine} that break, {fine - withheld} among the {fine} others")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

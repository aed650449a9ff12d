"""How many small faults the tests see: mutants of one room after another, drawn by chance with a fixed seed.

    python -m benchmarks.mutation [ROOM ...] [--mutants 150] [--seed 1] [--jobs 2] [--note] [--survivors FILE]

A mutant is the code with one fault put in: `<` for `<=`, `None` for an argument, `return` for `break`. The tests see
it when one of them fails. mutmut makes the mutants and runs, for each, those of the room's fast tests that call the
function with the fault. The score of a room is the share of its mutants that were seen; those that no test calls
are not seen. `--note` writes the scores into docs/development.md, `--survivors` the unseen faults into a file.

mutmut changes the bodies of functions, but for those with a decorator other than `staticmethod` and `classmethod`;
tables at module level stay as they are.

Needs `pip install -e ".[test,mutation]"`, and a system that can fork. Works in a copy of the checkout.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "development.md"
MARK = "<!-- mutation -->"
HEAD = ("| room | mutants | drawn | seen | called by no test | score |", "|---|---|---|---|---|---|")
SEEN = ("killed", "timeout", "segfault", "suspicious")
"""The outcomes that count as seen: a test failed, or did not come to an end, or took the interpreter along."""
ENOUGH = 1200
"""Seconds after which the tests of a room do not come to an end."""


@dataclass(frozen=True)
class Room:
    """A part of the code, and the fast tests that are to hold it."""

    code: str
    """A folder."""
    tests: tuple[str, ...]
    """What pytest is given."""


ROOMS = {
    "flow": Room("hybridize/program", ("tests/program",)),
    "domain": Room("hybridize/inference/domain", ("tests/inference/domain",)),
    "python": Room("hybridize/inference/python", ("tests/inference",)),
    "facts": Room("hybridize/inference/facts", ("tests/inference",)),
    "verdicts": Room("hybridize/verdicts", ("tests/verdicts", "tests/rules")),
    "fixes": Room("hybridize/fixes", ("tests/fixes",)),
}
SHOW = """\
import sys
from mutmut.mutation.diff_apply import find_mutant, get_diff_for_mutant
for name in sys.argv[1:]:
    print(name, get_diff_for_mutant(name, path=find_mutant(name).path), sep="\\n")
"""
"""A program that prints the differences of some mutants; `mutmut show` shows one."""
SETTINGS = "[tool.mutmut]\n"
"""The table of pyproject.toml to which a room's settings are added."""


@dataclass(frozen=True)
class Outcome:
    """What became of the mutants of one room."""

    room: str
    made: int
    """All mutants that there are."""
    statuses: dict[str, str]
    """What mutmut says of each that was drawn: `killed`, `survived`, `no tests`, ..."""

    @property
    def seen(self) -> int:
        """How many of those drawn were seen."""
        return sum(status in SEEN for status in self.statuses.values())

    @property
    def row(self) -> str:
        """A row of the table in the development page."""
        counts = Counter(self.statuses.values())
        drawn = len(self.statuses)
        share = f"{100 * self.seen / drawn:.0f} %" if drawn else "-"
        return f"| {self.room} | {self.made} | {drawn} | {self.seen} | {counts['no tests']} | {share} |"


@contextmanager
def copied(room: Room) -> Iterator[Path]:
    """A copy of the checkout that says to mutmut what to do in this room."""
    with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
        copy = Path(folder) / "checkout"
        ignored = shutil.ignore_patterns(".git", ".venv", "venv", "mutants", "__pycache__", ".*_cache", "*.egg-info")
        shutil.copytree(ROOT, copy, ignore=ignored)
        settings = copy / "pyproject.toml"
        # A list of strings is the same in JSON and in TOML.
        added = f"only_mutate = {json.dumps([f'{room.code}/*.py'])}\n"
        added += f"pytest_add_cli_args_test_selection = {json.dumps(room.tests)}\n"
        text = settings.read_text(encoding="utf-8")
        settings.write_text(text.replace(SETTINGS, SETTINGS + added), encoding="utf-8")
        yield copy


def names(copy: Path, room: Room) -> list[str]:
    """The names of all mutants of a room."""
    from mutmut.mutation.file_mutation import mutate_file_contents
    from mutmut.utils.format_utils import get_mutant_name

    found: list[str] = []
    for path in sorted((copy / room.code).rglob("*.py")):
        relative = path.relative_to(copy)
        made = mutate_file_contents(str(relative), path.read_text(encoding="utf-8"))
        found += [get_mutant_name(relative, name) for name in made.mutant_names]
    return found


def mutmut(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command of mutmut in the copy, whose tests import the copy."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return subprocess.run(
        [sys.executable, "-m", "mutmut", *arguments], cwd=copy, env=environment, text=True, capture_output=True
    )


def tested(copy: Path, room: Room, mutant: str) -> str:
    """What all tests of a room say of a mutant.

    mutmut gives pytest the names of the tests that call the mutated function. pytest does not find some of them again,
    those whose parameters hold unusual characters. mutmut calls that a timeout.
    """
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-m", "not slow", "-p", "no:cacheprovider", *room.tests]
    try:
        done = subprocess.run(
            command, cwd=copy / "mutants", env=environment | {"MUTANT_UNDER_TEST": mutant}, capture_output=True,
            timeout=ENOUGH,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return "timeout"
    return "killed" if done.returncode else "survived"


def measure(name: str, mutants: int, seed: int, jobs: int, survivors: Path | None) -> Outcome:
    """Draw the mutants of a room and test them; raises RuntimeError where mutmut fails."""
    room = ROOMS[name]
    with copied(room) as copy:
        every = names(copy, room)
        drawn = sorted(random.Random(seed).sample(every, min(mutants, len(every))))
        done = mutmut(copy, "run", "--max-children", str(jobs), *drawn)
        if done.returncode != 0:
            raise RuntimeError(f"mutmut failed in {name}:\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
        listed = dict(re.findall(r"^\s+(\S+): (.+)$", mutmut(copy, "results", "--all", "true").stdout, re.MULTILINE))
        statuses = {
            each: tested(copy, room, each) if listed[each] == "timeout" else listed[each] for each in drawn
        }
        unseen = [each for each, status in statuses.items() if status not in SEEN]
        if survivors is not None and unseen:
            with survivors.open("a", encoding="utf-8") as file:
                subprocess.run([sys.executable, "-c", SHOW, *unseen], cwd=copy, check=True, stdout=file)
        return Outcome(name, len(every), statuses)


def note(outcomes: Sequence[Outcome]) -> None:
    """Put the rows of the measured rooms into the table of the development page; those of other rooms stay."""
    before, mark, after = PAGE.read_text(encoding="utf-8").partition(MARK)
    table, _, rest = after.lstrip("\n").partition("\n\n")
    rows = {line.split("|")[1].strip(): line for line in table.splitlines()[2:]}
    rows |= {outcome.room: outcome.row for outcome in outcomes}
    lines = [*HEAD, *(rows[room] for room in ROOMS if room in rows)]
    PAGE.write_text(f"{before}{mark}\n\n" + "\n".join(lines) + f"\n\n{rest}", encoding="utf-8")


def main(argv: Sequence[str] | None = None) -> int:
    """Print a row for each room."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=f"of {', '.join(ROOMS)}; all, if none is named")
    parser.add_argument("--mutants", type=int, default=150, help="at most so many are drawn in each room")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--note", action="store_true", help=f"write the scores into {PAGE.name}")
    parser.add_argument("--survivors", type=Path, help="a file that gets the differences that no test saw")
    options = parser.parse_args(argv)
    if unknown := set(options.rooms) - set(ROOMS):
        parser.error(f"no such room: {', '.join(sorted(unknown))}")
    outcomes = []
    for room in options.rooms or ROOMS:
        outcomes.append(measure(room, options.mutants, options.seed, options.jobs, options.survivors))
        print(outcomes[-1].row, flush=True)
    if options.note:
        note(outcomes)
    return 0


if __name__ == "__main__":
    sys.exit(main())

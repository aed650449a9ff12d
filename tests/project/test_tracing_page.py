"""docs/tracing.md: each statement has its program, and each program is one that the tests run."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "tracing.md"
TESTS = ROOT / "tests"
RUN_BY_TESTS = (TESTS / "verdicts" / "pairs", TESTS / "fuzz" / "corpus", TESTS / "rules" / "alone")
LINK = re.compile(r"\]\(\.\./(tests/[^)]*\.py)\)")


def statements() -> list[str]:
    """The points of the lists, each on one line."""
    found: list[str] = []
    for line in PAGE.read_text("utf-8").splitlines():
        if line.startswith("* "):
            found.append(line)
        elif line.startswith("  ") and found:
            found[-1] += line
    return found


def test_each_statement_has_a_program_that_the_tests_run() -> None:
    assert len(statements()) > 30
    for statement in statements():
        programs = [ROOT / path for path in LINK.findall(statement)]
        assert programs, statement
        for program in programs:
            assert program.is_file(), program
            assert program.parent in RUN_BY_TESTS


def test_each_kind_of_hazard_with_a_pair_is_on_the_page() -> None:
    linked = {Path(path).stem.partition(".")[0] for path in LINK.findall(PAGE.read_text("utf-8"))}
    kinds = {path.stem.partition(".")[0] for path in RUN_BY_TESTS[0].glob("*.py")}
    assert kinds <= linked

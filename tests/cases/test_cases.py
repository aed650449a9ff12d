"""Small projects with their expectations on the line.

Each folder of `projects` is a project, with its own configuration where it needs one. `# expect: HYB001 - why` says
which codes a line gets (no comment = none). `# report: precondition=P1, hazards~low-gain` above a `def` states cells
of the function's row in `--report csv`: `=` the whole cell (`null` = empty), `~` one of the words in it.
"""

from __future__ import annotations

import csv
import io
import re
from functools import lru_cache
from pathlib import Path

import pytest

import hybridize
from benchmarks.expectations import contradicted, expectations, python_files

PROJECTS = Path(__file__).parent / "projects"
each_project = pytest.mark.parametrize("project", sorted(path.name for path in PROJECTS.iterdir()))


@lru_cache(maxsize=1)
def report_on(project: str) -> hybridize.Report:
    """The report, the preview rules' findings included."""
    return hybridize.analyze(PROJECTS / project, root=PROJECTS / project, preview=True)


@each_project
def test_findings_are_those_expected(project: str) -> None:
    expected = {
        (path.relative_to(PROJECTS / project).as_posix(), stated.line): stated.codes
        for path in python_files(PROJECTS / project)
        for stated in expectations(path.read_text("utf-8"), str(path))
        if stated.codes
    }
    report = report_on(project)
    assert report.errors == ()
    found: dict[tuple[str, int], list[str]] = {}
    for finding in report.findings:
        found.setdefault((finding.place.path, finding.place.line), []).append(finding.code)
    assert {place: tuple(sorted(codes)) for place, codes in found.items()} == expected


@each_project
def test_the_report_says_what_is_stated(project: str) -> None:
    rows = {(row["path"], int(row["line"])): row for row in csv.DictReader(io.StringIO(report_on(project).to_csv()))}
    wrong = []
    for path in python_files(PROJECTS / project):
        relative = path.relative_to(PROJECTS / project).as_posix()
        lines = path.read_text("utf-8").splitlines()
        for number, line in enumerate(lines, 1):
            if comment := re.match(r"\s*# report: (.*)", line):
                place = next(n for n in range(number, len(lines) + 1) if "def " in lines[n - 1])
                row = rows[relative, place]
                wrong += [f"{relative}:{place}: {each}" for each in contradicted(row, comment[1])]
    assert wrong == []


def test_a_wrong_statement_is_noticed() -> None:
    row = {"precondition": "", "hazards": "low-gain clock"}
    assert contradicted(row, "precondition=null, hazards~clock, hazards=low-gain clock") == []
    assert contradicted(row, "precondition=P1, hazards~iterator") == [
        "precondition=P1, but is null",
        "hazards~iterator, but is low-gain clock",
    ]


def test_listing_5_names_the_values_and_their_lines() -> None:
    """Listing 5 of the paper: `num_steps` is 10 and 20, and the finding says where."""
    (finding,) = report_on("listing_5_literals").findings
    assert finding.message == (
        "`train` is traced again for each new Python number in `num_steps`: "
        "3 times in all (10 at line 20, 20 at line 21)"
    )
    assert [(each.place.line, each.message) for each in finding.related] == [
        (20, "`num_steps` is 10 here"),
        (21, "`num_steps` is 20 here"),
    ]
    assert finding.fix is not None and finding.fix.applicability == "safe"

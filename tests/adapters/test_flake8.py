"""The real flake8: one analysis a run, whatever the jobs and the way processes start."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from flake8_hybridize.selection import Selection
from tests.adapters.conftest import EXPECTED, Run, flake8_findings
from tests.surfaces.conftest import KEEPS

METHODS = ["fork", "spawn", "forkserver"] if sys.platform != "win32" else ["spawn"]


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("method", METHODS)
def test_one_analysis_finds_the_same_however_flake8_runs(run: Run, method: str, jobs: str) -> None:
    done = run("flake8", "--select", "HYB", "-j", jobs, ".", START_METHOD=method)
    assert flake8_findings(done.stdout) == EXPECTED
    assert done.analyses == 1  # type: ignore[attr-defined]
    assert done.returncode == 1
    assert done.stderr == ""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_one_analysis_finds_the_same_where_flake8_starts_as_installed(run_installed: Run, jobs: str) -> None:
    done = run_installed("flake8", "--select", "HYB", "-j", jobs, ".")
    assert flake8_findings(done.stdout) == EXPECTED
    assert done.analyses == 1  # type: ignore[attr-defined]
    assert (done.returncode, done.stderr) == (1, "")


def test_part_of_the_files_is_reported_and_the_whole_project_analysed(run: Run) -> None:
    done = run("flake8", "--select", "HYB", "steps.py")
    assert flake8_findings(done.stdout) == {f for f in EXPECTED if f[0] == "steps.py"}


def test_nothing_is_analysed_when_no_code_is_selected(run: Run) -> None:
    done = run("flake8", "--select", "E9", ".")
    assert (done.stdout, done.returncode, done.analyses) == ("", 0, 0)  # type: ignore[attr-defined]


def test_a_code_that_is_not_selected_hides_none(run: Run, project: Path) -> None:
    (project / "power.py").write_text(KEEPS)
    assert flake8_findings(run("flake8", "--select", "HYB", "power.py").stdout) == {("power.py", 8, "HYB006")}
    for chosen in (
        ("--select", "HYB004"),
        ("--select", "HYB", "--extend-ignore", "HYB006"),
        ("--select", "HYB", "--per-file-ignores", "power.py:HYB006"),
    ):
        for jobs in ("1", "2"):
            done = run("flake8", *chosen, "-j", jobs, "power.py", "steps.py")
            assert {f for f in flake8_findings(done.stdout) if f[0] == "power.py"} == {("power.py", 8, "HYB004")}
    others = run("flake8", "--select", "HYB", "--per-file-ignores", "steps.py:HYB006", "power.py")
    assert flake8_findings(others.stdout) == {("power.py", 8, "HYB006")}
    buffer = run("flake8", "--select", "HYB004", "--stdin-display-name", "power.py", "-", stdin=f"\n{KEEPS}")
    assert flake8_findings(buffer.stdout) == {("power.py", 9, "HYB004")}


def test_every_code_counts_as_selected_where_flake8_does_not_tell() -> None:
    unknown = Selection(Namespace())
    assert unknown.allows("HYB005")
    assert unknown.allows_in("power.py", "HYB005")


def test_noqa_silences_a_finding(run: Run, project: Path) -> None:
    path = project / "steps.py"
    path.write_text(path.read_text().replace("def loss(x, y):", "def loss(x, y):  # noqa: HYB001"))
    assert "HYB001" not in run("flake8", "--select", "HYB", ".").stdout


def test_preview_codes_are_silent_until_asked_for(run: Run, project: Path) -> None:
    (project / "needless.py").write_text(
        "import tensorflow as tf\n\n\n@tf.function\ndef f(n):\n    return n\n\n\nf(1)\n"
    )
    assert "HYB003" not in run("flake8", "--select", "HYB", ".").stdout
    assert "needless.py:5:1: HYB003" in run("flake8", "--select", "HYB", "--hybridize-preview", ".").stdout


def test_options_are_read_from_flake8_and_from_pyproject(run: Run, project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.hybridize]\nmin-gain = 'high'\n")
    assert "HYB001" not in run("flake8", "--select", "HYB", ".").stdout
    (project / "setup.cfg").write_text("[flake8]\nhybridize-min-gain = none\n")
    assert "HYB001" in run("flake8", "--select", "HYB", ".").stdout


def test_standard_input_stands_in_for_the_file(run: Run, project: Path) -> None:
    buffer = "# a line more\n" + (project / "steps.py").read_text()
    done = run("flake8", "--select", "HYB", "--stdin-display-name", "steps.py", "-", stdin=buffer)
    assert flake8_findings(done.stdout) == {("steps.py", 5, "HYB001")}


def test_a_failure_of_ours_costs_nobody_elses_findings(run: Run, project: Path) -> None:
    (project / "unused.py").write_text("import os\n")
    done = run("flake8", "-j", "2", ".", CRASH="1")
    assert "F401" in done.stdout
    assert "made to fail" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_syntax_error_elsewhere_leaves_the_other_files_checked(run: Run, project: Path) -> None:
    (project / "broken.py").write_text("def f(:\n")
    done = run("flake8", "--select", "HYB,E9", ".")
    assert flake8_findings(done.stdout) == EXPECTED
    assert "broken.py:1:" in done.stdout and "E999" in done.stdout


def test_files_with_windows_line_ends_are_not_analysed_twice(run: Run, project: Path) -> None:
    path = project / "steps.py"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    done = run("flake8", "--select", "HYB", ".")
    assert flake8_findings(done.stdout) == EXPECTED
    assert done.analyses == 1  # type: ignore[attr-defined]


def test_notebooks_are_checked_at_the_lines_of_their_files(run: Run, project: Path) -> None:
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    source = (project / "steps.py").read_text() + "\n\nfor _ in range(3):\n    loss(tf.ones(3), tf.zeros(3))\n"
    content = {"cells": [{**cell, "source": source.splitlines(keepends=True)}], "metadata": {}, "nbformat": 4}
    (project / "a.ipynb").write_text(json.dumps(content, indent=1))
    done = run("flake8", "--select", "HYB", "a.ipynb")
    assert "a.ipynb:12:1: HYB001" in done.stdout
    assert "(cell 1, line 4)" in done.stdout


@pytest.mark.parametrize("method", METHODS)
def test_an_unchanged_project_is_not_analysed_again(run: Run, project: Path, method: str) -> None:
    kept = {"HYBRIDIZE_CACHE_DIR": str(project / ".hybridize_cache"), "START_METHOD": method}
    first = run("flake8", "--select", "HYB", "-j", "2", ".", **kept)
    again = run("flake8", "--select", "HYB", "-j", "2", "steps.py", "graphs.py", "main.py", **kept)
    assert first.analyses == 1  # type: ignore[attr-defined]
    assert again.analyses == 0  # type: ignore[attr-defined]
    assert flake8_findings(again.stdout) == flake8_findings(first.stdout) == EXPECTED

"""The real pylint, with one job and with two."""

from __future__ import annotations

from pathlib import Path

import pytest
from astroid.manager import AstroidManager

from hybridize.surfaces import adapter
from tests.adapters.conftest import EXPECTED, Run, pylint_findings
from tests.surfaces.conftest import KEEPS

OURS = (
    "--load-plugins=pylint_hybridize",
    "--disable=all",
    "--enable=should-hybridize,retracing-risk,hybrid-side-effect",
)
FILES = ("main.py", "graphs.py", "steps.py")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_one_analysis_finds_the_same_however_pylint_runs(run: Run, jobs: str) -> None:
    done = run("pylint", *OURS, "-j", jobs, *FILES)
    assert pylint_findings(done.stdout) == EXPECTED
    assert done.analyses == 1  # type: ignore[attr-defined]
    assert done.returncode == 4


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_one_analysis_finds_the_same_where_pylint_starts_as_installed(run_installed: Run, jobs: str) -> None:
    done = run_installed("pylint", *OURS, "-j", jobs, *FILES)
    assert pylint_findings(done.stdout) == EXPECTED
    assert done.analyses == 1  # type: ignore[attr-defined]
    assert done.returncode == 4


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_message_that_is_off_hides_none(run: Run, project: Path, jobs: str) -> None:
    (project / "power.py").write_text(KEEPS)
    files = ("-j", jobs, "power.py", "steps.py")
    both = run("pylint", *OURS, "--enable=hybrid-creates-variable", *files)
    assert {f for f in pylint_findings(both.stdout) if f[0] == "power.py"} == {("power.py", 8, "HYB006")}
    one = run("pylint", *OURS, *files)
    assert {f for f in pylint_findings(one.stdout) if f[0] == "power.py"} == {("power.py", 8, "HYB004")}


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_inline_disables_are_honoured(run: Run, project: Path, jobs: str) -> None:
    path = project / "steps.py"
    path.write_text(path.read_text().replace("def loss(x, y):", "def loss(x, y):  # pylint: disable=should-hybridize"))
    assert "W5801" not in run("pylint", *OURS, "-j", jobs, *FILES).stdout


def test_nothing_is_analysed_when_our_messages_are_off(run: Run) -> None:
    others = ("--load-plugins=pylint_hybridize", "--disable=all", "--enable=syntax-error,unused-import")
    for jobs in ("1", "2"):
        done = run("pylint", *others, "-j", jobs, *FILES)
        assert done.analyses == 0  # type: ignore[attr-defined]


def test_confidence_tells_what_is_proven(run: Run, project: Path) -> None:
    (project / "assumed.py").write_text(
        "import tensorflow as tf\n\n\ndef f(x: tf.Tensor):\n"
        "    total = tf.reduce_sum(x)\n"
        "    for row in x:\n"
        "        total += tf.reduce_sum(tf.square(row) + tf.abs(row) - tf.exp(row) + tf.sin(row) * tf.cos(row))\n"
        "    return total\n"
    )
    files = (*FILES, "assumed.py")
    assert ("assumed.py", 4, "HYB001") in pylint_findings(run("pylint", *OURS, *files).stdout)
    assert pylint_findings(run("pylint", *OURS, "--confidence=INFERENCE", *files).stdout) == EXPECTED


def test_standard_input_stands_in_for_the_file(run: Run, project: Path) -> None:
    buffer = "# a line more\n" + (project / "steps.py").read_text()
    done = run("pylint", *OURS, "--from-stdin", "steps.py", stdin=buffer)
    assert pylint_findings(done.stdout) == {("steps.py", 5, "HYB001")}


def test_options_are_read_from_pylints_configuration(run: Run, project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.pylint.hybridize]\nhybridize-min-gain = 'high'\n")
    assert "W5801" not in run("pylint", *OURS, *FILES).stdout


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_failure_of_ours_ends_nothing(run: Run, jobs: str) -> None:
    done = run("pylint", *OURS, "--enable=missing-module-docstring", "-j", jobs, *FILES, CRASH="1")
    assert "made to fail" in done.stderr
    assert "C0114" in done.stdout
    assert "Traceback" not in done.stderr


def test_pylints_own_trees_are_left_alone(project: Path) -> None:
    before = set(AstroidManager().astroid_cache)
    adapter.tables({}, [project])
    assert set(AstroidManager().astroid_cache) == before


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_unchanged_project_is_not_analysed_again(run: Run, project: Path, jobs: str) -> None:
    kept = {"HYBRIDIZE_CACHE_DIR": str(project / ".hybridize_cache")}
    assert run("pylint", *OURS, "-j", jobs, *FILES, **kept).analyses == 1  # type: ignore[attr-defined]
    again = run("pylint", *OURS, "-j", jobs, *FILES, **kept)
    assert again.analyses == 0  # type: ignore[attr-defined]
    assert pylint_findings(again.stdout) == EXPECTED

"""What cannot be checked is told by each door, and never ends green."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.adapters.conftest import EXPECTED, Run, flake8_findings, pylint_findings
from tests.served import unprivileged

FLAKE8 = ("flake8", "--select", "HYB")
PYLINT = ("pylint", "--load-plugins=pylint_hybridize", "--disable=all", "--enable=should-hybridize")


def spoil(project: Path, what: str) -> None:
    """Make a file of which nothing can be known."""
    text = {"encoding": b"x = '\xe9'\n", "syntax": b"def f(:\n", "size": b"x = 1\n" * 60_000}[what]
    (project / "bad.py").write_bytes(text)


@pytest.mark.parametrize("what", ["encoding", "size"])
def test_a_file_that_is_not_analysed_is_hyb900_in_flake8(run: Run, project: Path, what: str) -> None:
    spoil(project, what)
    done = run(*FLAKE8, "bad.py", "steps.py")
    assert ("bad.py", 1, "HYB900") in flake8_findings(done.stdout)
    assert ("steps.py", 4, "HYB001") in flake8_findings(done.stdout)
    assert done.returncode == 1
    assert ("bad.py", 1, "HYB900") in flake8_findings(run("flake8", "--select", "HYB001", "bad.py").stdout)


def test_a_file_that_is_no_python_ends_flake8_with_1_whatever_is_selected(run: Run, project: Path) -> None:
    spoil(project, "syntax")
    done = run("flake8", "--select", "HYB001", "-j", "2", "bad.py", "steps.py")
    assert "bad.py:1:" in done.stdout and "E999" in done.stdout
    assert done.returncode == 1
    assert run("flake8", "--select", "HYB", "--ignore", "E999", "bad.py").stdout == ""


@pytest.mark.parametrize(("what", "said"), [("size", "F5800"), ("syntax", "E0001"), ("encoding", "E0001")])
def test_pylint_tells_what_was_not_analysed(run: Run, project: Path, what: str, said: str) -> None:
    spoil(project, what)
    done = run(*PYLINT, "bad.py", "steps.py")
    assert "bad.py:1:" in done.stdout and said in done.stdout
    assert ("steps.py", 4, "HYB001") in pylint_findings(done.stdout)
    assert done.returncode & 3


def test_a_crash_is_told_in_every_file(run: Run) -> None:
    done = run(*FLAKE8, "-j", "2", ".", CRASH="1")
    assert {path for path, _, code in flake8_findings(done.stdout) if code == "HYB900"} == {
        "main.py", "graphs.py", "steps.py"
    }  # fmt: skip
    assert done.returncode == 1
    done = run(*PYLINT, "main.py", "steps.py", CRASH="1")
    assert done.stdout.count("F5800") == 2
    assert done.returncode & 1


@pytest.mark.parametrize("door", [FLAKE8, PYLINT], ids=lambda door: door[0])
def test_a_wrong_configuration_is_the_hosts_own_error(run: Run, project: Path, door: tuple[str, ...]) -> None:
    (project / "pyproject.toml").write_text("[tool.hybridize]\nselect = ['HYB07']\nclosed_world = true\n")
    done = run(*door, "steps.py")
    assert "pyproject.toml:2: `tool.hybridize.select` 'HYB07' is no code" in done.stdout + done.stderr
    assert done.returncode not in (0, None)
    (project / "pyproject.toml").write_text("[tool.hybridize]\ntarget-tensorflow = '1.15'\n")
    assert "2.9 to 2.21" in "".join(run(*door, "steps.py").stdout) + run(*door, "steps.py").stderr


@pytest.mark.parametrize("door", [FLAKE8, PYLINT], ids=lambda door: door[0])
def test_what_pyproject_selects_holds_in_hosts(run: Run, project: Path, door: tuple[str, ...]) -> None:
    (project / "pyproject.toml").write_text("[tool.hybridize]\nper-file-ignores = { 'steps.py' = ['HYB001'] }\n")
    done = run(*door, "steps.py")
    assert (done.stdout.count("HYB001") + done.stdout.count("W5801"), done.returncode) == (0, 0)


@pytest.fixture
def shut(project: Path) -> Iterator[Path]:
    """A project that can be read, but for one folder."""
    if os.name == "nt":
        pytest.skip("permissions of another kind")
    if unprivileged() is None:
        pytest.skip("the superuser is refused nothing, and setpriv does not help")
    (project / "inner").mkdir(mode=0)
    yield project
    (project / "inner").chmod(0o755)


@pytest.mark.parametrize(
    "door", [("flake8", "--select", "HYB", "."), (*PYLINT, "steps.py", "main.py"), ("hybridize", "--no-cache")],
    ids=lambda door: door[0],
)  # fmt: skip
def test_a_folder_that_cannot_be_read_is_named_and_the_rest_is_checked(
    shut: Path, run: Run, door: tuple[str, ...]
) -> None:
    done = run(*door)
    assert "HYB001" in done.stdout or "W5801" in done.stdout
    assert "inner:1: unreadable: the folder cannot be listed" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode != 0


@pytest.mark.parametrize("how", ["run", "run_installed"])
def test_the_same_is_found_through_flake8_and_the_command(
    how: str, request: pytest.FixtureRequest, project: Path
) -> None:
    spoil(project, "encoding")
    done = request.getfixturevalue(how)("hybridize", "--output-format", "concise", "--no-cache")
    assert flake8_findings(done.stdout) == EXPECTED
    assert "bad.py:1: encoding-error" in done.stderr
    assert done.returncode == 1

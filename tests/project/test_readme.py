"""The README tells the truth: its commands run, its example comes out as shown, its options and hooks exist."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import venv
from dataclasses import fields
from pathlib import Path

import pytest

import hybridize
from hybridize.settings import AnalysisOptions
from hybridize.surfaces.config import load_config

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
FINDINGS = 1
"""The exit status of flake8 where there are findings; hybridize's is the same, pylint's has a bit for each kind."""


def blocks(language: str) -> list[str]:
    """The fenced blocks of one language, in their order."""
    return re.findall(rf"^ *```{language}\n(.*?)^ *```", README, re.DOTALL | re.MULTILINE)


INSTALL_AND_LINT, INSTALL_AND_TEST, USE = blocks("sh")
(TRAIN,) = blocks("python")
(SESSION,) = blocks("console")
SILENT = ("--add-noqa", "--write-baseline", "--diff-only", "callgraph", "near", " types ", "--plan")
"""Commands that print no finding of the example."""
USE_COMMANDS = [line.partition("  #")[0].strip() for line in USE.splitlines()]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with the example of the README."""
    (tmp_path / "setup.cfg").write_text("", encoding="utf-8")
    (tmp_path / "train.py").write_text(TRAIN, encoding="utf-8")
    cell = {"cell_type": "code", "source": TRAIN.splitlines(keepends=True)}
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org"]
    for command in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "none"]):
        subprocess.run([*git, *command], cwd=tmp_path, check=True)
    (tmp_path / "train.ipynb").write_text(json.dumps({"cells": [cell], "metadata": {}}), encoding="utf-8")
    return tmp_path


def run(command: str, folder: Path, python: str = sys.executable) -> subprocess.CompletedProcess[str]:
    """Run a command of the README with this checkout."""
    program, *arguments = shlex.split(command)
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [python, "-m", program, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_the_commands_are_all_of_a_known_kind() -> None:
    assert {shlex.split(command)[0] for command in USE_COMMANDS} == {"hybridize", "pylint"}
    assert len(USE_COMMANDS) >= 9


@pytest.mark.parametrize("command", USE_COMMANDS)
def test_a_command_runs(command: str, project: Path, linters: str) -> None:
    done = run(command, project, linters)
    assert "Traceback" not in done.stderr and "error" not in done.stderr
    if "--output-file" in command:
        done.stdout += (project / "report.html").read_text("utf-8")
    reported = "HYB001" in done.stdout or "should-hybridize" in done.stdout
    if "--fix" in command:
        assert done.returncode == 0
        assert "@tf.function\ndef train_step" in (project / "train.py").read_text("utf-8")
    elif any(way in command for way in SILENT):
        assert done.returncode == (1 if "--diff-only" in command else 0)
    elif "--diff" in command:
        assert "+@tf.function\n" in done.stdout
    else:
        assert reported
    if "--report" in command or "rule" in command or "explain" in command:
        assert done.returncode == 0


def test_the_example_comes_out_as_shown(project: Path) -> None:
    parts = re.split(r"^\$ (.*)\n", SESSION, flags=re.MULTILINE)[1:]
    assert len(parts) == 4
    for command, output in zip(parts[::2], parts[1::2], strict=True):
        assert run(command, project).stdout == output


def test_the_configuration_is_valid_and_complete(tmp_path: Path) -> None:
    ours, models, ruff = blocks("toml")
    (tmp_path / "pyproject.toml").write_text(f"{ours}\n{models}", encoding="utf-8")
    config = load_config(tmp_path)
    assert config.errors == ()
    named = set(config.analysis)
    # The first is promised for later and left out until it does something, the other is read off the requirements.
    assert named == {field.name for field in fields(AnalysisOptions)} - {"input_signatures", "newest_tensorflow"}
    assert 'external = ["HYB"]' in ruff


def test_the_hooks_exist() -> None:
    own, _ = blocks("yaml")
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")
    assert set(re.findall(r"- id: ([\w-]+)", own)) == set(re.findall(r"- id: ([\w-]+)", hooks))


def copy_checkout(folder: Path) -> None:
    """The files of this checkout as they are on the disk, in another place."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in listed.splitlines():
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def needs_package_index(folder: Path) -> None:
    """Skip where nothing can be installed."""
    download = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder), "pathspec"]
    if subprocess.run(download, stdin=subprocess.DEVNULL, capture_output=True).returncode:
        pytest.skip("there is no package index")


@pytest.fixture
def beside(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example with a clone of the repository beside it, as the documentation has it."""
    needs_package_index(tmp_path_factory.mktemp("index"))
    around = tmp_path_factory.mktemp("around")
    shutil.move(project, around / "example")
    copy_checkout(around / "hybridize")
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "all"]):
        subprocess.run([*git, *command], cwd=around / "hybridize", check=True)
    subprocess.run(["git", "add", "."], cwd=around / "example", check=True)
    return around / "example"


def test_the_hooks_run_as_shown(beside: Path) -> None:
    own, with_flake8 = blocks("yaml")
    (beside / ".pre-commit-config.yaml").write_text(own + with_flake8, encoding="utf-8")
    (beside / "setup.cfg").write_text("[flake8]\nselect = HYB\n", encoding="utf-8")
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": programs, "PRE_COMMIT_HOME": str(beside.parent / "home")}
    environment["PYTHONPATH"] = str(ROOT)

    def hooks() -> dict[str, str]:
        done = subprocess.run(
            [sys.executable, "-m", "pre_commit", "run", "--all-files"],
            cwd=beside,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=600,
        )
        shown = r"^(hybridize --fix|hybridize|flake8)\.+(Passed|Failed)$"
        outcomes = dict(re.findall(shown, done.stdout, re.MULTILINE))
        assert len(outcomes) == 3, done.stdout + done.stderr
        return outcomes

    assert hooks()["hybridize --fix"] == "Failed"
    assert "@tf.function\ndef train_step" in (beside / "train.py").read_text("utf-8")
    subprocess.run(["git", "add", "."], cwd=beside, check=True)
    assert hooks() == {"hybridize --fix": "Passed", "hybridize": "Passed", "flake8": "Passed"}


def test_what_the_pages_install_can_be_installed(beside: Path) -> None:
    pages = [README, *(page.read_text("utf-8") for page in (ROOT / "docs").glob("*.md"))]
    found = {line.strip() for page in pages for line in re.findall(r"\bpip (?:install|wheel) [^`\n#&]+", page)}
    assert len(found) > 6
    for line in sorted(found, key=lambda line: "wheel " not in line):
        # What is a folder of the checkout is said of a shell there.
        folder = beside.parent / "hybridize" if re.search(r" \"?\.(\[|$| |\")", line) else beside
        command = line.replace("pip install", "pip install --dry-run --no-deps")
        done = subprocess.run(
            f"{shlex.quote(sys.executable)} -m {command}",
            shell=True,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=600,
        )
        assert done.returncode == 0, f"{line}\n{done.stderr}"


def test_the_files_that_are_linked_exist() -> None:
    linked = re.findall(r"\]\(([\w./-]+)\)", README)
    assert linked and [name for name in linked if not (ROOT / name).is_file()] == []


def test_linting_works_from_a_bare_python_without_tensorflow(tmp_path: Path) -> None:
    """The first command of the README, in a fresh environment and a copy of the checkout."""
    needs_package_index(tmp_path)
    checkout = tmp_path / "checkout"
    copy_checkout(checkout)
    venv.create(tmp_path / "venv", with_pip=True)
    programs = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    environment = {**os.environ, "PATH": os.pathsep.join([str(programs), os.environ["PATH"]])}
    for name in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"):
        environment.pop(name, None)

    def shell(command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, shell=True, cwd=checkout, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, timeout=600,
        )  # fmt: skip

    done = shell(INSTALL_AND_LINT)
    assert done.returncode == FINDINGS, done.stdout[-2000:] + done.stderr[-2000:]
    found = set(re.findall(r"^(\S+?):(\d+):\d+: (HYB\d{3}) ", done.stdout, re.MULTILINE))
    assert {code for _, _, code in found} >= {"HYB001", "HYB002", "HYB004", "HYB005"}
    direct = run("hybridize --output-format concise benchmarks/programs", checkout)
    assert set(re.findall(r"^(\S+?):(\d+):\d+: (HYB\d{3}) ", direct.stdout, re.MULTILINE)) == found
    assert shell("pip check").returncode == 0
    assert "No module named" in shell('python -c "import tensorflow"').stderr
    assert shell("hybridize --version").stdout.split() == ["hybridize", hybridize.__version__, "(pure", "Python)"]

"""The hooks of `.pre-commit-hooks.yaml`, run by pre-commit itself in a git repository."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from tests.adapters.conftest import ROOT, installed
from tests.served import LINTERS

HOOKS = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}


def pre_commit(
    project: Path, hook: str, start: Callable[[str], list[str]] = lambda name: [LINTERS.python, "-m", name]
) -> subprocess.CompletedProcess[str]:
    """Install nothing: the hook's own entry, but what is installed here, in place of what pre-commit installs."""
    program, *options = HOOKS[hook]["entry"].split()
    assert program == "hybridize"
    local = {**HOOKS[hook], "language": "system", "entry": shlex.join([*start(program), *options])}
    config = {"repos": [{"repo": "local", "hooks": [local]}]}
    (project / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org"]
    for command in (["init", "-q"], ["add", "."]):
        subprocess.run([*git, *command], cwd=project, check=True)
    home = project.parent / "pre-commit-home"
    return subprocess.run(
        [*start("pre_commit"), "run", "--all-files"],
        cwd=project,
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, "PRE_COMMIT_HOME": str(home), "PYTHONPATH": str(ROOT)},
    )


def test_the_hook_fails_with_the_findings(project: Path) -> None:
    done = pre_commit(project, "hybridize", lambda name: [installed(name.replace("_", "-"))])
    assert done.returncode == 1
    assert "steps.py:4:1: HYB001" in done.stdout
    assert "graphs.py:6" in done.stdout


@pytest.mark.usefixtures("linters")
def test_the_hook_passes_where_nothing_is_found(project: Path) -> None:
    for name in ("steps.py", "graphs.py", "main.py"):
        (project / name).write_text("X = 1\n", encoding="utf-8")
    assert pre_commit(project, "hybridize").returncode == 0


@pytest.mark.usefixtures("linters")
def test_the_fixing_hook_repairs_and_leaves_the_rest_to_the_other(project: Path) -> None:
    done = pre_commit(project, "hybridize-fix")
    assert done.returncode == 1
    assert "Fixed 1 finding" in done.stdout
    assert "@tf.function\ndef loss(x, y):" in (project / "steps.py").read_text(encoding="utf-8")
    assert "HYB004" not in done.stdout
    assert pre_commit(project, "hybridize-fix").returncode == 0
    assert "HYB004" in pre_commit(project, "hybridize").stdout


@pytest.mark.parametrize("hook", sorted(HOOKS))
def test_a_hook_runs_alone_and_on_python_files(hook: str) -> None:
    assert HOOKS[hook]["require_serial"] is True
    assert HOOKS[hook]["types_or"] == ["python", "jupyter"]


@pytest.mark.usefixtures("linters")
def test_the_fixing_hook_leaves_excluded_files_alone(project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.hybridize]\nextend-exclude = ['steps.py']\n", encoding="utf-8")
    before = (project / "steps.py").read_bytes()
    assert pre_commit(project, "hybridize-fix").returncode == 0
    assert (project / "steps.py").read_bytes() == before

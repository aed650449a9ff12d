"""Standard input, comments and baselines that are written, changed lines, colours, and what is shown on request."""

from __future__ import annotations

import io
import json
import os
import re
import select
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from surfaces.conftest import NOISY, STEP, Command

from hybridize.surfaces import api
from hybridize.surfaces.arguments import EXTRAS
from hybridize.surfaces.commands import watch as watching

QUIET_STEP = STEP.replace("def step(x, w):", "def step(x, w):  # noqa: HYB001")


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> object:
    """Give the command a standard input."""

    def give(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))

    return give


# Standard input ------------------------------------------------------------------------------------------------------


def test_standard_input_stands_in_the_place_of_a_file(project: Path, command: Command, stdin: object) -> None:
    stdin(f"# a line more\n{STEP}".encode())  # type: ignore[operator]
    result = command("-", "--stdin-filename", "step.py", "--output-format", "concise")
    assert result.out.startswith("step.py:5:1: HYB001")
    assert result.status == 1
    assert (project / "step.py").read_text(encoding="utf-8") == STEP
    stdin(b"from step import step\n\nstep(1, 2)\n")  # type: ignore[operator]
    result = command("-", "--stdin-filename", "new/file.py")
    assert (result.status, result.out) == (0, "")


def test_standard_input_is_fixed_onto_standard_output(project: Path, command: Command, stdin: object) -> None:
    fixed = STEP.replace("def step", "@tf.function\ndef step")
    for text, expected in [(STEP, fixed), (fixed, fixed)]:
        stdin(text.replace("\n", "\r\n").encode())  # type: ignore[operator]
        result = command("-", "--stdin-filename", "step.py", "--fix")
        assert result.out.replace("\r\n", "\n") == expected and result.out.count("\r\n") == expected.count("\n")
        assert result.status == 0
    assert (project / "step.py").read_text(encoding="utf-8") == STEP
    stdin(STEP.encode())  # type: ignore[operator]
    assert "+@tf.function" in command("-", "--stdin-filename", "step.py", "--diff").out


def test_standard_input_that_cannot_be_read_is_named(project: Path, command: Command, stdin: object) -> None:
    stdin(b"x = '\xe9'\n")  # type: ignore[operator]
    result = command("-", "--stdin-filename", "step.py")
    assert result.status == 1
    assert "step.py:1: encoding-error" in result.err
    assert command("-", "step.py").status == 2
    assert command("step.py", "--stdin-filename", "x.py").status == 2


# Comments ------------------------------------------------------------------------------------------------------------


def test_comments_are_added_and_hold(project: Path, command: Command) -> None:
    (project / "noisy.py").write_text(
        NOISY.replace('print("noisy", x)', 'print("noisy", x)  # noqa: T201'), encoding="utf-8"
    )
    result = command("--add-noqa")
    assert (result.status, result.out) == (0, "")
    assert "Added 2 comments." in result.err
    assert (project / "step.py").read_text(encoding="utf-8") == QUIET_STEP
    assert "# noqa: T201, HYB004\n" in (project / "noisy.py").read_text(encoding="utf-8")
    again = command()
    assert (again.status, again.out) == (0, "")
    assert "2 suppressed by comments." in again.err
    assert command("--disable-noqa").status == 1
    assert "Added 0 comments." in command("--add-noqa").err


def test_comments_stand_where_a_string_across_lines_ends(project: Path, command: Command) -> None:
    text = NOISY.replace('print("noisy", x)', 'print("""noisy\n    """, x)')
    (project / "noisy.py").write_text(text, encoding="utf-8")
    command("--add-noqa", "noisy.py")
    assert '    """, x)  # noqa: HYB004\n' in (project / "noisy.py").read_text(encoding="utf-8")
    assert command("noisy.py").status == 0


def test_comments_that_suppress_nothing_are_found_and_removed(project: Path, command: Command) -> None:
    (project / "idle.py").write_text(
        "x = 1  # noqa: HYB001\ny = 2  # noqa: E501,HYB004\nz = '# noqa: HYB001'\nw = 3  # noqa\n", encoding="utf-8"
    )
    (project / "step.py").write_text(QUIET_STEP, encoding="utf-8")
    result = command("--preview", "--select", "HYB100", "--output-format", "concise")
    assert [line.split(" ", 2)[0] for line in result.out.splitlines()] == ["idle.py:1:8:", "idle.py:2:8:"]
    assert command("--select", "HYB100").status == 0
    assert command("--preview", "--select", "HYB100", "--fix").status == 0
    assert (project / "idle.py").read_text(encoding="utf-8") == (
        "x = 1\ny = 2  # noqa: E501\nz = '# noqa: HYB001'\nw = 3  # noqa\n"
    )
    assert (project / "step.py").read_text(encoding="utf-8") == QUIET_STEP


# Baselines and changed lines -----------------------------------------------------------------------------------------


def test_a_baseline_leaves_out_what_was_there_also_where_it_moved(project: Path, command: Command) -> None:
    result = command("--write-baseline", "known.json")
    assert (result.status, result.out) == (0, "")
    assert "Wrote 2 findings to known.json." in result.err
    (project / "step.py").write_text(f"# one line more\n\n{STEP}", encoding="utf-8")
    result = command("--baseline", "known.json")
    assert (result.status, result.out) == (0, "")
    assert "2 in the baseline." in result.err
    (project / "more.py").write_text(STEP, encoding="utf-8")
    (project / "pyproject.toml").write_text("[tool.hybridize]\nbaseline = 'known.json'\n", encoding="utf-8")
    assert command("--output-format", "concise").out.startswith("more.py:4:1: HYB001")
    assert command("--fix").status == 0
    assert (project / "step.py").read_text(encoding="utf-8").endswith(STEP)


def test_what_is_no_baseline_is_wrong_usage(project: Path, command: Command) -> None:
    assert command("--baseline", "none.json").status == 2
    (project / "bad.json").write_text("[]", encoding="utf-8")
    result = command("--baseline", "bad.json")
    assert (result.status, result.out) == (2, "")
    assert "is no baseline" in result.err


def git(project: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    subprocess.run(["git", *identity, *arguments], cwd=project, check=True, capture_output=True)


def test_only_what_changed_since_a_revision(project: Path, command: Command) -> None:
    git(project, "init", "-q")
    git(project, "add", ".")
    git(project, "commit", "-q", "-m", "one")
    result = command("--diff-only", "HEAD")
    assert (result.status, result.out) == (0, "")
    assert "2 outside the changed lines." in result.err
    (project / "step.py").write_text(STEP.replace("range(3)", "range(4)"), encoding="utf-8")
    (project / "new.py").write_text(STEP, encoding="utf-8")
    found = command("--diff-only", "HEAD", "--output-format", "concise").out
    assert [line.partition(":")[0] for line in found.splitlines()] == ["new.py", "step.py"]
    result = command("--diff-only", "nowhere")
    assert result.status == 2
    assert "argument --diff-only:" in result.err


# What is shown -------------------------------------------------------------------------------------------------------


def test_colours(project: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    assert "\x1b[" not in command("step.py").out
    coloured = command("step.py", "--color", "always").out
    assert "\x1b[1;31mHYB001\x1b[0m \x1b[36m[*]\x1b[0m" in coloured
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert command("step.py").out == coloured
    assert "\x1b[" not in command("step.py", "--color", "never").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in command("step.py").out


def test_quiet_and_verbose(project: Path, command: Command) -> None:
    (project / "broken.py").write_text("def f(:\n", encoding="utf-8")
    quiet = command("-q")
    assert quiet.out == command().out
    assert [line.partition(":")[0] for line in quiet.err.splitlines()] == ["broken.py"]
    told = command("--verbose").err
    assert f"hybridize: {project}: 3 files read (sources" in told and "hybridize: query" not in told


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def test_verbose_statistics_count_queries(project: Path, command: Command) -> None:
    told = command("--verbose", "--statistics", "--no-cache").err
    line = r"^hybridize: query hybridize\.program\.flow\.graph\.flow_of: ([\d,]+) calls?, ([\d,]+) keys?$"
    (counted,) = re.findall(line, told, re.MULTILINE)
    assert _number(counted[0]) >= _number(counted[1]) > 0
    calls = [_number(each) for each in re.findall(r": ([\d,]+) calls?, ", told)]
    assert calls == sorted(calls, reverse=True)


def test_files_and_settings_are_shown(project: Path, command: Command) -> None:
    (project / "pyproject.toml").write_text("[tool.hybridize]\nmin-gain = 'high'\n", encoding="utf-8")
    assert command("--show-files").out == "noisy.py\nstep.py\n"
    assert command("--show-files", "step.py").out == "step.py\n"
    shown = command("--show-settings", "--closed-world").out.splitlines()
    assert shown[0] == f"[{project}]"
    assert 'min-gain = "high"  # pyproject.toml' in shown
    assert "closed-world = true  # command line" in shown
    assert "speculative = true  # default" in shown
    (project / "requirements.txt").write_text("tensorflow==2.15.1\n", encoding="utf-8")
    assert 'target-tensorflow = "2.15"  # requirements' in command("--show-settings").out


@pytest.mark.parametrize(
    "arguments",
    [
        ["--report", "json", "--fix"],
        ["--add-noqa", "--diff"],
        ["--write-baseline", "x", "--add-noqa"],
        ["--show-files", "--fix-only"],
    ],
    ids=" ".join,
)
def test_one_thing_at_a_time(project: Path, command: Command, arguments: list[str]) -> None:
    result = command(*arguments)
    assert result.status == 2
    assert "not allowed with" in result.err


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_completion_knows_commands_and_options(command: Command, shell: str) -> None:
    script = command("--print-completion", shell).out
    assert "--diff-only" in script and "explain" in script and "sarif" in script


@pytest.mark.parametrize(
    ("library", "option", "extra"),
    [
        ("watchfiles", ("--watch",), "watch"),
        ("shtab", ("--print-completion", "bash"), "completion"),
        ("jinja2", ("--report", "html"), "html"),
        ("distributed", ("--executor", "dask"), "dask"),
    ],
)
def test_what_few_people_use_says_what_to_install(
    library: str, option: tuple[str, ...], extra: str, project: Path, command: Command,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.delitem(sys.modules, "hybridize.surfaces.html", raising=False)
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.setattr(api, "analyze_files", lambda *_, **__: pytest.fail("it says so before the analysis"))
    done = command(*option)
    assert (done.status, done.out) == (2, "")
    assert f"needs the extra `hybridize[{extra}]`: `pip install {EXTRAS[extra]}`" in done.err


def test_watching_checks_again_after_a_change(
    project: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def changes(_: object) -> object:
        (project / "step.py").write_text(QUIET_STEP, encoding="utf-8")
        yield "changed"

    monkeypatch.setattr(watching, "_changes", changes)
    result = command("--watch", "step.py", "--output-format", "concise")
    assert result.out.count("HYB001") == 1
    assert result.err.count("Watching for changes.") == 2


@pytest.mark.slow
def test_watching_really_sees_changes(project: Path) -> None:
    root = str(Path(__file__).resolve().parents[2])
    watcher = subprocess.Popen(
        [sys.executable, "-u", "-m", "hybridize", "--watch", "--output-format", "concise"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": root},
    )  # fmt: skip
    assert watcher.stdout is not None and watcher.stderr is not None
    try:
        while "Watching" not in watcher.stderr.readline():
            pass
        first = [watcher.stdout.readline() for _ in range(2)]
        while not select.select([watcher.stdout], [], [], 1.0)[0]:
            # It may not watch yet.
            (project / "new.py").write_text(STEP, encoding="utf-8")
        later = [watcher.stdout.readline() for _ in range(3)]
    finally:
        watcher.kill()
        watcher.communicate()
    assert [line.partition(":")[0] for line in first] == ["noisy.py", "step.py"]
    assert [line.partition(":")[0] for line in later] == ["new.py", "noisy.py", "step.py"]


def test_json_lines_and_json_are_the_same(project: Path, command: Command) -> None:
    rows = [json.loads(line) for line in command("--output-format", "json-lines").out.splitlines()]
    assert rows == json.loads(command("--output-format", "json").out)


def test_what_is_excluded_is_not_analysed(project: Path, command: Command) -> None:
    assert [line[:8] for line in command("--output-format", "concise", "--exclude", "noisy.py").out.splitlines()] == [
        "step.py:"
    ]
    assert command("--extend-exclude", "*.py").err.startswith("Warning: there are no Python files to check")

"""Several projects in one call, projects in projects, what is excluded, links, and what the summary says."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from surfaces.conftest import NOISY, STEP, Command

import hybridize
from hybridize.surfaces import analysis


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two projects side by side, each with a configuration; the folder around them is none."""
    for name, text in {
        "one/pyproject.toml": "[tool.hybridize]\nignore = ['HYB001']\n",
        "one/step.py": STEP,
        "one/noisy.py": NOISY,
        "two/pyproject.toml": "[tool.hybridize]\nexclude = ['made.py']\n",
        "two/step.py": STEP,
        "two/made.py": STEP,
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def codes(out: str) -> list[tuple[str, str]]:
    return [(line.partition(":")[0], line.split()[1]) for line in out.splitlines()]


def test_each_path_follows_the_configuration_of_its_own_project(two: Path, command: Command) -> None:
    result = command("one/step.py", "one/noisy.py", "two/step.py", "--output-format", "concise")
    assert codes(result.out) == [("one/noisy.py", "HYB004"), ("two/step.py", "HYB001")]
    assert "Found 2 findings in 3 files." in result.err
    report = json.loads(command("one", "two", "--report", "json").out)
    assert report["root"] == two.as_posix()
    assert {function["path"] for function in report["functions"]} == {"one/step.py", "one/noisy.py", "two/step.py"}
    assert [part["root"] for part in report["projects"]] == ["one", "two"]
    assert {part["options"]["min_gain"] for part in report["projects"]} == {"low"}


def test_what_one_project_excludes_is_not_rewritten_beside_another(two: Path, command: Command) -> None:
    result = command("--fix", "--force-exclude", "one/noisy.py", "two/step.py", "two/made.py")
    assert (two / "two" / "made.py").read_text(encoding="utf-8") == STEP
    assert "@tf.function" in (two / "two" / "step.py").read_text(encoding="utf-8")
    assert "1 named path excluded." in result.err


def test_a_diff_of_several_projects_is_relative_to_the_folder_around_them(two: Path, command: Command) -> None:
    assert "--- a/two/step.py" in command("--diff", "one/noisy.py", "two/step.py").out


def test_a_configured_project_inside_another_follows_its_own_configuration(two: Path, command: Command) -> None:
    (two / "setup.py").touch()
    (two / "top.py").write_text(STEP, encoding="utf-8")
    result = command("--output-format", "concise")
    assert codes(result.out) == [("top.py", "HYB001"), ("one/noisy.py", "HYB004"), ("two/step.py", "HYB001")]
    command("--fix")
    assert (two / "two" / "made.py").read_text(encoding="utf-8") == STEP
    assert "@tf.function" in (two / "two" / "step.py").read_text(encoding="utf-8")
    # An explicit root or configuration holds for everything.
    assert ("two/made.py", "HYB001") in codes(command("--root", ".", "--output-format", "concise").out)


def test_force_exclude_can_be_configured(project: Path, command: Command) -> None:
    (project / "pyproject.toml").write_text("[tool.hybridize]\nextend-exclude = ['step.py']\n", encoding="utf-8")
    assert command("step.py").status == 1
    (project / "pyproject.toml").write_text(
        "[tool.hybridize]\nextend-exclude = ['step.py']\nforce-exclude = true\n", encoding="utf-8"
    )
    result = command("step.py")
    assert (result.status, result.out) == (0, "")
    assert "there are no Python files to check: 1 named path excluded" in result.err
    assert command("--no-force-exclude", "step.py").status == 1


def test_nothing_to_check_is_a_warning(project: Path, command: Command) -> None:
    (project / "empty").mkdir()
    result = command("empty")
    assert result.status == 0
    assert "Warning: there are no Python files to check." in result.err


@pytest.mark.skipif(os.name == "nt", reason="needs symbolic links")
def test_a_link_and_its_target_are_one_file(project: Path, command: Command) -> None:
    (project / "link.py").symlink_to("step.py")
    assert codes(command("--output-format", "concise").out).count(("step.py", "HYB001")) == 1
    assert codes(command("link.py", "--output-format", "concise").out) == [("step.py", "HYB001")]
    report = json.loads(command("--report", "json").out)
    (step,) = [function for function in report["functions"] if function["qualname"] == "step"]
    assert step["path"] == "step.py"
    assert not step["has_literal_parameter"]
    (project / "user.py").write_text("import link\n\nlink.step(1, 2)\n", encoding="utf-8")
    report = json.loads(command("link.py::step", "--report", "json").out)
    assert [function["has_literal_parameter"] for function in report["functions"]] == [True]
    (project / "user.py").unlink()
    assert command("--fix", "link.py").err.count("Fixed 1 finding") == 1
    assert (project / "link.py").is_symlink()
    assert (project / "step.py").read_text(encoding="utf-8").count("@tf.function") == 1


def test_what_is_not_shown_is_counted(project: Path, command: Command) -> None:
    (project / "test_step.py").write_text(STEP, encoding="utf-8")
    quiet = STEP.replace("def step(x, w):", "def step(x, w):  # noqa: HYB001")
    (project / "quiet.py").write_text(quiet, encoding="utf-8")
    err = command().err
    assert "1 more in tests, not shown without `--include-tests`." in err
    assert "1 suppressed by comments." in err


def test_fix_does_not_offer_what_it_could_not_do(project: Path, command: Command) -> None:
    result = command("--fix", "noisy.py")
    assert "Fixed" not in result.err
    assert "Found 1 finding in 1 file. 1 fixable with `--fix --unsafe-fixes`." in result.err
    result = command("--fix", "--unsafe-fixes")
    assert "[*]" not in result.out + result.err


def test_a_failure_in_a_file_that_was_not_asked_about_is_told_and_is_not_3(
    project: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hybridize.rules.registry import all_rules

    original = type(all_rules()[0]).check

    def fail(self: object, verdict: hybridize.Verdict, context: object) -> object:
        if verdict.path == "noisy.py":
            raise RuntimeError("no such thing")
        return original(self, verdict, context)  # type: ignore[arg-type]

    monkeypatch.setattr(type(all_rules()[0]), "check", fail)
    (project / "broken.py").write_text("def f(:\n", encoding="utf-8")
    asked = command("step.py")
    assert asked.status == 1
    assert "noisy.py:5: internal-error, in a file not asked about: HYB001 failed" in asked.err
    assert "not asked about, but of the project, and not to be read: broken.py" in asked.err
    assert command("noisy.py").status == 3


def test_a_function_that_is_not_there_is_an_error(project: Path) -> None:
    with pytest.raises(ValueError, match="there is no function 'nope' in step.py"):
        hybridize.analyze("step.py::nope")
    assert [function.qualname for function in hybridize.analyze("step.py::step").functions] == ["step"]


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["--sele", "HYB"], "did you mean '--select'?"),
        (["explian", "step.py"], "did you mean 'explain'?"),
        (["--select", "HYB0013"], "did you mean 'HYB013'?"),
        (["--ignore", "should-hybridise"], "did you mean 'should-hybridize'?"),
        (["--target-tensorflow", "1.15"], "2.9 to 2.21"),
        (["--target-tensorflow", "3.0"], "2.9 to 2.21"),
        (["rule", "retraceing-risk"], "did you mean 'retracing-risk'?"),
        (["rule", "HYB01"], "did you mean 'HYB001'?"),
        (["--select", "HYB01X"], "did you mean 'HYB001'?"),
        (["--output-format", "jsn"], "did you mean 'json'?"),
        (["--report", "hmtl"], "did you mean 'html'?"),
        (["--min-gain", "hgih"], "did you mean 'high'?"),
        (["stpe.py"], "there is no file or folder 'stpe.py'; did you mean 'step.py'?"),
        (["step.py::stpe"], "there is no function 'stpe' in step.py; did you mean 'step'?"),
        (["explain", "step.py::stpe"], "there is no function 'stpe' in step.py; did you mean 'step'?"),
        (["types", "step.py::stpe"], "did you mean 'step'?"),
    ],
    ids=" ".join,
)
def test_wrong_usage_ends_with_a_hint(project: Path, command: Command, arguments: list[str], hint: str) -> None:
    result = command(*arguments)
    assert (result.status, result.out) == (2, "")
    first, last = result.err.splitlines()
    assert first.startswith("hybridize: error: ") and hint in first
    assert last.startswith("Try `hybridize")


@pytest.mark.parametrize("name", ["rule", "explain", "check"])
def test_each_command_has_a_help_of_its_own(name: str, command: Command) -> None:
    result = command(name, "--help")
    assert result.status == 0
    assert result.out.startswith("usage: hybridize")
    assert ("--fix" in result.out) == (name == "check")


def test_wrong_configuration_in_one_project_leaves_the_other_alone(two: Path, command: Command) -> None:
    (two / "two" / "pyproject.toml").write_text("[tool.hybridize]\nselct = []\n", encoding="utf-8")
    result = command("one", "two", "--output-format", "concise")
    assert result.status == 2
    assert "two/pyproject.toml:2: config-error" in result.err
    assert ("one/noisy.py", "HYB004") in codes(result.out)


def test_a_layer_that_fails_is_status_3_whatever_is_asked(
    project: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("no such thing")

    monkeypatch.setattr(analysis, "load_project", fail)
    assert command("step.py").status == 3

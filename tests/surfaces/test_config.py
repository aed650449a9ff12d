"""`[tool.hybridize]`: what it sets, and how mistakes in it are told."""

from __future__ import annotations

from pathlib import Path

import pytest
from surfaces.conftest import Command

from hybridize.settings import AnalysisOptions, Gain
from hybridize.surfaces.config import Config, load_config
from hybridize.surfaces.options import ANALYSIS_OPTIONS
from hybridize.surfaces.settings import Settings, make_settings


def write(root: Path, text: str) -> Config:
    (root / "pyproject.toml").write_text(text, encoding="utf-8")
    return load_config(root)


def settings(root: Path, text: str, **given: object) -> Settings:
    write(root, text)
    return make_settings(root, given)


EVERYTHING = """\
[tool.other]
select = 3

[tool.hybridize]
boolean-literals = true
follow-type-hints = false
speculative = false
test-entry-points = false
include-tests = true
input-signatures = true
closed-world = true
min-gain = "high"
src = ["lib", "python"]
target-tensorflow = "2.15.1"
select = ["HYB001", "hyb002"]
ignore = "HYB003, HYB004"
extend-select = ["HYB005"]
preview = true
exclude = ["generated/"]
extend-exclude = ["old/"]

[tool.hybridize.per-file-ignores]
"scripts/" = ["HYB"]
"""


def test_every_option_can_be_set(tmp_path: Path) -> None:
    made = settings(tmp_path, EVERYTHING)
    assert made.errors == ()
    assert made.options == AnalysisOptions(
        boolean_literals=True, follow_type_hints=False, speculative=False, test_entry_points=False, include_tests=True,
        input_signatures=True, closed_world=True, min_gain=Gain.HIGH, src=("lib", "python"), target_tensorflow="2.15",
    )  # fmt: skip
    assert made.selection.select == ("HYB001", "HYB002", "HYB005")
    assert made.selection.ignore == ("HYB003", "HYB004")
    assert made.selection.preview
    assert made.selection.per_file_ignores == {"scripts/": ("HYB",)}
    assert made.exclusions.patterns == ("generated/", "old/")
    assert all(f"\n{option.name} = " in EVERYTHING for option in ANALYSIS_OPTIONS)


def test_the_command_line_wins_over_the_file_and_that_over_the_defaults(tmp_path: Path) -> None:
    made = settings(tmp_path, '[tool.hybridize]\nmin-gain = "high"\nclosed-world = true\n', closed_world=False)
    assert (made.options.closed_world, made.options.min_gain, made.options.speculative) == (False, Gain.HIGH, True)


def test_what_the_project_requires_comes_after_the_option(tmp_path: Path) -> None:
    requirement = '[project]\ndependencies = ["tensorflow==2.15.1"]\n'
    assert settings(tmp_path, requirement).options.target_tensorflow == "2.15"
    assert settings(tmp_path, requirement, target_tensorflow="2.20").options.target_tensorflow == "2.20"
    chosen = requirement + '[tool.hybridize]\ntarget-tensorflow = "2.16"\n'
    assert settings(tmp_path, chosen).options.target_tensorflow == "2.16"


def test_no_file_and_no_table_are_fine(tmp_path: Path) -> None:
    assert load_config(tmp_path) == Config()
    assert write(tmp_path, "[tool.black]\nline-length = 120\n") == Config(file="pyproject.toml")


def test_another_file_may_do_without_the_table(tmp_path: Path) -> None:
    bare, full = tmp_path / "bare.toml", tmp_path / "full.toml"
    bare.write_text("preview = true\n", encoding="utf-8")
    full.write_text("[tool.hybridize]\npreview = true\n", encoding="utf-8")
    assert load_config(tmp_path, bare).preview
    assert load_config(tmp_path, full).preview


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        pytest.param("[tool.hybridize]\nx = 1\n", 2, "`tool.hybridize.x`", id="unknown key"),
        pytest.param("[tool.hybridize]\n\nclosed_world = true\n", 3, "did you mean 'closed-world'?", id="near miss"),
        pytest.param("[tool.hybridize]\nselect = 1\n", 2, "list of strings", id="wrong type"),
        pytest.param("[tool.hybridize]\nselect = ['E501']\n", 2, "'E501'", id="foreign code"),
        pytest.param("[tool.x]\npreview = 1\n[tool.hybridize]\npreview = 'yes'\n", 4, "true or false", id="flag"),
        pytest.param("[tool.hybridize]\nmin-gain = 'huge'\n", 2, "none, low, medium, high", id="choice"),
        pytest.param("[tool.hybridize]\ntarget-tensorflow = 2.15\n", 2, "must be a string", id="number for text"),
        pytest.param("[tool.hybridize]\ntarget-tensorflow = 'two'\n", 2, "2.15", id="release"),
        pytest.param("[tool.hybridize.per-file-ignores]\na = 1\n", 1, "list of strings", id="sub-table"),
        pytest.param("[tool]\nhybridize.preview = 3\n", 2, "true or false", id="dotted key"),
        pytest.param("[tool]\nhybridize = 3\n", 2, "must be a table", id="no table"),
        pytest.param("[project]\nname = 'x'\n[tool.hybridize\n", 3, "not valid TOML", id="broken"),
        pytest.param("[tool.hybridize]\nselect = [\n", 3, "not valid TOML", id="broken at the end"),
    ],
)
def test_mistakes_are_told_with_their_line(tmp_path: Path, text: str, line: int, words: str) -> None:
    (error,) = write(tmp_path, text).errors
    assert (error.path, error.line, error.kind) == ("pyproject.toml", line, "config-error")
    assert words in error.message


def test_what_is_right_beside_a_mistake_counts(tmp_path: Path) -> None:
    config = write(tmp_path, "[tool.hybridize]\nnonsense = 1\nignore = ['HYB001']\n")
    assert config.ignore == ("HYB001",)


def test_a_wrong_configuration_is_status_2_and_hides_no_finding(project: Path, command: Command) -> None:
    (project / "pyproject.toml").write_text("[tool.hybridize]\nnonsense = 1\n", encoding="utf-8")
    result = command("--output-format", "concise")
    assert result.status == 2
    assert len(result.out.splitlines()) == 2
    assert "pyproject.toml:2: config-error" in result.err
    report = command("--report", "json")
    assert report.status == 2
    assert '"config-error"' in report.out


def test_nothing_is_fixed_under_a_wrong_configuration(project: Path, command: Command) -> None:
    (project / "pyproject.toml").write_bytes(b"[tool.hybridize\n")
    before = (project / "step.py").read_bytes()
    assert command("--fix").status == 2
    assert (project / "step.py").read_bytes() == before


def test_a_missing_or_unreadable_file_is_named(project: Path, command: Command) -> None:
    missing = command("--config", "nowhere.toml")
    assert missing.status == 2
    assert "nowhere.toml:1: config-error" in missing.err
    (project / "latin.toml").write_bytes(b"# \xe9\n")
    assert "latin.toml:1: config-error" in command("--config", "latin.toml").err


def test_the_configuration_reaches_the_analysis(project: Path, command: Command) -> None:
    (project / "pyproject.toml").write_text('[tool.hybridize]\nmin-gain = "high"\n', encoding="utf-8")
    assert command("step.py").out == ""
    assert command("step.py", "--min-gain", "low").out != ""
    (project / "pyproject.toml").write_text('[tool.hybridize]\nexclude = ["step.py"]\n', encoding="utf-8")
    assert "step.py" not in command().out

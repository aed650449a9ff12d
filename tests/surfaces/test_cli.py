"""What the command line prints where, and with which status it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from surfaces.conftest import KEEPS, NOISY, STEP, Command

from hybridize import analyze
from hybridize.inference.python import statements
from hybridize.inference.state import budget
from hybridize.rules.registry import all_rules
from hybridize.surfaces import analysis


def codes(out: str) -> list[str]:
    return [line.split()[1] for line in out.splitlines()]


def test_findings_go_to_stdout_and_the_rest_to_stderr(project: Path, command: Command) -> None:
    result = command("--output-format", "concise")
    assert result.status == 1
    assert [line.partition(" ")[0] for line in result.out.splitlines()] == ["noisy.py:6:5:", "step.py:4:1:"]
    assert codes(result.out) == ["HYB004", "HYB001"]
    assert "Found 2 findings in 2 files. [*] 1 fixable with `--fix` (1 more with `--unsafe-fixes`)." in result.err


def test_check_is_the_default_command(project: Path, command: Command) -> None:
    assert command("check", "step.py") == command("step.py")
    (project / "check").mkdir()
    assert command("check").out == command().out
    assert command("./check").out == ""


def test_options_and_paths_mix_in_any_order(project: Path, command: Command) -> None:
    expected = command("--output-format", "concise", "step.py", "noisy.py")
    assert expected.status == 1
    assert command("check", "--output-format", "concise", "step.py", "noisy.py") == expected
    assert command("step.py", "--output-format", "concise", "noisy.py") == expected


def test_nothing_found_is_status_0(project: Path, command: Command) -> None:
    (project / "step.py").unlink()
    (project / "noisy.py").unlink()
    result = command()
    assert (result.status, result.out) == (0, "")


def test_exit_zero(project: Path, command: Command) -> None:
    result = command("--exit-zero", "--output-format", "concise")
    assert result.status == 0
    assert len(result.out.splitlines()) == 2


def test_paths_are_what_is_reported_not_what_is_analysed(project: Path, command: Command) -> None:
    calls = "scale(tf.ones(3), 10)\nscale(tf.ones(3), 20)\n"
    (project / "main.py").write_text(f"import tensorflow as tf\nfrom lib import scale\n{calls}", encoding="utf-8")
    (project / "lib.py").write_text(
        "import tensorflow as tf\n\n\n@tf.function\ndef scale(x, n):\n    return x * n\n", encoding="utf-8"
    )
    result = command("lib.py", "--output-format", "concise")
    assert codes(result.out) == ["HYB002"]
    assert "10" in result.out and "20" in result.out


def test_one_function(project: Path, command: Command) -> None:
    (project / "both.py").write_text(STEP + NOISY, encoding="utf-8")
    assert codes(command("both.py::noisy", "--output-format", "concise").out) == ["HYB004"]
    report = json.loads(command("both.py::step", "--report", "json").out)
    assert [function["qualname"] for function in report["functions"]] == ["step"]
    (project / "net.py").write_text("class Net:\n    def call(self):\n        pass\n", encoding="utf-8")
    assert "No findings in 1 file." in command("net.py::Net::call").err
    missing = command("both.py::nothing")
    assert missing.status == 2
    assert "there is no function 'nothing' in both.py" in missing.err


def test_a_code_that_is_not_selected_hides_none(project: Path, command: Command) -> None:
    (project / "keeps.py").write_text(KEEPS, encoding="utf-8")

    def found(*arguments: str) -> list[str]:
        return codes(command("keeps.py", "--output-format", "concise", *arguments).out)

    assert found() == ["HYB006"]
    assert found("--select", "HYB004") == ["HYB004"]
    assert found("--ignore", "HYB006") == ["HYB004"]
    assert found("--ignore", "HYB006,HYB004") == []
    config = "[tool.hybridize.per-file-ignores]\n'keeps.py' = ['HYB006']\n"
    (project / "pyproject.toml").write_text(config, encoding="utf-8")
    assert found() == ["HYB004"]
    report = analyze("keeps.py", select=["HYB004"])
    assert [finding.code for finding in report.findings] == ["HYB004"]
    (row,) = json.loads(json.dumps(report.to_json()))["functions"]
    assert row["codes"] == ["HYB006"], "those before selection"


def test_a_suppressed_code_gives_way_to_no_other(project: Path, command: Command) -> None:
    silenced = KEEPS.replace("tf.Variable(x))", "tf.Variable(x))  # noqa: HYB006")
    (project / "keeps.py").write_text(silenced, encoding="utf-8")
    assert codes(command("keeps.py", "--output-format", "concise").out) == []


def test_selection(project: Path, command: Command) -> None:
    def found(*arguments: str) -> list[str]:
        return codes(command("--output-format", "concise", *arguments).out)

    assert found("--select", "HYB001") == ["HYB001"]
    assert found("--ignore", "HYB001") == ["HYB004"]
    assert found("--select", "HYB00", "--ignore", "HYB004") == ["HYB001"]
    assert found("--select", "HYB004", "--extend-select", "HYB001") == ["HYB004", "HYB001"]
    assert found("--ignore", "HYB") == []
    (project / "pyproject.toml").write_text('[tool.hybridize]\nselect = ["HYB004"]\n', encoding="utf-8")
    assert found() == ["HYB004"]
    assert found("--select", "ALL") == ["HYB004", "HYB001"]


def test_rules_in_preview_need_the_option(project: Path, command: Command) -> None:
    (project / "idle.py").write_text(
        "import tensorflow as tf\n\n\n@tf.function\ndef idle(n=1):\n    return n\n\n\nidle()\n", encoding="utf-8"
    )
    assert codes(command("idle.py", "--output-format", "concise", "--select", "HYB").out) == []
    asked = command("idle.py", "--output-format", "concise", "--select", "HYB003")
    assert asked.out == ""
    assert "HYB003 is in preview" in asked.err
    assert codes(command("idle.py", "--output-format", "concise", "--preview").out) == ["HYB003"]
    (project / "pyproject.toml").write_text("[tool.hybridize]\npreview = true\n", encoding="utf-8")
    assert codes(command("idle.py", "--output-format", "concise").out) == ["HYB003"]
    assert codes(command("idle.py", "--output-format", "concise", "--no-preview").out) == []


def test_findings_in_tests_need_the_option_but_their_functions_are_listed(project: Path, command: Command) -> None:
    (project / "step.py").rename(project / "test_step.py")
    assert command("test_step.py").out == ""
    assert codes(command("test_step.py", "--include-tests", "--output-format", "concise").out) == ["HYB001"]
    report = json.loads(command("test_step.py", "--report", "json").out)
    assert [function["qualname"] for function in report["functions"]] == ["step"]


@pytest.mark.parametrize(
    ("comment", "silent"),
    [("# noqa", True), ("# noqa: HYB001", True), ("# noqa: HYB004", False), ("# noqa:HYB0,E501", True), ("#noqa", False)],
)
def test_noqa(project: Path, command: Command, comment: str, silent: bool) -> None:
    (project / "step.py").write_text(STEP.replace("def step(x, w):", f"def step(x, w):  {comment}"), encoding="utf-8")
    result = command("step.py", "--output-format", "concise")
    assert (result.out == "", result.status) == (silent, 0 if silent else 1)


def test_bad_input_costs_nothing_else(project: Path, command: Command) -> None:
    (project / "broken.py").write_text("def f(:\n", encoding="utf-8")
    (project / "two.py").write_text('print "hello"\n', encoding="utf-8")
    (project / "latin.py").write_bytes(b"x = '\xe9'\n")
    (project / "huge.py").write_text("x = 1\n" * 60_000, encoding="utf-8")
    (project / "deep.py").write_text("x = " + "-" * 50_000 + "1\n", encoding="utf-8")
    (project / "empty.py").touch()
    result = command("--output-format", "concise")
    assert result.status == 1
    assert codes(result.out) == ["HYB004", "HYB001"]
    for expected in (
        "broken.py:1: syntax-error",
        "two.py:1: syntax-error",
        "Python 2",
        "latin.py:1: encoding-error",
        "huge.py:1: too-large",
        "deep.py:1: syntax-error",
        "Found 2 findings in 3 files, and 5 files could not be checked.",
    ):
        assert expected in result.err
    assert "Traceback" not in result.err
    assert command("empty.py").status == 0
    assert command("step.py", "--ignore", "HYB").status == 0, "errors in files out of scope are not this run's business"
    alone = command("latin.py")
    assert alone.status == 1
    assert "1 file could not be checked." in alone.err and "No findings" not in alone.err


def test_the_report_names_bad_input(project: Path, command: Command) -> None:
    (project / "broken.py").write_text("x = 1\ndef f(:\n", encoding="utf-8")
    result = command("--report", "json")
    assert result.status == 0
    report = json.loads(result.out)
    assert [(e["path"], e["line"], e["kind"]) for e in report["errors"]] == [("broken.py", 2, "syntax-error")]
    assert len(report["functions"]) == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere"], "'nowhere'"),
        (["nowhere.py::f"], "'nowhere.py'"),
        (["--root", "nowhere"], "'nowhere'"),
        (["--root", "inner", "step.py"], "outside the project root"),
        (["--select", "E501"], "'E501'"),
        (["--min-gain", "huge"], "none, low, medium, high"),
        (["--target-tensorflow", "two"], "2.15"),
        (["--src", "nowhere"], "'nowhere'"),
        (["--jobs", "0"], "--jobs"),
        (["--fix", "--report", "json"], "not allowed with"),
        (["--unknown"], "--unknown"),
        (["--sele", "HYB"], "--sele"),
        (["--output-file", "nowhere/out.txt"], "nowhere/out.txt"),
        (["rule", "HYB999"], "'HYB999'"),
        (["explain"], "FILE:LINE"),
        (["explain", "step.py"], "FILE:LINE"),
        (["explain", "step.py:999"], "line 999"),
        (["explain", "step.py::nothing"], "'nothing'"),
        (["explain", "step.py:nothing"], "'nothing'"),
        (["explain", "step.py:2nd"], "FILE:LINE"),
        (["types", "step.py:nothing"], "'nothing'"),
        (["explain", "nowhere.py:1"], "'nowhere.py'"),
    ],
    ids=" ".join,
)
def test_wrong_usage_is_status_2(project: Path, command: Command, arguments: list[str], words: str) -> None:
    (project / "inner").mkdir()
    result = command(*arguments)
    assert (result.status, result.out) == (2, "")
    assert words in result.err


def test_an_internal_error_hides_no_finding(project: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = next(rule for rule in all_rules() if rule.code == "HYB002")

    def fail(*_: object) -> None:
        raise RuntimeError("no such thing")

    monkeypatch.setattr(type(rule), "check", fail)
    result = command("--output-format", "concise")
    assert result.status == 3
    assert codes(result.out) == ["HYB004", "HYB001"]
    assert "internal-error" in result.err and "no such thing" in result.err
    assert "Traceback" not in result.err
    assert command("--report", "json").status == 3


def test_a_layer_that_fails_is_told_in_one_line(
    project: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("no such thing")

    monkeypatch.setattr(analysis, "load_project", fail)
    result = command()
    assert result.status == 3
    assert "the analysis (sources) failed: RuntimeError: no such thing" in result.err
    assert "Traceback" not in result.err
    monkeypatch.setenv("HYBRIDIZE_DEBUG", "1")
    assert "Traceback" in command().err


def test_statistics(project: Path, command: Command) -> None:
    text = command("--statistics", "--output-format", "concise").out
    assert "     1  HYB001  should-hybridize" in text
    assert "2 files, 21 lines, 2 functions (2 candidates, 0 undetermined)" in text
    machine = command("--statistics", "--output-format", "json")
    assert len(json.loads(machine.out)) == 2
    assert "1  HYB001" in machine.err


def test_output_file(project: Path, command: Command) -> None:
    expected = command("--report", "csv").out
    result = command("--report", "csv", "--output-file", "table.csv")
    assert (result.status, result.out) == (0, "")
    assert (project / "table.csv").read_text(encoding="utf-8") == expected


def test_root_without_paths_reports_on_the_root(
    project: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project.parent)
    result = command("--root", "project", "--output-format", "concise")
    assert [line.partition(":")[0] for line in result.out.splitlines()] == ["project/noisy.py", "project/step.py"]


def test_rule_documents_one_or_all(command: Command) -> None:
    listed = command("rule").out
    everything = command("rule", "--all").out
    for rule in all_rules():
        assert f"{rule.code}  {rule.name}" in listed
        page = command("rule", rule.code)
        assert page.status == 0
        assert rule.documentation in page.out
        assert page.out in everything


@pytest.mark.slow
def test_a_closed_pipe_ends_quietly(project: Path, linters: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [linters, "-m", "hybridize", "--output-format", "concise"],
            stdout=writer, stderr=subprocess.PIPE, text=True, check=False, env=_environment(),
        )  # fmt: skip
    finally:
        os.close(writer)
    assert "Traceback" not in done.stderr and "BrokenPipe" not in done.stderr
    assert done.returncode == 1


@pytest.mark.slow
def test_the_version_needs_no_engine(project: Path) -> None:
    code = (
        "import sys; from hybridize.surfaces.cli import main\n"
        "try: main(['--version'])\n"
        "except SystemExit: pass\n"
        "assert not {'astroid', 'libcst', 'flake8', 'pylint', 'tensorflow'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=_environment())
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("hybridize ")


@pytest.mark.slow
def test_linting_imports_neither_tensorflow_nor_the_analysed_code(project: Path) -> None:
    (project / "step.py").write_text(STEP + "\nraise SystemExit('imported')\n", encoding="utf-8")
    code = (
        "import sys; from hybridize.surfaces.cli import main\n"
        "main(['--exit-zero', 'step.py'])\n"
        "assert not {'tensorflow', 'keras', 'numpy', 'step', 'libcst'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=_environment())
    assert done.returncode == 0, done.stderr
    assert "HYB001" in done.stdout


def _environment() -> dict[str, str]:
    """The environment, in which the package is found wherever the current folder is."""
    root = str(Path(__file__).resolve().parents[2])
    return {**os.environ, "PYTHONPATH": root}


@pytest.mark.pure("puts another function in the place of one of a compiled module")
def test_limits_of_the_analysis_are_told_where_they_cost_something(
    project: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = "".join(f"step({shape}, tf.ones((3, 3)))\n" for shape in ("tf.ones((3, 3))", "1", "'a'", "None", "[1]"))
    (project / "step.py").write_text(STEP + calls, encoding="utf-8")
    assert "exact" not in command("step.py").err
    few = budget.limits_for(1)._replace(exact=1, contexts=1, handed=1)
    monkeypatch.setattr(budget, "limits_for", lambda functions: few)
    assert "Less exact for 1 function with too many different calls." in command("step.py").err
    monkeypatch.setattr(statements, "MAX_STEPS", 2)
    assert "1 function not analysed to the end." in command("step.py").err


def test_files_that_are_set_aside_are_told(project: Path, command: Command) -> None:
    (project / "step.py").write_text(STEP, encoding="utf-8")
    assert "not analysed" not in command("step.py").err
    (project / "plain.py").write_text("def plain(x):\n    return x\n", encoding="utf-8")
    told = "1 file not analysed: no import connects it with one that names TensorFlow or Keras."
    assert told in command("step.py").err
    assert '"qualname": "plain"' in command("--report", "json", ".").out
    (project / "more.py").write_text("import plain\n", encoding="utf-8")
    assert "2 files not analysed: no import connects them with one" in command("step.py").err
    for path in project.rglob("*.py"):
        path.write_text("x = 1\n", encoding="utf-8")
    assert "No file of the project names TensorFlow or Keras" in command("step.py").err


def test_types_that_were_given_up_are_told(project: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "TYPES_FREE", 0)
    monkeypatch.setattr(budget, "TYPES_SHARE", 0.0)
    growing = "x = tf.ones((1,))\nfor _ in range(9):\n    x = tf.concat([x, x], 0)\n    step(x, x)\n"
    (project / "step.py").write_text(STEP + growing, encoding="utf-8")
    assert "Types of tensors were not followed to the end." in command("step.py").err

"""`--fix` and `--diff`: what is fixed, what is left alone, and what is said about it."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from surfaces.conftest import NOISY, STEP, Command, written

from hybridize.fixes import text
from hybridize.rules.base import Rule, RuleContext
from hybridize.rules.hyb001_should_hybridize import ShouldHybridize
from hybridize.rules.model import SAFE, AddDecorator, Finding, Fix, RemoveDecorator
from hybridize.surfaces import api, fixing
from hybridize.surfaces.analysis import analyze_files
from hybridize.verdicts.model.verdict import Verdict

ROOT = Path(__file__).resolve().parents[2]
FIXED_STEP = STEP.replace("def step", "@tf.function\ndef step")
FIXED_NOISY = NOISY.replace("    print(", "    tf.print(")


def texts(project: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(project.glob("*.py"))}


def test_safe_fixes_are_applied_and_the_rest_remains(project: Path, command: Command) -> None:
    result = command("--fix", "--output-format", "concise")
    assert texts(project) == {"noisy.py": NOISY, "step.py": FIXED_STEP}
    assert result.status == 1
    assert result.out.startswith("noisy.py:6:5: HYB004")
    assert "Fixed 1 finding." in result.err


def test_unsafe_fixes_on_demand_and_all_fixed_is_status_0(project: Path, command: Command) -> None:
    result = command("--fix", "--unsafe-fixes", "--show-fixes")
    assert texts(project) == {"noisy.py": FIXED_NOISY, "step.py": FIXED_STEP}
    assert (result.status, result.out) == (0, "")
    assert "Fixed 2 findings." in result.err
    assert "fixed: step.py:4: HYB001: " in result.err


def test_a_second_run_changes_nothing_and_writes_no_file(project: Path, command: Command) -> None:
    command("--fix", "--unsafe-fixes")
    before = written(project)
    assert command("--fix", "--unsafe-fixes").status == 0
    assert written(project) == before


KILLED = """
import os, signal, sys
sys.path.insert(0, sys.argv[1])
from hybridize.surfaces.cli import main
os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
main(["--fix", "step.py"])
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_what_a_killed_run_left_goes_with_the_next_one(project: Path, command: Command, linters: str) -> None:
    before = written(project)
    ended = subprocess.run([linters, "-c", KILLED, str(ROOT)], check=False, timeout=600)
    assert ended.returncode == -signal.SIGKILL
    after = written(project)
    assert {name: after.pop(name) for name in before} == before
    assert [content for content, *_ in after.values()] == [FIXED_STEP.encode()]
    # Even where there is nothing left to fix.
    assert command("--fix", "noisy.py").status == 1
    assert written(project) == before
    assert command("--fix", "step.py").status == 0
    assert texts(project) == {"noisy.py": NOISY, "step.py": FIXED_STEP}


def analyses(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Each analysis of the whole project from here on."""
    made: list[object] = []

    def counted(*arguments: object, **options: object) -> object:
        made.append(arguments)
        return analyze_files(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(api, "analyze_files", counted)
    return made


def test_the_project_is_analysed_once_where_only_decorators_are_added(
    project: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = analyses(monkeypatch)
    result = command("--fix", "--output-format", "concise")
    assert texts(project)["step.py"] == FIXED_STEP
    assert result.out.startswith("noisy.py:6:5: HYB004")
    assert len(made) == 1


def test_the_project_is_analysed_twice_where_other_things_are_fixed(
    project: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = analyses(monkeypatch)
    assert command("--fix", "--unsafe-fixes").status == 0
    assert len(made) == 2


def test_a_diff_writes_nothing_and_is_what_a_fix_does(project: Path, command: Command) -> None:
    before = texts(project)
    result = command("--diff", "--unsafe-fixes")
    assert texts(project) == before
    assert result.status == 1
    assert "Would fix 2 findings." in result.err
    assert result.out.count("--- a/") == 2
    git = shutil.which("git")
    if git is None:
        pytest.skip("no git here")
    subprocess.run([git, "apply", "-"], input=result.out.encode(), cwd=project, check=True)
    assert texts(project) == {"noisy.py": FIXED_NOISY, "step.py": FIXED_STEP}


def test_a_diff_without_fixes_is_empty_and_status_0(project: Path, command: Command) -> None:
    result = command("--diff", "noisy.py")
    assert (result.status, result.out) == (0, "")
    assert result.err == "There is no safe fix. Would fix 1 finding with `--unsafe-fixes`.\n"
    assert command("--diff", "--quiet", "noisy.py").err == ""


def test_a_diff_says_how_many_unsafe_fixes_it_leaves_out(project: Path, command: Command) -> None:
    assert command("--diff").err == "Would fix 1 finding, 1 more with `--unsafe-fixes`.\n"
    assert command("--diff", "step.py").err == "Would fix 1 finding.\n"


def test_fix_only_does_not_speak_of_the_rest(project: Path, command: Command) -> None:
    result = command("--fix-only")
    assert texts(project) == {"noisy.py": NOISY, "step.py": FIXED_STEP}
    assert (result.status, result.out) == (0, "")
    assert result.err == "Fixed 1 finding.\n"


@pytest.mark.parametrize("option", ["--fix", "--fix-only"])
def test_a_fix_can_be_a_failure(project: Path, command: Command, option: str) -> None:
    assert command(option, "--exit-non-zero-on-fix", "step.py").status == 1
    assert command(option, "--exit-non-zero-on-fix", "step.py").status == 0


def test_the_project_says_whose_fixes_are_safe(project: Path, command: Command) -> None:
    (project / "pyproject.toml").write_text(
        '[tool.hybridize]\nextend-safe-fixes = ["HYB004"]\nextend-unsafe-fixes = ["HYB001"]\n', encoding="utf-8"
    )
    assert "[*] 1 fixable with `--fix` (1 more with `--unsafe-fixes`)." in command().err
    assert command("--fix").status == 1
    assert texts(project) == {"noisy.py": FIXED_NOISY, "step.py": STEP}
    assert command("--fix", "--unsafe-fixes").status == 0
    assert texts(project) == {"noisy.py": FIXED_NOISY, "step.py": FIXED_STEP}


def test_a_project_may_trust_no_fix(project: Path, command: Command) -> None:
    (project / "pyproject.toml").write_text('[tool.hybridize]\nextend-unsafe-fixes = ["ALL"]\n', encoding="utf-8")
    before = written(project)
    assert command("--fix").status == 1
    assert written(project) == before


def test_one_function_is_fixed(project: Path, command: Command) -> None:
    second = STEP.replace("import tensorflow as tf\n", "").replace("step", "other")
    (project / "step.py").write_text(STEP + second, encoding="utf-8")
    assert command("--fix", "step.py::other").status == 0
    assert texts(project)["step.py"] == STEP + second.replace("def other", "@tf.function\ndef other")


def test_a_diff_keeps_bytes_and_line_ends(project: Path, command: Command) -> None:
    data = b"# coding: latin-1\r\n" + STEP.replace("\n", "\r\n").encode() + b"# \xe9\r\n"
    (project / "step.py").write_bytes(data)
    assert command("--diff", "--output-file", "fix.patch", "step.py").status == 1
    assert b"+@tf.function\r\n" in (project / "fix.patch").read_bytes()
    assert command("--fix", "step.py").status == 0
    fixed = data.replace(b"def step", b"@tf.function\r\ndef step")
    assert (project / "step.py").read_bytes() == fixed


def test_only_what_is_reported_is_fixed(project: Path, command: Command) -> None:
    (project / "other.py").write_text(STEP, encoding="utf-8")
    command("--fix", "other.py")
    assert texts(project)["step.py"] == STEP
    command("--fix", "--ignore", "HYB001")
    assert texts(project)["step.py"] == STEP
    command("--fix", "step.py::nothing_like_it")
    assert texts(project)["step.py"] == STEP


@pytest.mark.parametrize(
    "comment", ["# noqa", "# noqa: HYB001", "# noqa: HYB004", "# pylint: disable=should-hybridize"]
)
def test_lines_with_a_suppression_are_not_touched(project: Path, command: Command, comment: str) -> None:
    text = STEP.replace("def step(x, w):", f"def step(x, w):  {comment}")
    (project / "step.py").write_text(text, encoding="utf-8")
    command("--fix", "--unsafe-fixes")
    assert texts(project)["step.py"] == text


def test_foreign_suppressions_are_no_obstacle(project: Path, command: Command) -> None:
    text = STEP.replace("def step(x, w):", "def step(x, w):  # noqa: E501")
    (project / "step.py").write_text(text, encoding="utf-8")
    command("--fix")
    assert texts(project)["step.py"] == text.replace("def step", "@tf.function\ndef step")


@pytest.mark.skipif(os.name == "nt", reason="permissions of another kind")
def test_a_file_that_cannot_be_written_is_named_and_its_findings_remain(project: Path, command: Command) -> None:
    (project / "step.py").chmod(stat.S_IRUSR)
    result = command("--fix", "step.py")
    assert result.status == 1
    assert result.out.startswith("step.py:4:1: HYB001")
    assert "4 | def step(x, w):" in result.out
    assert "step.py:1: not-written: was not changed: the file is read-only" in result.err
    assert "Fixed" not in result.err
    assert texts(project)["step.py"] == STEP


def test_a_file_that_changes_meanwhile_is_left_alone(
    project: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = fixing.plan

    def edit_then_plan(*arguments: object) -> object:
        (project / "step.py").write_text(STEP + "# edited\n", encoding="utf-8")
        return plan(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(fixing, "plan", edit_then_plan)
    result = command("--fix", "step.py")
    assert result.status == 1
    assert "was not changed" in result.err
    assert texts(project)["step.py"] == STEP + "# edited\n"


def test_rules_that_undo_each_other_end(project: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    check = ShouldHybridize.check

    def contradict(rule: Rule, verdict: Verdict, context: RuleContext) -> Iterator[Finding]:
        """Ask for the decorator, and where it is, ask for its removal."""
        if not verdict.hybrid or verdict.mode.decorator is None:
            yield from check(rule, verdict, context)  # type: ignore[arg-type]
            return
        edit = RemoveDecorator(verdict.path, verdict.place.line, verdict.qualname, verdict.mode.decorator.place.line)
        yield rule.finding(verdict.subject, "not so", fix=Fix(SAFE, "Remove it", (edit,)))

    monkeypatch.setattr(ShouldHybridize, "check", contradict)
    result = command("--fix", "step.py")
    assert texts(project)["step.py"] == FIXED_STEP
    assert "Fixed 1 finding." in result.err


def test_a_fix_that_is_refused_is_told_and_remains(project: Path, command: Command) -> None:
    (project / "noisy.py").write_text(NOISY.replace("x)\n    return", "x, flush=True)\n    return"), encoding="utf-8")
    before = texts(project)["noisy.py"]
    result = command("--fix", "--unsafe-fixes", "noisy.py", "--output-format", "concise")
    assert result.status == 1
    assert "not fixed: noisy.py:6: HYB004: " in result.err
    assert "HYB004" in result.out
    assert texts(project)["noisy.py"] == before


@pytest.mark.parametrize(("rounds", "added", "told"), [(1, 1, True), (2, 2, False)])
def test_what_the_rounds_do_not_suffice_for_is_told(
    rounds: int, added: int, told: bool, project: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    check = ShouldHybridize.check

    def insist(rule: Rule, verdict: Verdict, context: RuleContext) -> Iterator[Finding]:
        """Ask for one decorator, and then for another."""
        yield from check(rule, verdict, context)  # type: ignore[arg-type]
        if verdict.hybrid:
            symbol = "tensorflow.autograph.experimental.do_not_convert"
            edit = AddDecorator(verdict.path, verdict.place.line, verdict.qualname, symbol)
            yield rule.finding(verdict.subject, "another", fix=Fix(SAFE, "Add it", (edit,)))

    monkeypatch.setattr(ShouldHybridize, "check", insist)
    monkeypatch.setattr(fixing, "MAX_ROUNDS", rounds)
    result = command("--fix", "step.py")
    assert texts(project)["step.py"].count("\n@tf.") == added
    assert ("hybridize: stopped after 1 rounds of fixes; run it again for more" in result.err) is told


@pytest.mark.parametrize("option", ["--fix", "--diff", "--fix-only"])
def test_a_function_to_fix_must_be_there(project: Path, command: Command, option: str) -> None:
    before = texts(project)
    result = command(option, "step.py::stop")
    assert (result.status, result.out) == (2, "")
    assert "there is no function 'stop' in step.py" in result.err
    assert texts(project) == before


@pytest.mark.parametrize("option", ["--fix", "--fix-only"])
def test_a_diff_may_be_asked_for_with_a_fix_and_writes_nothing(project: Path, command: Command, option: str) -> None:
    before = texts(project)
    alone, both = command("--diff", "--show-fixes"), command("--diff", option, "--show-fixes")
    assert both == alone
    assert texts(project) == before


@pytest.mark.parametrize(
    ("above", "decorator"),
    [
        ("ONE = tf.ones(())\n", "tf.function"),
        ("later = lambda: tf.ones(())\n", "tensorflow.function"),
        ("", "tensorflow.function"),
    ],
)
def test_a_name_that_a_star_import_brings_is_used_where_the_module_reads_it_already(
    above: str, decorator: str, project: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "tools.py").write_text("import tensorflow as tf\n", encoding="utf-8")
    star = STEP.replace("import tensorflow as tf\n", "from tools import *\n" + above)
    (project / "step.py").write_text(star, encoding="utf-8")
    made = analyses(monkeypatch)
    assert command("--fix", "step.py").status == 0
    text = texts(project)["step.py"]
    assert f"@{decorator}\ndef step" in text
    assert ("import tensorflow" in text) is (decorator != "tf.function")
    assert len(made) == 1 + ("import tensorflow" in text)


def test_only_files_with_edits_are_parsed_again(
    project: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[str] = []

    def located(source: str) -> object:
        parsed.append(source)
        return real(source)

    real = text.located
    monkeypatch.setattr(text, "located", located)
    assert command("--fix").status == 1
    assert parsed == [STEP]
    assert command("--fix").status == 1
    assert parsed == [STEP]


STAND_IN = """\
def function(f):
    return f


def __getattr__(name):
    return lambda *_, **__: 1.0
"""


@pytest.mark.slow
def test_modules_that_import_each_other_still_can(project: Path, command: Command, tmp_path: Path) -> None:
    for path in project.glob("*.py"):
        path.unlink()
    step = STEP.partition("\n\nfor")[0]
    first = step.replace("import tensorflow as tf", "import second").replace("tf.", "second.tf.")
    second = "import first\n" + STEP.replace(step, "import tensorflow as tf\n").replace("step(", "first.step(")
    (project / "first.py").write_text(first, encoding="utf-8")
    (project / "second.py").write_text(second, encoding="utf-8")
    assert command("--fix").status == 0
    assert texts(project) == {
        "first.py": first.replace("import second\n", "import second\nimport tensorflow as tf\n").replace(
            "def step", "@tf.function\ndef step"
        ),
        "second.py": second,
    }
    (tmp_path / "tensorflow.py").write_text(STAND_IN, encoding="utf-8")
    code = f"import sys; sys.path[:0] = [{str(project)!r}, {str(tmp_path)!r}]; import second"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=600)

"""The harness itself: reading expectations, following them, running and comparing."""

from __future__ import annotations

import ast
import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.cost import lines_of_code
from benchmarks.differential import ROOT, Run, changed_functions, compare_runs, compare_text, programs, retraced, run
from benchmarks.expectations import Expectation, ExpectationError, decorated, expectations, follow_expectations
from benchmarks.gain import Gain, Pace
from benchmarks.subjects import adapt

TEXT = '''"""A text."""

from __future__ import annotations


def outer(x):  # expect: HYB001 - tensors only
    def inner(y):  # expect: none - has effects
        print(y)  # expect: HYB004, HYB002 - while tracing only
        return "# expect: HYB005 - a string is no comment"

    return inner(x)
'''


def test_expectations_are_read_from_comments_only() -> None:
    assert expectations(TEXT) == (
        Expectation(6, ("HYB001",), "tensors only"),
        Expectation(7, (), "has effects"),
        Expectation(8, ("HYB002", "HYB004"), "while tracing only"),
    )


@pytest.mark.parametrize("comment", ["# expect HYB001", "# expect: HYB1 - short", "# expect: nothing", "# expect:"])
def test_a_malformed_expectation_is_an_error_that_names_its_line(comment: str) -> None:
    with pytest.raises(ExpectationError, match=r"^some\.py:1: "):
        expectations(f"x = 1  {comment}\n", "some.py")


def test_following_expectations_decorates_and_imports() -> None:
    changed = follow_expectations(TEXT)
    assert decorated(TEXT) == {"outer": 0, "outer.inner": 0}
    assert decorated(changed) == {"outer": 1, "outer.inner": 0}
    body = ast.parse(changed).body
    assert isinstance(body[1], ast.ImportFrom) and body[1].module == "__future__"
    assert isinstance(body[2], ast.Import) and body[2].names[0].name == "tensorflow"


def test_following_expectations_leaves_a_text_without_them_alone() -> None:
    text = "def f(x):  # expect: none - nothing in it\n    return x\n"
    assert follow_expectations(text) == text


def test_hyb001_where_no_function_begins_is_an_error() -> None:
    with pytest.raises(ExpectationError, match="no function begins"):
        follow_expectations("x = 1  # expect: HYB001 - wrong\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("loss 0.12345", "loss 0.12346"),
        ("loss 1000.0", "loss 1001.5"),
        ("accuracy 0.91", "accuracy 0.92"),
        ("1.5e-07", "1.4e-07"),
        ("[-0.00, 3]", "[0.01, 3]"),
    ],
)
def test_numbers_agree_within_tolerance_or_their_last_digit(before: str, after: str) -> None:
    assert compare_text(before, after) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("step 20 loss 0.5", "step 21 loss 0.5"),
        ("loss 0.123", "loss 0.126"),
        ("loss 1000.0", "loss 1003.0"),
        ("loss 0.5", "lost 0.5"),
        ("loss 0.5", "loss nan"),
        ("a\nb", "a"),
        ("", "traced"),
    ],
)
def test_other_differences_are_told(before: str, after: str) -> None:
    assert len(compare_text(before, after)) == 1


def test_runs_differ_by_status_output_and_retracing() -> None:
    good = Run(0, "loss 0.5\n", "", 1.0)
    assert compare_runs(good, good) == []
    assert compare_runs(good, replace(good, exception="ValueError")) == ["exception None became ValueError"]
    traced = {"p.py:f": {"objects": 1, "traces": 4, "calls": 7, "first": 0.1, "later": 0.1}}
    assert compare_runs(good, replace(good, functions=traced)) == []
    assert retraced(good, replace(good, functions=traced)) == ["p.py:f is traced 4 times in 7 calls"]
    assert retraced(replace(good, functions=traced), replace(good, functions=traced)) == []
    inside = {"p.py:f": {"objects": 1, "traces": 4, "calls": 7, "nested": 4, "first": 0.1, "later": 0.1}}
    assert retraced(good, replace(good, functions=inside)) == []
    failed = Run(1, "loss 0.5\n", "ValueError: no\n", 1.0)
    assert compare_runs(good, failed) == ["exit status 0 became 1: ValueError: no"]
    shapes = {"p.py:f": {"objects": 1, "traces": 5, "calls": 20, "first": 0.1, "later": 0.1}}
    warned = replace(good, errors="5 out of the last 5 calls triggered tf.function retracing\n", functions=shapes)
    assert retraced(good, warned) == [
        "TensorFlow now warns of retracing: p.py:f traced 5 times in 20 calls",
    ]


def test_a_program_runs_in_its_folder_and_a_package_as_a_module(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("import sys, pathlib\nprint(pathlib.Path.cwd().name, sys.argv[1:])\nsys.exit(3)\n", "utf-8")
    package = tmp_path / "package"
    package.mkdir()
    (package / "__init__.py").write_text("VALUE = 5\n", "utf-8")
    (package / "__main__.py").write_text("from . import VALUE\nprint(VALUE)\n", "utf-8")
    (tmp_path / "notes.txt").write_text("no program", "utf-8")
    assert programs(tmp_path) == [package, script]
    done = run(script, ["--steps", "2"])
    assert (done.status, done.output) == (3, f"{tmp_path.name} ['--steps', '2']\n")
    assert run(package).output == "5\n"


def test_a_program_without_end_is_stopped(tmp_path: Path) -> None:
    script = tmp_path / "endless.py"
    script.write_text("import time\ntime.sleep(60)\n", "utf-8")
    assert run(script, timeout=0.5).status == 124


def test_changed_functions_are_named(tmp_path: Path) -> None:
    before, after = tmp_path / "before.py", tmp_path / "after.py"
    before.write_text("class A:\n    def f(self): ...\n\n    def g(self): ...\n", "utf-8")
    after.write_text("class A:\n    @property\n    def f(self): ...\n\n    def g(self): ...\n", "utf-8")
    assert changed_functions(before, after) == ("before.py:A.f",)


def test_a_gain_breaks_even_when_tracing_is_won_back() -> None:
    gain = Gain("p", ("p.py:f",), eager=Pace(2.0, 0.01), graph=Pace(3.0, 0.002))
    assert gain.speedup == pytest.approx(5.0)
    assert gain.break_even == pytest.approx(125.0)
    assert Gain("p", (), eager=Pace(2.0, 0.01), graph=Pace(3.0, 0.02)).break_even is None


def test_lines_of_code_bear_a_token(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_text('"""Two\nlines."""\n\n# a comment\nx = (\n    1\n)\n', "utf-8")
    broken = tmp_path / "broken.py"
    broken.write_text("x = (\n", "utf-8")
    assert lines_of_code([path, broken]) == 5


def test_a_subject_is_adapted_by_its_recipe(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("import missing\nprint(missing.VALUE)\n", "utf-8")
    recipe = {"files": {"standin/here.py": ["VALUE = 5", ""]}, "edits": {"main.py": [["missing", "standin.here"]]}}
    adapt(recipe, tmp_path)
    assert run(tmp_path / "main.py").output == "5\n"
    with pytest.raises(ValueError, match=r"main\.py does not contain 'missing'"):
        adapt(recipe, tmp_path)


def test_recipes_say_what_they_are_and_name_programs() -> None:
    recipes = sorted((ROOT / "benchmarks" / "subjects").glob("*.json"))
    assert recipes
    for path in recipes:
        recipe = json.loads(path.read_text("utf-8"))
        assert set(recipe) <= {"about", "environment", "files", "edits", "programs", "tests", "timeout"}
        assert recipe["about"]
        assert recipe.get("programs") or recipe.get("tests")


def test_outcomes_of_tests_are_printed_one_by_one(tmp_path: Path) -> None:
    adapt({"tests": [["test_it.py"]]}, tmp_path)
    (tmp_path / "test_it.py").write_text("def test_a(): pass\n\ndef test_b(): assert False\n", "utf-8")
    (tmp_path / "test_no.py").write_text("import nowhere\n", "utf-8")
    done = run(tmp_path / "outcomes.py", ["test_it.py"])
    lines = ["test_it.py::test_a call passed", "test_it.py::test_b call failed", "tests: 1 failed, 1 passed"]
    assert (done.status, done.output.splitlines()) == (1, lines)
    output = run(tmp_path / "outcomes.py", ["test_no.py", "test_it.py"]).output
    assert output.splitlines() == ["test_no.py cannot be loaded", *lines[:2], "tests: 1 failed, 1 not loaded, 1 passed"]

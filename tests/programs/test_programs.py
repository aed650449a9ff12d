"""The benchmark programs: what is found in them, what `--fix` makes of them, and that they still do what they did.

The runs need TensorFlow, in this interpreter or in the one that HYBRIDIZE_TENSORFLOW_PYTHON names.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.differential import (
    PROGRAMS,
    ROOT,
    changed_copy,
    changed_functions,
    compare_program,
    fix,
    observe,
    programs,
)
from benchmarks.expectations import expectations, functions, python_files
from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow

each_program = pytest.mark.parametrize("program", programs(), ids=lambda path: path.stem)

Codes = dict[tuple[str, int], tuple[str, ...]]
"""(path relative to the programs' folder, line) -> codes."""


@pytest.fixture(scope="module")
def found() -> Codes:
    """The findings in all programs, the preview rules' too."""
    with changed_copy(programs(), lambda folder: None) as folder:
        command = [sys.executable, "-m", "hybridize", "--report", "json", "--preview", "--no-cache", "--root", "."]
        done = subprocess.run(
            [*command, "."], cwd=folder, env=_environment(), capture_output=True, text=True, timeout=300
        )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["errors"] == []
    by_place: dict[tuple[str, int], set[str]] = {}
    for finding in report["findings"]:
        by_place.setdefault((finding["path"], finding["line"]), set()).add(finding["code"])
    return {place: tuple(sorted(codes)) for place, codes in by_place.items()}


@pytest.fixture(scope="module")
def fixed() -> Iterator[Path]:
    """A copy of all programs after `hybridize --fix`."""
    with changed_copy(programs(), fix) as folder:
        yield folder


def _environment() -> dict[str, str]:
    """This environment, with the checkout importable."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}


def _expected(program: Path) -> Codes:
    """The codes that the program's comments expect."""
    return {
        (path.relative_to(PROGRAMS).as_posix(), expectation.line): expectation.codes
        for path in python_files(program)
        for expectation in expectations(path.read_text("utf-8"), str(path))
        if expectation.codes
    }


def test_there_are_enough_programs_of_each_kind() -> None:
    """The comments cover all codes that the project has so far, and functions that must not be touched."""
    assert len(programs()) >= 16
    assert {code for program in programs() for codes in _expected(program).values() for code in codes} >= {
        "HYB001",
        "HYB002",
        "HYB003",
        "HYB004",
        "HYB005",
    }
    assert [program.name for program in programs() if not _expected(program)]


@each_program
def test_every_function_states_what_is_expected_and_why(program: Path) -> None:
    for path in python_files(program):
        text = path.read_text("utf-8")
        stated = {expectation.line: expectation for expectation in expectations(text, str(path))}
        for name, node in functions(text):
            assert node.lineno in stated, f"{path.name}: {name} has no expectation on its `def` line"
        assert all(expectation.reason for expectation in stated.values()), f"{path.name}: a reason is missing"


@each_program
def test_findings_are_those_expected(program: Path, found: Codes) -> None:
    files = {path.relative_to(PROGRAMS).as_posix() for path in python_files(program)}
    assert {place: codes for place, codes in found.items() if place[0] in files} == _expected(program)


@each_program
def test_fix_decorates_just_what_should_be_hybrid(program: Path, fixed: Path) -> None:
    wanted = []
    for path in python_files(program):
        text = path.read_text("utf-8")
        lines = {expectation.line for expectation in expectations(text) if "HYB001" in expectation.codes}
        wanted += [f"{path.name}:{name}" for name, node in functions(text) if node.lineno in lines]
    assert sorted(changed_functions(program, fixed / program.name)) == sorted(wanted)


def test_a_second_fix_changes_nothing(fixed: Path) -> None:
    before = {path: path.read_bytes() for path in sorted(fixed.rglob("*")) if path.is_file()}
    fix(fixed)
    assert {path: path.read_bytes() for path in sorted(fixed.rglob("*")) if path.is_file()} == before


@needs_tensorflow
@each_program
def test_the_fixed_program_does_what_it_did(program: Path, fixed: Path) -> None:
    result = compare_program(program, fixed / program.name, [], TENSORFLOW_PYTHON)
    assert (result.differences, result.retraced) == ((), ())


@needs_tensorflow
def test_a_wrong_decorator_is_noticed(tmp_path: Path) -> None:
    """The comparison is worth something: it sees the change when a function that appends to a list is decorated."""
    program = PROGRAMS / "training_monitor.py"
    wrong = tmp_path / program.name
    text = program.read_text("utf-8")
    wrong.write_text(text.replace("def squared_error", "@tf.function\ndef squared_error"), "utf-8")
    assert observe(program, [], TENSORFLOW_PYTHON).status == 0
    assert compare_program(program, wrong, [], TENSORFLOW_PYTHON).differences


RANDOM = """
import tensorflow as tf

data = tf.data.Dataset.range(6).shuffle(6)


def draw(x):
    return x + tf.random.normal([2], 1.0) + tf.random.uniform([2], 0, 2) + tf.random.truncated_normal([2], stddev=3.0)


def choose(x):
    kept = tf.where(tf.nn.dropout(tf.ones(20), rate=0.5) > 0)
    return kept, tf.random.shuffle(tf.range(5)), tf.random.categorical(tf.math.log([[0.5, 0.5]]), 4)


for _ in range(3):
    print(draw(tf.zeros(2)).numpy(), *(each.numpy() for each in choose(tf.zeros(2))), list(data.as_numpy_iterator()))
"""


@needs_tensorflow
def test_random_numbers_are_the_same_eagerly_and_in_graphs_and_functions_are_observed(tmp_path: Path) -> None:
    before, after = tmp_path / "before.py", tmp_path / "after.py"
    before.write_text(RANDOM, "utf-8")
    after.write_text(RANDOM.replace("def ", "@tf.function\ndef "), "utf-8")
    result = compare_program(before, after, [], TENSORFLOW_PYTHON)
    assert (result.differences, result.retraced, result.runs) == ((), (), True)
    assert result.after is not None
    seen = result.after.functions["after.py:draw"]
    assert (seen["objects"], seen["traces"], seen["calls"]) == (1, 1, 3)
    assert seen["first"] is not None and seen["later"] is not None and seen["first"] > seen["later"] > 0
    assert observe(after, [], TENSORFLOW_PYTHON, eagerly=["after.py:draw"]).functions["after.py:draw"]["traces"] == 0
    after.write_text("import tensorflow as tf\ntf.function(lambda x: x.y)(1)\n", "utf-8")
    failed = observe(after, [], TENSORFLOW_PYTHON)
    assert (failed.status, failed.exception) == (1, "AttributeError")


CALLS = """
import random
import tensorflow as tf

total = tf.Variable(0.0)


@tf.function
def step(x, weight):
    total.assign_add(tf.reduce_sum(x))
    return {"y": x * weight, "z": (tf.argmax(x), tf.random.normal([2]))}


@tf.function
def frozen(x):
    return x * random.random()


@tf.function
def number(x):
    return len(x.shape), x


weight = tf.Variable([2.0, 3.0])
with tf.GradientTape() as tape:
    for _ in range(3):
        y = step(tf.constant([1.0, 2.0]), weight)["y"]
        frozen(y)
        number(y)
print(tape.gradient(y, weight).numpy(), total.numpy())
"""


@needs_tensorflow
def test_calls_are_compared_with_eager_ones_and_the_program_goes_on_as_it_would(tmp_path: Path) -> None:
    program = tmp_path / "calls.py"
    program.write_text(CALLS, "utf-8")
    names = ["calls.py:step", "calls.py:frozen", "calls.py:number"]
    run = observe(program, [], TENSORFLOW_PYTHON, alongside=names)
    assert (run.status, run.output) == (0, "[1. 2.] 9.0\n"), run.errors
    step, frozen, number = (run.functions[name] for name in names)
    assert (step["calls"], step["compared"], step["unlike"]) == (3, 3, 0)
    assert (step["outputs"], step["variables"], step["gradients"]) == (0, 0, 0)
    # The graph keeps its first draw.
    assert (frozen["compared"], frozen["unlike"], frozen["variables"]) == (3, 0, 0)
    assert (frozen["outputs"] or 0) > 0.01 and (frozen["gradients"] or 0) > 0.01
    # A Python number comes back as a tensor.
    assert (number["compared"], number["unlike"]) == (3, 3)

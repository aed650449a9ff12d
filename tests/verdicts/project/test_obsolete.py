"""Modules that are written for TensorFlow 1 are left alone: what runs in a session is a graph already."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import hybridize
from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow
from tests.together import analysed

PROGRAM = """\
{imports}


def forward(x):
    for _ in range(9):
        x = tf.tanh(tf.matmul(x, x) + 1.0)
    return tf.reduce_sum(x)


for _ in range(100):
    print(forward(tf.ones((3, 3))))
{more}
"""
VERSION_1 = "import tensorflow.compat.v1 as tf"
OLD = {
    "a session": (VERSION_1, "print(tf.Session().run(forward(tf.ones((3, 3)))))"),
    "collections": ("from tensorflow.compat import v1 as tf", "print(tf.get_collection(tf.GraphKeys.LOSSES))"),
    "variables of a graph": (VERSION_1, "print(tf.get_variable('x', (3,)))"),
    "an estimator": ("import tensorflow as tf", "print(tf.estimator.Estimator(forward, 'x'))"),
    "estimators": ("import tensorflow as tf\nfrom tensorflow import estimator as tf_estimator", "print(tf_estimator)"),
    "eager execution is off": (VERSION_1, "tf.disable_v2_behavior()"),
    "names that are gone": ("import tensorflow as tf", "print(tf.get_variable('x', (3,)))"),
}
NEW = {
    "old names that work": (VERSION_1, "tf.logging.info('done')"),
    "eager execution is on": (f"{VERSION_1}\ntf.enable_eager_execution()", "print(tf.get_collection('losses'))"),
    "two versions in one module": (
        "import tensorflow as tf\nimport tensorflow.compat.v1 as tf1", "print(tf1.get_collection('losses'))"
    ),
    "the program asks": (VERSION_1, "if hasattr(tf, 'Session'):\n    print(tf.Session())"),
}  # fmt: skip


@pytest.mark.parametrize(("imports", "more"), OLD.values(), ids=OLD)
def test_what_sessions_run_is_left_alone(tmp_path: Path, imports: str, more: str) -> None:
    report = analysed(tmp_path, PROGRAM.format(imports=imports, more=more), select=["HYB001"])
    assert report.findings == ()
    (function,) = report.functions
    assert "deferred-execution" in {hazard.kind for hazard in function.hazards}


@pytest.mark.parametrize(("imports", "more"), NEW.values(), ids=NEW)
def test_what_runs_eagerly_all_the_same_is_found(tmp_path: Path, imports: str, more: str) -> None:
    report = analysed(tmp_path, PROGRAM.format(imports=imports, more=more), select=["HYB001"])
    assert [finding.qualname for finding in report.findings] == ["forward"]


@pytest.mark.parametrize(("imports", "more"), [*OLD.values(), *NEW.values()], ids=[*OLD, *NEW])
def test_shapes_that_do_not_fit_are_told_of_current_modules(tmp_path: Path, imports: str, more: str) -> None:
    more += "\nprint(tf.concat([tf.ones(2), tf.constant([1, 2])], 0))"
    report = analysed(tmp_path, PROGRAM.format(imports=imports, more=more), select=["HYB018"], preview=True)
    assert len(report.findings) == ((imports, more.rpartition("\n")[0]) in NEW.values())


EAGERLY = """\
import tensorflow.compat.v1 as tf

variable = tf.get_variable("x", (1,))
nothing = {
    "Session": lambda: tf.Session().run(tf.constant(1)),
    "placeholder": lambda: tf.placeholder(tf.float32),
    "sparse_placeholder": lambda: tf.sparse_placeholder(tf.float32),
    "gradients": lambda: tf.gradients(2.0 * variable, variable),
    "get_collection": lambda: tf.get_collection(tf.GraphKeys.GLOBAL_VARIABLES),
    "get_variable": lambda: tf.get_variable("x", (1,)) is variable,
    "global_variables": tf.global_variables,
    "local_variables": tf.local_variables,
    "trainable_variables": tf.trainable_variables,
    "global_variables_initializer": tf.global_variables_initializer,
}
for name, call in nothing.items():
    try:
        print(name, bool(call()))
    except RuntimeError:
        print(name, False)
"""


@needs_tensorflow
def test_the_names_that_show_it_do_nothing_in_eager_execution(tmp_path: Path) -> None:
    (tmp_path / "names.py").write_text(EAGERLY, encoding="utf-8")
    done = subprocess.run([TENSORFLOW_PYTHON, str(tmp_path / "names.py")], capture_output=True, text=True, check=True)
    said = dict(line.split() for line in done.stdout.splitlines())
    assert len(said) == 10
    assert set(said.values()) == {"False"}


def test_what_a_test_switches_off_is_on_elsewhere(tmp_path: Path) -> None:
    """A fixture for the tests of old code says nothing of the modules that the tests import."""
    library = PROGRAM.format(imports="import tensorflow as tf", more="")
    (tmp_path / "library.py").write_text(library, encoding="utf-8")
    fixture = """\
import pytest
import tensorflow as tf
import library


@pytest.fixture
def old():
    tf.compat.v1.disable_v2_behavior()
    yield
{switch}

def test_old(old):
    assert library.forward(tf.ones((3, 3))) is not None
"""
    for name, found in (("conftest.py", ["forward"]), ("main.py", [])):
        switch = "" if name == "conftest.py" else "\n\ntf.compat.v1.disable_v2_behavior()\n"
        (tmp_path / name).write_text(fixture.format(switch=switch), encoding="utf-8")
        report = hybridize.analyze(tmp_path, root=tmp_path, select=["HYB001"])
        assert [finding.qualname for finding in report.findings] == found
        (tmp_path / name).unlink()


SWITCH = """\
import tensorflow as tf


def main():
    tf.compat.v1.disable_v2_behavior()
    print("statistics")
"""
COMMANDS = """\
import sys

import training
import statistics_of_old

COMMANDS = {{"train": training.main, "statistics": statistics_of_old.main}}

if __name__ == "__main__":
    {run}
"""


@pytest.mark.parametrize(
    ("run", "eager"), [("COMMANDS[sys.argv[1]]()", True), ("statistics_of_old.main()", False)], ids=["several", "one"]
)
def test_what_one_of_several_commands_switches_off_is_on_for_others(tmp_path: Path, run: str, eager: bool) -> None:
    program = PROGRAM.format(imports="import tensorflow as tf", more="pass")
    (tmp_path / "training.py").write_text(f"{program}\n\ndef main():\n    pass\n", encoding="utf-8")
    (tmp_path / "statistics_of_old.py").write_text(SWITCH, encoding="utf-8")
    (tmp_path / "main.py").write_text(COMMANDS.format(run=run), encoding="utf-8")
    report = hybridize.analyze(tmp_path, root=tmp_path, select=["HYB001"])
    (function,) = [each for each in report.functions if each.qualname == "forward"]
    assert ("deferred-execution" not in {hazard.kind for hazard in function.hazards}) == eager

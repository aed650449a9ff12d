"""HYB006 on a graph to which several optimizers come: those of one program, not of several that share a helper."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize

HELPER = """\
import tensorflow as tf


@tf.function
def step(optimizer, variable):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(variable))
    optimizer.apply_gradients([(tape.gradient(loss, variable), variable)])
    return loss


def fit(optimizer, variable):
    for _ in range(10):
        step(optimizer, variable)
"""
PROGRAM = """\
import tensorflow as tf

from training import fit

fit(tf.keras.optimizers.Adam(), tf.Variable(tf.ones(2)))
"""


def lines(folder: Path, **programs: str) -> list[int]:
    """Where HYB006 stands in the helper that some programs share."""
    (folder / "training.py").write_text(HELPER, encoding="utf-8")
    for name, text in programs.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    report = hybridize.analyze(folder, root=folder, select=["HYB006"])
    return [finding.place.line for finding in report.findings]


def test_programs_of_their_own(tmp_path: Path) -> None:
    assert lines(tmp_path, one=PROGRAM, two=PROGRAM) == []


def test_two_optimizers_of_one_program(tmp_path: Path) -> None:
    again = PROGRAM + "fit(tf.keras.optimizers.Adam(), tf.Variable(tf.ones(2)))\n"
    assert lines(tmp_path, one=again) == [8]


def test_alternatives_of_one_run(tmp_path: Path) -> None:
    chosen = """\
import sys

import tensorflow as tf

from training import fit

if sys.argv[1] == "adam":
    optimizer = tf.keras.optimizers.Adam()
else:
    optimizer = tf.keras.optimizers.Adagrad()
if len(sys.argv) > 2:
    optimizer = tf.keras.mixed_precision.LossScaleOptimizer(optimizer)
for _ in range(3):
    fit(optimizer, tf.Variable(tf.ones(2)))
"""
    assert lines(tmp_path, one=chosen) == []


def test_one_optimizer_in_each_round(tmp_path: Path) -> None:
    compared = """\
import tensorflow as tf

from training import fit

for optimizer in (tf.keras.optimizers.Adam(), tf.keras.optimizers.Adagrad()):
    fit(optimizer, tf.Variable(tf.ones(2)))
"""
    assert lines(tmp_path, one=compared) == [8]


TRAINER = """\
import tensorflow as tf


def step(optimizer, variable):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(variable))
    optimizer.apply_gradients([(tape.gradient(loss, variable), variable)])
    return loss


class Trainer:
    def __init__(self, optimizer=None):
        self.optimizer = optimizer

    def one(self, run, variable):
        run(self.optimizer, variable)

    def train(self, variable):
        run = tf.function(step)
        self.optimizer = self.optimizer or tf.keras.optimizers.Adam()
        for _ in range(10):
            {call}

    def continued(self, optimizer, variable):
        run = tf.function(step)
        self.optimizer = optimizer
        for _ in range(10):
            run(self.optimizer, variable)


variable = tf.Variable(tf.ones(2))
Trainer().train(variable)
Trainer().continued(tf.keras.optimizers.Adam(), variable)
"""


def test_a_graph_that_each_training_makes_for_itself(tmp_path: Path) -> None:
    """Two optimizers come to graphs of their own; one training that takes two has them in one graph."""
    for call, expected in (
        ("run(self.optimizer, variable)", []),
        ("self.one(run, variable)", []),
        ("run(tf.keras.optimizers.Adam(), variable)", [7]),
    ):
        (tmp_path / "main.py").write_text(TRAINER.format(call=call), encoding="utf-8")
        report = hybridize.analyze(tmp_path, root=tmp_path, select=["HYB006"])
        assert [finding.place.line for finding in report.findings] == expected, call


def test_a_second_model_that_is_not_built_makes_its_variables_in_a_later_trace(tmp_path: Path) -> None:
    """TensorFlow raises `ValueError` at the second layer. One layer is made in the first trace."""
    program = """\
import tensorflow as tf


def forward(layer, x):
    for _ in range(10):
        x = tf.tanh(layer(x)) + 1.0
    return x


one, two = tf.keras.layers.Dense(3), tf.keras.layers.Dense(3)
for _ in range(100):
    x = tf.ones((2, 3))
    print(forward(one, x), forward(two, x))
"""

    def fix(text: str) -> str | None:
        (tmp_path / "main.py").write_text(text, encoding="utf-8")
        (row,) = hybridize.analyze(tmp_path, root=tmp_path).functions
        return row.recommendation.fix

    assert fix(program) is None
    assert fix(program.replace("forward(two, x)", "forward(one, x)")) == "safe"
    for before, expected in (
        ("one(tf.ones((2, 3)))\ntwo(tf.ones((2, 3)))\n", "safe"),
        ("with tf.device('CPU'):\n    one.build((None, 3))\n    print(two(tf.ones((2, 3))))\n", "safe"),
        ("if tf.config.list_physical_devices():\n    one(tf.ones((2, 3)))\n    two(tf.ones((2, 3)))\n", None),
        # The first trace makes no variables then, and no later one may.
        ("one(tf.ones((2, 3)))\n", None),
    ):
        assert fix(program.replace("for _ in range(100)", f"{before}for _ in range(100)")) == expected, before


LOCAL = """\
import tensorflow as tf


def step(optimizer, variable):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(variable))
    optimizer.apply_gradients([(tape.gradient(loss, variable), variable)])
    return loss


def train(optimizers, variable):
    run = tf.function(step)
    for optimizer in optimizers:
        run(optimizer, variable)


def each(optimizer, variable):
    run = tf.function(step)
    run(optimizer, variable)


variable = tf.Variable(tf.ones(2))
made = (tf.keras.optimizers.Adam(), tf.keras.optimizers.Adagrad())
{call}
"""


def test_a_loop_within_what_makes_the_graph_or_around_it(tmp_path: Path) -> None:
    """The rounds of the one bring several optimizers to one graph; those of the other make a graph for each."""
    for call, expected in (
        ("train(made, variable)", [7]),
        ("for optimizer in made:\n    each(optimizer, variable)", []),
    ):
        (tmp_path / "main.py").write_text(LOCAL.format(call=call), encoding="utf-8")
        report = hybridize.analyze(tmp_path, root=tmp_path, select=["HYB006"])
        assert [finding.place.line for finding in report.findings] == expected, call
        assert not report.errors


@pytest.mark.parametrize(("called", "told"), [("first()", []), ("first()\nsecond()", [8])])
def test_entry_points_of_which_a_run_takes_one(tmp_path: Path, called: str, told: list[int]) -> None:
    body = "    fit(tf.keras.optimizers.Adam(), tf.Variable(tf.ones(2)))\n\n\n"
    both = f"def first():\n{body}def second():\n{body}"
    program = f"import tensorflow as tf\n\nfrom training import fit\n\n\n{both}{called}\n"
    assert lines(tmp_path, one=program) == told

"""A metric that each epoch makes: it is made once in its place, and reset. Other objects have no such way out."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import hybridize
from hybridize.verdicts.evidence import sentences
from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow

PROGRAM = """import tensorflow as tf
ones = {{"kernel_initializer": "ones"}}
model = tf.keras.Sequential([tf.keras.layers.Dense(4, **ones), tf.keras.layers.Dense(1, **ones)])
model.build((None, 4))
optimizer = tf.keras.optimizers.SGD()
data = tf.data.Dataset.from_tensor_slices((tf.ones((64, 4)), tf.ones((64, 1)))).batch(4)
class Own(tf.keras.metrics.Mean):
    pass
{decorator}
def step(x, y, kept):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    gradients = tape.gradient(loss, model.trainable_variables)
    {applied}
for epoch in range(4):
    {made}
    for x, y in data:
        step(x, y, kept)
{shown}
"""
APPLIED = "optimizer.apply_gradients(zip(gradients, model.trainable_variables)); kept.update_state(loss)"
OF_OPTIMIZER = "kept.apply_gradients(zip(gradients, model.trainable_variables))"
METRICS = {"of Keras": "kept = tf.keras.metrics.Mean()", "of the program": "kept = Own()"}


def program(made: str, applied: str = APPLIED, decorator: str = "", shown: str = "") -> str:
    return PROGRAM.format(made=made, applied=applied, decorator=decorator, shown=shown)


def missed(folder: Path, text: str) -> tuple[str, str]:
    """What keeps the step from being a graph, by its kind, and what to do about it."""
    (folder / "main.py").write_text(text, encoding="utf-8")
    report = hybridize.analyze(folder, root=folder)
    (row,) = [each for each in report.functions if each.qualname == "step"]
    cause = row.verdict.near_miss.cause
    return cause.kind, sentences.remedy(cause)


@pytest.mark.parametrize("made", METRICS.values(), ids=METRICS)
def test_a_metric_that_each_epoch_makes_is_to_be_made_once_and_reset(tmp_path: Path, made: str) -> None:
    kind, remedy = missed(tmp_path, program(made))
    assert kind == "retracing"
    assert remedy == "Make `kept` once, before the loop, and call its `reset_state` where it is made now."


def test_an_optimizer_that_each_epoch_makes_is_not(tmp_path: Path) -> None:
    kind, remedy = missed(tmp_path, program("kept = tf.keras.optimizers.Adam()", OF_OPTIMIZER))
    assert kind == "creates-variable"
    assert "reset_state" not in remedy


@needs_tensorflow
def test_tensorflow_traces_each_metric_and_gives_the_same_with_one_that_is_reset(tmp_path: Path) -> None:
    shown = "print(round(float(kept.result()), 5), step.experimental_get_tracing_count())"
    once = program("kept.reset_state()", decorator="@tf.function", shown=shown)
    once = once.replace("for epoch", "kept = tf.keras.metrics.Mean()\nfor epoch")
    said = []
    for number, text in enumerate((program(METRICS["of Keras"], decorator="@tf.function", shown=shown), once)):
        path = tmp_path / f"{number}.py"
        path.write_text(text, encoding="utf-8")
        done = subprocess.run([TENSORFLOW_PYTHON, str(path)], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        said.append(done.stdout.split())
    (anew, traces), (reset, few) = said
    assert anew == reset
    assert int(traces) >= 4
    assert int(few) <= 2

"""Code that no program runs tells who calls a function, too: what only graphs call there needs no decorator."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize
from hybridize.inference import analyze
from hybridize.program import build
from hybridize.settings import AnalysisOptions
from hybridize.sources.project import load_project
from hybridize.verdicts.decide.coverage import Coverage, known_calls, without_idle_callers

PROGRAM = """\
import tensorflow as tf


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = tf.keras.optimizers.SGD(0.1)

    def train_part(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.model(x, training=True) - y))
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        return loss

    def make(self):
        {decorator}
        def one_step(x, y):
            return {call}

        def function(iterator):
            for x, y in iterator:
                loss = one_step(x, y)
            return loss

        self.function = function
        return function
"""
STRATEGY = "tf.distribute.get_strategy().run(self.train_part, args=(x, y))"


def _advised(folder: Path, decorator: str, call: str) -> set[str]:
    (folder / "trainer.py").write_text(PROGRAM.format(decorator=decorator, call=call), encoding="utf-8")
    report = hybridize.analyze(folder, root=folder)
    return {each.qualname for each in report.findings if each.code == "HYB001"}


@pytest.mark.parametrize("call", ["self.train_part(x, y)", STRATEGY])
def test_what_a_graph_calls_is_covered(tmp_path: Path, call: str) -> None:
    assert not _advised(tmp_path, "@tf.function", call)


def test_what_is_called_eagerly_is_not(tmp_path: Path) -> None:
    assert _advised(tmp_path, "@staticmethod", "self.train_part(x, y)") == {"Trainer.train_part"}


MAPPED = """\
import tensorflow as tf


def jitter(boxes):
    noise = tf.random.normal(tf.shape(boxes)) * 0.1
    moved = tf.clip_by_value(boxes + noise, 0.0, 1.0)
    low = tf.minimum(moved[:, :2], moved[:, 2:])
    high = tf.maximum(moved[:, :2], moved[:, 2:])
    return tf.concat([low, high], axis=-1) / tf.reduce_max(high)


def left_over(example: tf.Tensor, times: int):
    for _ in range(times):
        example = helper(example)
    return example


def helper(example):
    return jitter(example)


class Task:
    def __init__(self, copies):
        self.copies = copies

    def prepare(self, example):
        parts = []
        for _ in range(self.copies):
            parts.append(helper(example))
        return tf.concat(parts, axis=0)

    def dataset(self, data: tf.data.Dataset):
        {mapped}
"""


@pytest.mark.parametrize(
    ("mapped", "covered"), [("return data.map(lambda x: self.prepare(x))", True), ("return self.prepare(data)", False)]
)
def test_what_nothing_leads_to_says_nothing_beside_what_a_graph_calls(
    tmp_path: Path, mapped: str, covered: bool
) -> None:
    (tmp_path / "task.py").write_text(MAPPED.format(mapped=mapped), encoding="utf-8")
    options = AnalysisOptions()
    facts = analyze(build(load_project(tmp_path, options)), options)
    calls = known_calls(facts, lambda _: False)
    found = Coverage(facts).of(without_idle_callers(facts, calls))
    helper = next(each for each in facts.functions if each.node.name == "helper")
    assert (helper.node in found) is covered and helper.node not in Coverage(facts).of(calls)

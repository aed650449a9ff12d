"""Where an object is made for each call, it is said which of its tensors the function reads: they are to be passed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import hybridize
from hybridize.verdicts.evidence import sentences
from hybridize.verdicts.evidence.words import attribute_list
from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow

PROGRAM = """import dataclasses
import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(8), tf.keras.layers.Dense(1)])
model.build((None, 4))
optimizer = tf.keras.optimizers.SGD()
data = tf.data.Dataset.from_tensor_slices((tf.ones((64, 4)), tf.ones((64, 1)))).batch(4)
{cls}
    def weighted(self, loss):
        return tf.reduce_mean(loss * self.weights)
{decorator}
def step(batch):
    with tf.GradientTape() as tape:
        loss = tf.square(model(batch.images) - batch.labels)
        loss = batch.weighted(loss) if batch.name else tf.reduce_mean(loss)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss
for epoch in range(10):
    for x, y in data:
        step(Batch("a", y, x, np.ones((4, 1), np.float32)))
"""
PLAIN = """class Batch:
    def __init__(self, name, labels, images, weights):
        self.name = name
        self.labels, self.images = labels, images
        self.weights = weights"""
FIELDS = """@dataclasses.dataclass
class Batch:
    name: str
    labels: tf.Tensor
    images: tf.Tensor
    weights: np.ndarray"""


def program(cls: str, decorator: str = "") -> str:
    return PROGRAM.format(cls=cls, decorator=decorator)


def report(folder: Path, text: str) -> hybridize.Report:
    (folder / "main.py").write_text(text, encoding="utf-8")
    return hybridize.analyze(folder, root=folder)


@pytest.mark.parametrize(
    ("cls", "remedy"),
    [
        (PLAIN, "Make the object once, before the loop, or pass {}."),
        (FIELDS, "Pass {} as parameters of their own."),
    ],
    ids=["told by identity", "without a hash"],
)
def test_the_remedy_names_the_tensors_in_the_order_in_which_they_are_read(
    tmp_path: Path, cls: str, remedy: str
) -> None:
    (row,) = [each for each in report(tmp_path, program(cls)).functions if each.qualname == "step"]
    said = sentences.remedy(row.verdict.near_miss.cause)
    assert said == remedy.format("`batch.images`, `batch.labels` and `batch.weights`")


def test_the_finding_on_a_graph_names_them_as_well(tmp_path: Path) -> None:
    (finding,) = [f for f in report(tmp_path, program(PLAIN, "@tf.function")).findings if f.code == "HYB002"]
    assert finding.fix is not None
    assert finding.fix.description == "Make the object once, or pass `batch.images`, `batch.labels` and `batch.weights`"


def test_an_object_without_tensors_is_to_be_made_once(tmp_path: Path) -> None:
    text = program(PLAIN, "@tf.function")
    text = text.replace('Batch("a", y, x, np.ones((4, 1), np.float32))', "Options(2)").replace(
        "def step(batch):", "class Options:\n    def __init__(self, power):\n        self.power = power\n"
        "@tf.function\ndef step(options):\n    return tf.ones(3) ** options.power\ndef other(batch):",
    ).replace("@tf.function\nclass", "class")  # fmt: skip
    (finding,) = [each for each in report(tmp_path, text).findings if each.code == "HYB002"]
    assert finding.fix is not None
    assert finding.fix.description == "Make the object once, or pass the tensors that it holds"


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ((), "nothing"),
        (("a",), "`b.a`"),
        (("a", "c"), "`b.a` and `b.c`"),
        (("a", "c", "d"), "`b.a`, `b.c` and `b.d`"),
        (("a", "c", "d", "e", "f"), "`b.a`, `b.c`, `b.d` and 2 more"),
    ],
)
def test_three_attributes_are_named(names: tuple[str, ...], said: str) -> None:
    assert attribute_list("b", names, "nothing") == said


@needs_tensorflow
def test_tensorflow_traces_each_object_and_the_tensors_once(tmp_path: Path) -> None:
    graph = program(PLAIN, "@tf.function") + "print(step.experimental_get_tracing_count())\n"
    apart = graph.replace("step(Batch(", "step(*of(Batch(").replace("np.float32)))", "np.float32))))")
    apart = apart.replace("def step(batch):", "def step(images, labels, weights):")
    apart = apart.replace("batch.weighted(loss) if batch.name else", "tf.reduce_mean(loss * weights) if True else")
    apart = apart.replace("batch.images", "images").replace("batch.labels", "labels")
    taken = "def of(b):\n    return b.images, b.labels, tf.constant(b.weights)\n@tf.function"
    apart = apart.replace("@tf.function", taken)
    traces = []
    for number, text in enumerate((graph, apart)):
        path = tmp_path / f"{number}.py"
        path.write_text(text, encoding="utf-8")
        done = subprocess.run([TENSORFLOW_PYTHON, str(path)], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        traces.append(int(done.stdout))
    assert traces[0] >= 160
    assert traces[1] <= 2

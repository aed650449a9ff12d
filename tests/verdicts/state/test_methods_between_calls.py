"""Methods that nobody can see, called between the calls of a function on what it reads: they may change it."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize
from benchmarks.fuzz.removal import Entry, contents, knowing, verdicts, without
from hybridize.verdicts.model.parts import Safety

MODEL = """\
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
model.compile(optimizer="sgd", loss="mse")
other = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
data = tf.data.Dataset.range(3)


def step(x):
    y = model(x) + tf.sin(x) + tf.cos(x)
    return tf.reduce_sum(y * y)


for _ in range(100):
    print(step(tf.ones((2, 3))))
    {between}
"""
BARS = """\
import tensorflow as tf
import tqdm
from tqdm import trange
from tqdm.auto import tqdm as bar_of

model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
data = tf.data.Dataset.from_tensor_slices(tf.ones((40, 3))).batch(4)


def step(x):
    y = model(x) + tf.sin(x) + tf.cos(x)
    return tf.reduce_sum(y * y)


{loop}
"""
SETTINGS = """\
import tensorflow as tf
from easydict import EasyDict
from ml_collections import config_dict
from yacs.config import CfgNode as CN

settings = {made}
settings.part = {made}
settings.part.scale = 2.0


def step(x):
    y = tf.sin(x) + tf.cos(x) + tf.tanh(x) * tf.exp(x)
    if settings.part.scale > 1.0:
        y *= settings.part.scale
    return tf.reduce_sum(y * y)


for _ in range(100):
    print(step(tf.ones(3)))
    {between}
"""
INHERITED = """\
import somelib
import tensorflow as tf


class Scaler(somelib.Base):
    def __init__(self):
        self.scale = 1.0

    def step(self, x):
        y = tf.sin(x) + tf.cos(x) + tf.tanh(x) * tf.exp(x)
        return tf.reduce_sum(y * y) * {read}


class Other(somelib.Different):
    pass


scaler, other = Scaler(), Other()
for _ in range(100):
    print(scaler.step(tf.ones(3)))
    {between}
"""


@pytest.mark.parametrize(
    ("between", "removed", "safe"),
    [
        ("model.compile(optimizer='adam')", "keras.Model.compile", False),
        ("[each.compile(optimizer='adam') for each in (model,)]", "keras.Model.compile", False),
        # One may be a layer of the other.
        ("other.compile(optimizer='adam')", "keras.Model.compile", False),
        ("model.summary()", "keras.layers.Layer.count_params", True),
        ("data.cardinality()", "tensorflow.data.Dataset.cardinality", True),
    ],
)
def test_a_method_that_a_described_class_lacks(tmp_path: Path, between: str, removed: str, safe: bool) -> None:
    program = tmp_path / "program.py"
    program.write_text(MODEL.format(between=between))
    file = "keras" if removed.startswith("keras") else "tensorflow"
    files = contents()
    assert removed in files[file]["symbols"]
    with knowing(without(files, Entry(file, "symbols", removed))):
        assert [fix is Safety.SAFE for fix in verdicts([program]).values()] == [safe]


@pytest.mark.parametrize(
    ("read", "between", "safe"),
    [
        ("self.scale", "scaler.update()", False),
        ("self.scale", "[each.update() for each in (scaler,)]", False),
        ("self.scale", "other.update()", True),
        ("2.0", "scaler.update()", True),
    ],
)
def test_a_method_that_an_undescribed_base_has(tmp_path: Path, read: str, between: str, safe: bool) -> None:
    (tmp_path / "program.py").write_text(INHERITED.format(read=read, between=between))
    report = hybridize.analyze([tmp_path], root=tmp_path, preview=True, min_gain="none")
    (step,) = [each.verdict for each in report.functions if each.qualname == "Scaler.step"]
    assert (step.recommendation.fix is Safety.SAFE) == safe


@pytest.mark.parametrize(
    ("loop", "safe"),
    [
        ("bar = tqdm.tqdm(data)\nfor x in bar:\n    step(x)\n    bar.set_postfix(loss=1.0)", True),
        ("bar = tqdm.tqdm(range(40))\nfor i in bar:\n    step(tf.ones((2, 3)))\n    bar.set_description('a')", True),
        ("bar = trange(40)\nfor i in bar:\n    step(tf.ones((2, 3)))\n    bar.write(f'{bar.n}')", True),
        ("bar = bar_of(enumerate(data))\nfor i, x in bar:\n    step(x)\n    bar.set_postfix({'i': i})", True),
        ("bar = bar_of([x for x in data])\nfor x in bar:\n    step(x)\n    bar.refresh()", True),
        ("with tqdm.tqdm(total=40) as bar:\n    for x in data:\n        step(x)\n        bar.update(4)", True),
        # A range has no such method, and nothing else is there that might: None has none, either.
        (
            "bar = range(40) if len(model.weights) > 2 else None\n"
            "for i in range(40):\n    step(tf.ones((2, 3)))\n    bar.set_description('a')",
            False,
        ),
        ("bar = range(40)\nfor i in bar:\n    step(tf.ones((2, 3)))\n    bar.set_description('a')", False),
    ],
)
def test_a_progress_bar_changes_nothing_but_itself(tmp_path: Path, loop: str, safe: bool) -> None:
    program = tmp_path / "program.py"
    program.write_text(BARS.format(loop=loop))
    assert [fix is Safety.SAFE for fix in verdicts([program]).values()] == [safe]


@pytest.mark.parametrize("made", ["EasyDict()", "CN()", "config_dict.ConfigDict()"])
@pytest.mark.parametrize(
    ("between", "safe"),
    [
        ("print(settings.part.scale, list(settings.items()))", True),
        ("settings.part.scale = 3.0", False),
        ("settings.part['scale'] = 3.0", False),
        ("settings.part.update({'scale': 3.0})", False),
    ],
)
def test_settings_are_objects_with_attributes(tmp_path: Path, made: str, between: str, safe: bool) -> None:
    program = tmp_path / "program.py"
    program.write_text(SETTINGS.format(made=made, between=between))
    assert [fix is Safety.SAFE for fix in verdicts([program]).values()] == [safe]

"""Functions of the project that libraries call, at once or later: Keras' models and optimizers, NumPy, the library.

Each use runs one that counts. As a graph it would count once: there is no safe fix. Models whose layers count nothing
keep theirs.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hybridize.verdicts.model.parts import Safety
from tests.together import Together
from tests.verdicts.test_pairs import executed, needs_tensorflow
from tests.verdicts.project.test_unknown_code import NEAR, fixes, program, run_directly

BEFORE = """\
import bisect
import heapq
import json
import numpy as np
from tensorflow import keras

ticks = []

def tick(x=1.0, *_):
    {count}
    return x

def ticked(shape, *_, **__):
    {count}
    return tf.ones(shape)

class Layer(keras.layers.Layer):
    def call(self, inputs):
        return tick(inputs)

t = tf.ones((4, 4))
start = keras.Input((4,))
"""
OPTIMIZER = "optimizer = keras.optimizers.SGD(0.1)\noptimizer.build({})"
APPLIED = "optimizer.apply_gradients([(tf.ones_like(v), v)])"
MODELS = {
    "a layer of a model of symbolic tensors": ("model = keras.Model(start, Layer()(start))", "model(t)"),
    "between other layers": (
        "hidden = Layer()(keras.layers.Dense(4)(start))\nmodel = keras.Model(start, keras.layers.Dense(2)(hidden))",
        "model(t)",
    ),
    "a model that a function makes": (
        "def make():\n    return keras.Model(start, Layer()(start))\nmodel = make()", "model(t)",
    ),
    "a layer that a function calls": (
        "def block(x):\n    return Layer()(x)\nmodel = keras.Model(start, block(start))", "model(t)",
    ),
    "a model that a function makes of what it gets": (
        "def make(x):\n    return keras.Model(start, x)\nmodel = make(Layer()(start))", "model(t)",
    ),
    "a model in a model": (
        "inner = keras.Model(start, Layer()(start))\nmodel = keras.Model(start, keras.layers.Dense(2)(inner(start)))",
        "model(t)",
    ),
    "a model in a `Sequential`": (
        "inner = keras.Model(start, Layer()(start))\nmodel = keras.Sequential([inner])", "model(t)",
    ),
    "outputs of a model": (
        "inner = keras.Model(start, Layer()(start))\nmodel = keras.Model(inner.input, inner.layers[-1].output)",
        "model(t)",
    ),
    "a model of a class of the project": (
        "class Own(keras.Model):\n    def __init__(self):\n        x = keras.Input((4,))\n"
        "        super().__init__(x, Layer()(x))\nmodel = Own()",
        "model(t)",
    ),
    "structures": ("model = keras.Model({'a': start}, {'b': Layer()(start)})", "model({'a': t})"),
    "a function in a `Lambda`": ("model = keras.Model(start, keras.layers.Lambda(tick)(start))", "model(t)"),
    "an activation": ("model = keras.Model(start, keras.layers.Dense(2, activation=tick)(start))", "model(t)"),
    "tensors that another method keeps": (
        "class Own:\n    def build(self):\n        self.start = keras.Input((4,))\n"
        "        self.end = Layer()(self.start)\n    def make(self):\n"
        "        return keras.Model(self.start, self.end)\n"
        "own = Own()\nown.build()\nmodel = own.make()",
        "model(t)",
    ),
    "the method `__call__`": ("model = keras.Model(start, Layer()(start))", "model.__call__(t)"),
    "the method `call`": ("model = keras.Model(start, Layer()(start))", "model.call(t)"),
    "a layer taken out of a `Sequential`": (
        "model = keras.Sequential([Layer()])\nmodel.build((None, 4))", "model.layers[0](t)",
    ),
    "an activation that `get` gives": ("act = keras.activations.get(tick)", "act(t)"),
    "a regularizer, asked by `losses`": (
        "model = keras.Model(start, keras.layers.Dense(2, kernel_regularizer=lambda w: tick(0.0))(start))",
        "model.losses",
    ),
}  # fmt: skip
OTHERS = {
    "a constraint of a variable": (
        "v = tf.Variable(tf.ones(3), constraint=tick)\n" + OPTIMIZER.format("[v]"), APPLIED,
    ),
    "a constraint of a class of the project": (
        "class Own(keras.constraints.Constraint):\n    def __call__(self, w):\n        return tick(w)\n"
        "v = tf.Variable(tf.ones(3), constraint=Own())\n" + OPTIMIZER.format("[v]"),
        APPLIED,
    ),
    "a constraint of a layer": (
        "dense = keras.layers.Dense(2, kernel_constraint=tick)\ndense.build((None, 4))\n"
        "v = dense.kernel\n" + OPTIMIZER.format("[v]"),
        APPLIED,
    ),
    "a metric made of a function": (
        "metric = keras.metrics.MeanMetricWrapper(tick)", "metric.update_state([1.0], [2.0])",
    ),
    "a metric made of a function, called": (
        "metric = keras.metrics.MeanMetricWrapper(fn=tick)", "metric([1.0], [2.0])",
    ),
    "a layer that prepares texts": (
        "words = keras.layers.TextVectorization(standardize=tick, vocabulary=['a'])", "words(tf.constant(['a']))",
    ),
    "an activation that is set later": (
        "dense = keras.layers.Dense(2)\ndense.activation = tick", "dense(t)",
    ),
    "an activation that `setattr` sets": (
        "dense = keras.layers.Dense(2)\nsetattr(dense, 'activation', tick)", "dense(t)",
    ),
    "a `call` that is set later": ("layer = keras.layers.Layer()\nlayer.call = tick", "layer(t)"),
    "attributes that Keras sets": (
        "class Own(keras.layers.Layer):\n    def call(self, inputs):\n        return inputs\n"
        "    def __setattr__(self, name, value):\n        tick()\n        super().__setattr__(name, value)\n"
        "own = Own()",
        "own(t)",
    ),
    "merged lists": ("", "list(heapq.merge([1], [2], key=tick))"),
    "a sorted list": ("", "bisect.bisect([1, 2], 1, key=tick)"),
    "a loss that `compile` was given": (
        "model = keras.Sequential([start, keras.layers.Dense(2)])\n"
        "model.compile('sgd', lambda labels, given: tick(tf.reduce_mean(given)))",
        "model.compute_loss(t, tf.ones((4, 2)), tf.ones((4, 2)))",
    ),
    "numbers of a text": ("", "json.loads('1', parse_int=tick)"),
    "NumPy's `vectorize`": ("", "np.vectorize(tick)([1.0])"),
    "functions in a list": ("", "np.piecewise(np.ones(2), [np.ones(2) > 0], [tick])"),
    "a loss that `get` gives": ("", "keras.losses.get(tick)(t, t)"),
    "an initializer that `get` gives": ("", "keras.initializers.get(ticked)((2,))"),
}  # fmt: skip
COUNTED = BEFORE.format(count="ticks.append(1)")
COUNTING = {name: (COUNTED + before, use, "len(ticks)") for name, (before, use) in {**MODELS, **OTHERS}.items()}
QUIET = {name: (BEFORE.format(count="pass") + before, use, "1") for name, (before, use) in MODELS.items()}
SAID = Together({(use, way): program(COUNTING[use], way) for use in COUNTING for way in NEAR})
SAID_OF_QUIET = Together({use: program(QUIET[use], "one call down") for use in QUIET})


@pytest.mark.parametrize("way", NEAR)
@pytest.mark.parametrize("use", COUNTING)
def test_what_counts_gets_no_safe_fix(use: str, way: str) -> None:
    assert "safe" not in fixes(SAID[use, way])


@needs_tensorflow
def test_tensorflow_counts_less_often_in_each_case(tmp_path: Path) -> None:
    results = run_directly(COUNTING.values(), tmp_path)
    assert len(results) == len(COUNTING)
    assert {name for name, each in results.items() if each["eager"] == each["hybrid"]} == set()
    assert {name for name, each in results.items() if "Error" in each["eager"]} == set()


@pytest.mark.parametrize("use", QUIET)
def test_models_whose_layers_count_nothing_keep_their_safe_fix(use: str) -> None:
    assert fixes(SAID_OF_QUIET[use]) == ["safe"]


@needs_tensorflow
def test_tensorflow_gives_the_same_for_those(tmp_path: Path) -> None:
    results = run_directly(QUIET.values(), tmp_path)
    assert {name for name, each in results.items() if each["eager"] != each["hybrid"]} == set()


SCHEDULE = """\
import tensorflow as tf

class Rate(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __call__(self, step):
        if step > 2:
            return 0.1
        return 0.2

v = tf.Variable(tf.ones(3))
optimizer = tf.keras.optimizers.SGD(Rate())
optimizer.build([v])

def step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(v * v) * tf.reduce_sum(tf.sin(x) * tf.cos(x) + tf.exp(-x))
    optimizer.apply_gradients([(tape.gradient(loss, v), v)])
    return loss

for i in range(5):
    print(step(tf.ones(3) * i).numpy())
"""


def test_keras_does_not_convert_the_schedules_that_it_calls() -> None:
    recommendation = Together({"schedule": SCHEDULE})["schedule"].of("step").verdict.recommendation
    assert recommendation.fix is not Safety.SAFE


POLICY = """\
import tensorflow as tf

def step(x):
    y = tf.nn.softmax(tf.matmul(x, x) + tf.transpose(x) - tf.reduce_mean(x) * 2.0)
    z = tf.reduce_sum(tf.sin(y) * tf.cos(y) + tf.exp(-y))
    return tf.reduce_sum(tf.keras.layers.Flatten()(x)) + z

for i in range(3):
    print(step(tf.ones((4, 4)) * i).numpy())
    tf.keras.{setting}
"""
SETTINGS = {
    each: POLICY.format(setting=each)
    for each in ("mixed_precision.set_global_policy('mixed_float16')", "backend.set_floatx('float64')")
}


@pytest.mark.parametrize("setting", SETTINGS)
def test_layers_ask_for_what_keras_was_told(setting: str) -> None:
    recommendation = Together(SETTINGS)[setting].of("step").verdict.recommendation
    assert recommendation.fix is None


@needs_tensorflow
def test_tensorflow_differs_there_too(tmp_path: Path) -> None:
    (tmp_path / "schedule.py").write_text(SCHEDULE, encoding="utf-8")
    first = next(iter(SETTINGS.values()))
    (tmp_path / "setting.py").write_text(first + "tf.keras.mixed_precision.set_global_policy('float32')\n", "utf-8")
    results = executed("step", sorted(tmp_path.glob("*.py")))
    assert {name for name, each in results.items() if each["eager"] == each["hybrid"]} == set()


METHOD = """\
import tensorflow as tf

class Steps:
    def step(self, x):
        y = tf.nn.softmax(tf.matmul(x, x) + tf.transpose(x) - tf.reduce_mean(x) * 2.0)
        return tf.reduce_sum(tf.sin(y) * tf.cos(y) + tf.exp(-y))

    step.weight = 2.0

steps = Steps()
for i in range(5):
    print(steps.step(tf.ones((4, 4)) * i).numpy() * steps.step.weight)
"""


def test_a_graph_of_a_method_has_no_attributes_of_the_function() -> None:
    recommendation = Together({"method": METHOD})["method"].of("Steps.step").verdict.recommendation
    assert recommendation.fix is Safety.UNSAFE


@needs_tensorflow
def test_tensorflow_finds_no_such_attribute(tmp_path: Path) -> None:
    (tmp_path / "method.py").write_text(METHOD, encoding="utf-8")
    result = executed("step", [tmp_path / "method.py"])["method"]
    assert result["hybrid"].endswith("AttributeError") and "Error" not in result["eager"]

"""The models of Keras that a program makes: their layers in order, where these come from, and what becomes of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from astroid import nodes

from hybridize.frameworks.keras_shapes.layers import Layer
from hybridize.frameworks.keras_shapes.models import Chain, Functional
from hybridize.frameworks.tensor_types.types import TensorType
from hybridize.inference.facts.facts import Facts
from hybridize.inference.facts.keras_models import Arrays, Elements, UsedModel
from hybridize.inference.facts.signatures import type_said
from tests.inference.facts.programs import analysed

HEAD = """\
import numpy as np
import sys
import tensorflow as tf
from tensorflow.keras import Input, Model, Sequential
from tensorflow.keras.layers import LSTM, Activation, Bidirectional, Dense, Dropout, Flatten, Softmax, TimeDistributed
class Own(tf.keras.layers.Layer):
    def call(self, x):
        return x
"""
FIRST = 9
"""The line on which the programs begin."""


def model_of(facts: Facts, name: str = "m") -> UsedModel | None:
    """What is known of the model that a name of the module stands for."""
    context = next(each for each in facts.graph.contexts if isinstance(each.scope, nodes.Module))
    (value,) = facts.objects.attribute(context.module, name)
    return facts.keras_models.model(value)


def shown(model: object) -> str:
    """A model in short."""
    if isinstance(model, Chain):
        given = "" if model.given is None else f"{type_said(model.given)}: "
        return f"[{given}{', '.join(map(shown, model.layers))}]"
    if isinstance(model, Functional):
        outputs = (type_said(each) if isinstance(each, TensorType) else "?" for each in model.outputs)
        return f"{', '.join(map(type_said, model.inputs))} -> {', '.join(outputs)}"
    if isinstance(model, Layer):
        units = getattr(model.made.get("units"), "value", "")
        return f"{model.short}{f'({units})' if units else ''}{f' of {shown(model.inside)}' if model.inside else ''}"
    return "?"


MODELS = {
    "m = Sequential([Dense(3), Dense(4)])\nm(tf.ones((1, 2)))": "[Dense(3), Dense(4)]",
    "m = Sequential([Input((2,)), Dense(3)])\nm(tf.ones((1, 2)))": "[keras float32[?, 2]: Dense(3)]",
    "m = Sequential([Dense(3), Input((2,))])\nm(tf.ones((1, 2)))": "?",
    "m = Sequential()\nm.add(Dense(3))\nm.add(Dense(4))\nm(tf.ones((1, 2)))": "[Dense(3), Dense(4)]",
    "m = Sequential([Dense(3)])\nm.add(Dense(4))\nm(tf.ones((1, 2)))": "[Dense(3), Dense(4)]",
    "m = Sequential([Dense(3), Dense(4)])\nm.pop()\nm(tf.ones((1, 2)))": "?",
    "m = Sequential()\nif sys.argv:\n    m.add(Dense(3))\nm(tf.ones((1, 2)))": "?",
    "m = Sequential([Dense(3) if sys.argv else Flatten()])\nm(tf.ones((1, 2)))": "[?]",
    "m = Sequential([Own(), Dense(3)])\nm(tf.ones((1, 2)))": "[?, Dense(3)]",
    "m = Sequential([Sequential([Dense(3)]), Dense(4)])\nm(tf.ones((1, 2)))": "[[Dense(3)], Dense(4)]",
    "m = Sequential([Sequential([Sequential([Sequential([Sequential([Dense(3)])])])])])\nm(tf.ones((1, 2)))": "[[[[?]]]]",
    "m = Sequential([Bidirectional(LSTM(3)), TimeDistributed(Dense(2))])\nm(tf.ones((1, 2, 2)))": (
        "[Bidirectional of LSTM(3), TimeDistributed of Dense(2)]"
    ),
    "m = Sequential([TimeDistributed(Sequential([Dense(2)]))])\nm(tf.ones((1, 2, 2)))": "[TimeDistributed]",
    "m = Sequential([TimeDistributed(Own())])\nm(tf.ones((1, 2, 2)))": "[TimeDistributed]",
    "m = Dense(3)\nm(tf.ones((1, 2)))": "Dense(3)",
    "x = Input((2,))\nm = Model(x, Dense(3)(x))\nm(tf.ones((1, 2)))": "keras float32[?, 2] -> keras float32[?, 3]",
    "x = Input((2,))\nm = Model(inputs=[x], outputs=[Dense(3)(x), Dense(4)(x)])\nm(tf.ones((1, 2)))": (
        "keras float32[?, 2] -> keras float32[?, 3], keras float32[?, 4]"
    ),
    "x, y = Input((2,)), Input((5,))\nm = Model([x, y], Own()(x))\nm([tf.ones((1, 2)), tf.ones((1, 5))])": (
        "keras float32[?, 2], keras float32[?, 5] -> keras float32[?, 2]"
    ),
    "m = Model(eval(sys.argv[1]), eval(sys.argv[2]))\nm(tf.ones((1, 2)))": "?",
    "m = Own()\nm(tf.ones((1, 2)))": "none",
}  # fmt: skip


@pytest.mark.parametrize(("program", "expected"), MODELS.items())
def test_the_layers_of_a_model(program: str, expected: str, tmp_path: Path) -> None:
    found = model_of(analysed(tmp_path, f"{HEAD}{program}\n"))
    assert ("none" if found is None else shown(found.model)) == expected


@pytest.mark.parametrize(
    ("program", "made", "added"),
    [
        ("m = Sequential([Dense(3),\n    Dense(4)])\nm(tf.ones((1, 2)))", [1, 2], [1, 1]),
        ("d = Dense(3)\nm = Sequential()\nm.add(d)\nm.add(Dense(4))\nm(tf.ones((1, 2)))", [1, 4], [3, 4]),
        ("m = Sequential([Dense(3)])\nm.add(Dense(4))\nm(tf.ones((1, 2)))", [1, 2], [1, 2]),
        ("m = Sequential([Input((2,)),\n    Dense(4)])\nm(tf.ones((1, 2)))", [2], [1]),
        ("m = Sequential([Own(),\n    Dense(4)])\nm(tf.ones((1, 2)))", [], [1, 1]),
        ("m = Dense(3)\nm(tf.ones((1, 2)))", [], []),
        ("x = Input((2,))\nm = Model(x, Dense(3)(x))\nm(tf.ones((1, 2)))", [], []),
    ],
)
def test_where_layers_come_from(program: str, made: list[int], added: list[int], tmp_path: Path) -> None:
    found = model_of(analysed(tmp_path, f"{HEAD}{program}\n"))
    assert found is not None
    assert [each.lineno - FIRST + 1 for each in found.sites] == made
    assert [each.lineno - FIRST + 1 for each in found.added] == added


ACTIVATIONS = {
    "m = Sequential([Dense(3), Dense(4, activation='relu')])": "relu",
    "m = Sequential([Dense(3, activation='relu'), Dense(4)])": "",
    "m = Sequential([Dense(4, activation=None)])": "",
    "m = Sequential([Dense(4, activation=tf.nn.relu)])": None,
    "m = Sequential([Dense(4), Softmax()])": "softmax",
    "m = Sequential([Dense(4), Activation('tanh')])": "tanh",
    "m = Sequential([Own()])": None,
    "m = Sequential([Sequential([Dense(4)])])": None,
    "m = Sequential([])": None,
    "m = Model(x, Dense(3, activation='tanh')(x))": "tanh",
    "m = Model(x, [Dense(3, activation='tanh')(x)])": "tanh",
    "m = Model(x, [Dense(3, activation='tanh')(x), Dense(3, activation='tanh')(x)])": None,
    "m = Model(inputs=x, outputs=Dense(3, activation='tanh')(x))": "tanh",
    "y = Dense(3, activation='tanh')(x)\nm = Model(x, y)": "tanh",
    "y = Dense(3, activation='tanh')(x)\ny = Dense(3)(y)\nm = Model(x, y)": "",
    "y = Dense(3, activation='tanh')(x)\nif sys.argv:\n    y = Dense(3)(y)\nm = Model(x, y)": None,
    "m = Model(x, Own()(x))": None,
    "m = Model(x, x + 1)": None,
}  # fmt: skip


@pytest.mark.parametrize(("program", "expected"), ACTIVATIONS.items())
def test_the_activation_behind_which_a_model_ends(program: str, expected: str | None, tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}x = Input((2,))\n{program}\nm(tf.ones((1, 2)))\n")
    found = model_of(facts)
    assert found is not None and facts.keras_models.activation(found) == expected


def described(data: object) -> str:
    """What goes into a model."""
    if isinstance(data, Elements):
        return f"steps of {', '.join(type_said(each) if isinstance(each, TensorType) else '?' for each in data.members)}"
    assert isinstance(data, Arrays)
    return type_said(data.value) if isinstance(data.value, TensorType) else "?"


DATA = {
    "tf.ones((4, 2))": ["float32[4, 2]"],
    "np.ones((4, 2))": ["ndarray float64[4, 2]"],
    "tf.ones((4, 2)) if sys.argv else tf.ones((3, 2))": ["float32[3, 2]", "float32[4, 2]"],
    "tf.data.Dataset.from_tensor_slices(tf.ones((4, 2)))": ["steps of float32[2]"],
    "tf.data.Dataset.from_tensor_slices((tf.ones((4, 2)), tf.ones(4)))": ["steps of float32[2], float32[]"],
    "iter(tf.data.Dataset.from_tensor_slices((tf.ones((4, 2)), tf.ones(4))))": ["steps of float32[2], float32[]"],
    "eval(sys.argv[1])": ["?"],
}


@pytest.mark.parametrize(("given", "expected"), DATA.items())
def test_what_a_model_is_fitted_to(given: str, expected: list[str], tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}m = Sequential([Dense(3)])\nm.compile(loss='mse')\nm.fit({given})\n")
    ((place, use),) = [
        (place, use)
        for _, each in facts.keras_models.uses()
        for place, obj, use in each
        if use.method == "fit"
    ]
    assert sorted(map(described, facts.keras_models.data(place.context, use.arguments["x"]))) == expected


LOSSES = {
    "'mse'": ["keras.losses.mean_squared_error"],
    "'mean_squared_error'": ["keras.losses.mean_squared_error"],
    "tf.keras.losses.MeanSquaredError()": ["keras.losses.MeanSquaredError"],
    "tf.keras.losses.mse": ["keras.losses.mean_squared_error"],
    "'no such loss'": [None],
    "lambda a, b: a": [None],
    "None": [None],
    "'mse' if sys.argv else 'mae'": ["keras.losses.mean_absolute_error", "keras.losses.mean_squared_error"],
}


@pytest.mark.parametrize(("given", "expected"), LOSSES.items())
def test_the_losses_that_a_model_is_compiled_with(given: str, expected: list[str | None], tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}m = Sequential([Dense(3)])\nm.compile(loss={given})\n")
    ((place, use),) = [
        (place, use)
        for _, each in facts.keras_models.uses()
        for place, obj, use in each
        if use.method == "compile"
    ]
    assert sorted(facts.keras_models.losses(place.context, use.arguments["loss"]), key=str) == expected


CALLED = """\
m = Sequential([Dense(3), Dense(4)])
d = Dropout(0.5)
m(tf.ones((1, 2)))
d(tf.ones((1, 2)))
for each in (d, Flatten()):
    each(tf.ones((1, 2)))
Own()(tf.ones((1, 2)))
m.summary()
"""


def test_which_layers_run_where(tmp_path: Path) -> None:
    models = analysed(tmp_path, f"{HEAD}{CALLED}").keras_models
    of_models = {node.lineno - FIRST + 1: sorted(names) for node, names in models.layers_called().items()}
    by_themselves = {node.lineno - FIRST + 1: sorted(names) for node, names in models.layers_by_themselves().items()}
    assert of_models == {3: ["keras.layers.Dense", "keras.layers.Dense"]}
    assert by_themselves == {4: ["keras.layers.Dropout"], 6: ["keras.layers.Dropout", "keras.layers.Flatten"]}
    used = {node.lineno - FIRST + 1: [use.method for _, _, use in uses] for node, uses in models.uses()}
    assert {line: methods for line, methods in used.items() if line in (3, 4)} == {3: ["__call__"], 4: ["__call__"]}

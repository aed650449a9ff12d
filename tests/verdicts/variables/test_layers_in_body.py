"""Layers that are made where they are called: those without weights may be made in a graph, others may not."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize

PROGRAM = """\
import tensorflow as tf
import tensorflow_probability as tfp

{classes}

def activate(x):
    return {layer}(x)


for i in range(3):
    activate(tf.ones((1, 4, 4, 2)) * i)
"""
OWN = """\
class Own(tf.keras.layers.{base}):
    def build(self, shape):
        self.scale = self.add_weight(shape=(1,))
"""


@pytest.mark.parametrize(
    ("layer", "classes", "kinds"),
    [
        ("tf.keras.layers.LeakyReLU()", "", []),
        ("tf.keras.layers.MaxPool2D()", "", []),
        ("tf.keras.layers.Flatten()", "", []),
        ("tfp.layers.MultivariateNormalTriL(2)", "", []),
        ("tfp.layers.DenseFlipout(3)", "", ["creates-variable"]),
        ("tf.keras.layers.Dense(3)", "", ["creates-variable"]),
        ("tf.keras.layers.PReLU()", "", ["creates-variable"]),
        ("tf.keras.layers.Dropout(0.5)", "", ["creates-variable"]),
        ("Own()", OWN.format(base="ReLU"), ["creates-variable"]),
        ("Own()", "class Own(tf.keras.layers.Layer):\n    def call(self, x):\n        return 2.0 * x\n", []),
        ("Own(3)", "class Own(tf.keras.layers.Dense):\n    pass\n", ["creates-variable"]),
        ("Own()", OWN.format(base="Layer"), ["creates-variable"]),
    ],
)
def test_what_makes_weights(tmp_path: Path, layer: str, classes: str, kinds: list[str]) -> None:
    (tmp_path / "program.py").write_text(PROGRAM.format(layer=layer, classes=classes), encoding="utf-8")
    (verdict,) = [f for f in hybridize.analyze(tmp_path, root=tmp_path).functions if f.qualname == "activate"]
    assert [reason.kind for reason in verdict.hazards if reason.kind != "low-gain"] == kinds
    assert (verdict.transformation == "hybridize") is (not kinds)

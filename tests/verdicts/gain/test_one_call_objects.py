"""In a library nobody tells how often there are calls, but an object that is made for one is traced for one."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize

PROGRAM = """\
import tensorflow as tf


class Model:
    def __init__(self, rate):
        self.rate = rate

    def price(self, x):
        for _ in tf.range(tf.shape(x)[0]):
            x = tf.nn.tanh(tf.matmul(x, x) * self.rate + tf.sin(x) * tf.cos(x) - tf.abs(x))
            x = tf.exp(-x * x) / tf.sqrt(x * x + 1.0)
        return x


def discount(model, x):
    for _ in tf.range(tf.shape(x)[0]):
        x = tf.nn.tanh(tf.matmul(x, x) * model.rate + tf.sin(x) * tf.cos(x) - tf.abs(x))
        x = tf.exp(-x * x) / tf.sqrt(x * x + 1.0)
    return x


def integrate(f, x: tf.Tensor):
    return f(x) + 1.0


kept = {{}}


{library}
"""


def found(folder: Path, library: str) -> list[str]:
    (folder / "library.py").write_text(PROGRAM.format(library=library), encoding="utf-8")
    report = hybridize.analyze(folder, root=folder)
    names = ("Model.price", "discount")
    return sorted({each.qualname for each in report.findings if each.code == "HYB001"}.intersection(names))


@pytest.mark.parametrize(
    "body",
    [
        "return Model(rate).price(x), discount(Model(rate), x)",
        "model = Model(rate)\n    return model.price(x), discount(model, x)",
        "model = Model(rate)\n    return integrate(lambda y: discount(model, model.price(y)), x)",
    ],
)
def test_an_object_of_one_call_is_traced_for_one_call(tmp_path: Path, body: str) -> None:
    library = f"def public(rate, x: tf.Tensor):\n    print(rate)\n    {body}"
    assert found(tmp_path, library) == []


@pytest.mark.parametrize(
    "library",
    [
        "model = Model(0.5)\n\n\ndef public(x: tf.Tensor):\n    print(1)\n"
        "    return model.price(x), discount(model, x)",
        "def public(x: tf.Tensor):\n    print(1)\n    if 'model' not in kept:\n        kept['model'] = Model(0.5)\n"
        "    return kept['model'].price(x), discount(kept['model'], x)",
        "def public(x: tf.Tensor):\n    print(1)\n    model = Model(0.5)\n    for _ in range(1000):\n"
        "        x = discount(model, model.price(x))\n    return x",
        "def public(x: tf.Tensor):\n    print(1)\n    model = Model(0.5)\n"
        "    return tf.while_loop(lambda y: True, lambda y: (discount(model, model.price(y)),), [x])",
        "def public(model: Model, x: tf.Tensor):\n    print(1)\n    return model.price(x), discount(model, x)",
    ],
)
def test_other_objects_stay_for_many_calls(tmp_path: Path, library: str) -> None:
    assert found(tmp_path, library) == ["Model.price", "discount"]

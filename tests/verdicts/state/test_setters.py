"""Classes with a `__setattr__` that hands on what it is given: what is set is known, and what is set later is seen."""

from __future__ import annotations

from pathlib import Path

import astroid
import pytest

import hybridize
from hybridize.program.setters import handing_on
from hybridize.verdicts.model.parts import Safety

PROGRAM = """\
import operator
import tensorflow as tf


class Module:
    def __init__(self, name):
        self.name = name
        self.built = True
        self.trains = None

    def __setattr__(self, key, value):
        if isinstance(value, Module) and not value.built:
            raise AttributeError("build it first")
        {hands_on}


class Dense(Module):
    def __init__(self, inputs, units, activation, name):
        super().__init__(name)
        self.inputs = inputs
        self.units = units
        self.activation = activation
        self.rate = 0.5
        self.mode = "SAME"
        self.shape = (inputs, units)
        self.weight = tf.Variable(tf.ones((inputs, units)))
        self.bias = tf.Variable(tf.zeros((units,)))

    def __call__(self, x):
        out = tf.matmul(x, self.weight) + self.bias
        if self.activation is not None:
            out = self.activation(out)
        return out * self.rate


class Net(Module):
    def __init__(self, name):
        super().__init__(name)
        self.first = Dense(4, 8, tf.nn.relu, "first")
        self.second = Dense(8, 8, tf.nn.relu, "second")
        self.third = Dense(8, 1, None, "third")
        self.scale = 2.0

    def __call__(self, x):
        return self.third(self.second(self.first(x))) * self.scale


net = Net("net")


def predict(x):
    loss = tf.reduce_mean(tf.square(net(x)))
    for _ in range(3):
        loss = tf.sin(loss) * tf.cos(loss) + tf.exp(-loss)
    return loss


for k in range(1000):
    {between}
    print(predict(tf.random.uniform((2, 4))).numpy())
"""
NEXT = "super().__setattr__(key, value)"


def _fix(folder: Path, hands_on: str, between: str) -> Safety | None:
    (folder / "program.py").write_text(PROGRAM.format(hands_on=hands_on, between=between))
    report = hybridize.analyze([folder], root=folder, preview=True)
    (predict,) = [each.verdict for each in report.functions if each.qualname == "predict"]
    return predict.recommendation.fix


@pytest.mark.parametrize("hands_on", [NEXT, "object.__setattr__(self, key, value)"])
def test_what_is_set_stays_apart(tmp_path: Path, hands_on: str) -> None:
    assert _fix(tmp_path, hands_on, "net.name = 'other'") is Safety.SAFE


@pytest.mark.parametrize(
    "between",
    [
        "net.scale = float(k)",
        "setattr(net, 'scale', float(k))",
        "net.__setattr__('scale', float(k))",
        "Module.__setattr__(net, 'scale', float(k))",
        "operator.methodcaller('__setattr__', 'scale', float(k))(net)",
        "list(map(net.__setattr__, ['scale'], [float(k)]))",
    ],
)
def test_what_is_set_between_calls_is_seen(tmp_path: Path, between: str) -> None:
    assert _fix(tmp_path, NEXT, between) is None


@pytest.mark.parametrize("name", ["input()", "'sc' + input()"])
@pytest.mark.parametrize("hands_on", [NEXT, "self.__dict__[key] = value"])
def test_an_attribute_whose_name_is_not_known_may_be_any(tmp_path: Path, hands_on: str, name: str) -> None:
    assert _fix(tmp_path, hands_on, f"setattr(net, {name}, float(k))") is not Safety.SAFE


@pytest.mark.parametrize(
    ("body", "calls"),
    [
        (NEXT, 1),
        ("super(C, self).__setattr__(key, value)", 1),
        ("object.__setattr__(self, key, value)", 1),
        ("if key: super().__setattr__(key, value)", 1),
        ("super().__setattr__('_' + key, value)", 0),
        ("super().__setattr__(key, float(value))", 0),
        ("super().__setattr__(value, key)", 0),
        ("object.__setattr__(self.inner, key, value)", 0),
        ("object.__setattr__(value, key, value)", 0),
        ("value = float(value); super().__setattr__(key, value)", 0),
        ("setattr(self.inner, key, value)", 0),
    ],
)
def test_what_hands_on(body: str, calls: int) -> None:
    text = f"class C:\n    def __setattr__(self, key, value):\n        {body}\n"
    (method,) = astroid.parse(text).body[0].body
    assert len(handing_on(method)) == calls

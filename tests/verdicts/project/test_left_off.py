"""What stands behind an option that the calls of a graph leave off is no effect of it, where all calls are joined."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

PROGRAM = """\
import somelib
import tensorflow as tf


def slim(layer, names, depth=None, actual=False, trainable=False):
    if actual:
        for name in names:
            if hasattr(layer, "mask"):
                delattr(layer, "mask")
            setattr(layer, name, tf.Variable(getattr(layer, name), trainable=trainable))
    else:
        layer.depth.assign(depth)


def set_width(arch, model, widths, actual=False):
    number = 0
    if "res" in arch:
        for key in model.parts.keys():
            layer = model.parts[key]
            if "conv" in key:
                if "conv2" in key:
                    group = widths[number]
                    number += 1
                    depth = None
                else:
                    depth = group
                slim(layer, ["kernel", "bias"], depth=depth, actual=actual, trainable=True)
            if "fc" in key:
                slim(layer, ["kernel", "bias"], depth=depth, actual=actual, trainable=True)


def optimizer(args, model):
    full = somelib.widths(args)
    least = [args.rate for each in range(len(full))]
    set_width(args.arch, model, full)

    @tf.function
    def training(images):
        set_width(args.arch, model, full{option})
        total = model(images)
        widths = [[tf.random.uniform([], args.rate, 1.0) for _ in range(len(least))] for _ in range(2)]
        for each in widths + [least]:
            set_width(args.arch, model, each)
            total += model(images)
        return total

    return training


class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.parts = {{"conv1": tf.keras.layers.Dense(3), "fc": tf.keras.layers.Dense(3)}}
        for name in ("a", "b"):
            self.parts[name + "/conv2"] = somelib.Layer()


def main(args):
    model = Model()
    step = optimizer(args, model)
    for x in somelib.data():
        step(x)
    set_width(args.arch, model, somelib.widths(args), actual=True)


main(somelib.args())
"""


@pytest.mark.parametrize(("option", "codes"), [("", []), (", actual=False", []), (", actual=True", ["HYB004"])])
def test_an_option_that_is_off(tmp_path: Path, option: str, codes: list[str]) -> None:
    report = analysed(tmp_path, PROGRAM.format(option=option), select=["HYB004"])
    assert [each.code for each in report.findings] == codes

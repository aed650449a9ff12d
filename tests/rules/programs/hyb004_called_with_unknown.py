"""Layers that are called with what cannot be seen: a model of other layers does not call them again."""

import numpy as np
import tensorflow as tf

try:
    from nowhere import load
except ImportError:
    load = np.asarray


class Kernel(tf.keras.layers.Layer):
    """It is never part of a model."""

    def __init__(self):
        super().__init__()
        self.calls = 0

    def call(self, x):
        self.calls += 1
        return x * 2.0


class Counted(tf.keras.layers.Layer):
    """It is part of the model that is made here."""

    def __init__(self):
        super().__init__()
        self.calls = 0

    def call(self, x):
        self.calls += 1  # expect: HYB004 - `fit` traces it
        return x * 2.0


def score(kernel, stored):
    return kernel(load(stored[0])), stored


def build(units):
    x = tf.keras.Input((2,))
    return tf.keras.Model(x, tf.keras.layers.Dense(units[0])(x))


def counted(units, counting):
    x = tf.keras.Input((2,))
    return tf.keras.Model(x, tf.keras.layers.Dense(units[0])(counting(x)))


def main():
    kernel, counting = Kernel(), Counted()
    stored = [np.ones((2, 2), "float32")]
    score(kernel, stored)
    score(kernel, stored)
    for model in (build([1]), counted([1], counting)):
        model.compile("sgd", "mse")
        model.fit(np.ones((4, 2)), np.ones((4, 1)), epochs=5, verbose=0)
    assert kernel.calls == 2 and counting.calls < 5


main()

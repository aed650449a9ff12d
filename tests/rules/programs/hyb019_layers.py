"""Layers and models that refuse what they are given."""

from collections.abc import Callable

import numpy as np
import tensorflow as tf
from tensorflow.keras import Input, Model, Sequential
from tensorflow.keras.layers import (
    LSTM,
    Add,
    Conv2D,
    Dense,
    Embedding,
    Flatten,
    MaxPooling2D,
    Reshape,
    TimeDistributed,
)


def refused(work: Callable[[], object]) -> bool:
    try:
        work()
    except (tf.errors.InvalidArgumentError, TypeError, ValueError):
        return True
    return False


assert refused(lambda: Conv2D(8, 3)(tf.ones((2, 8, 8))))  # expect: HYB019 - min_ndim=4
assert refused(lambda: LSTM(8)(tf.ones((2, 8))))  # expect: HYB019 - ndim=3
assert refused(lambda: Dense(8)(tf.ones((8,))))  # expect: HYB019 - min_ndim=2
assert not refused(lambda: Dense(8)(tf.ones((2, 3, 4, 5))))
assert not refused(lambda: Flatten()(tf.ones((8,))))


def windows() -> Sequential:
    """The image gets too small."""
    model = Sequential()
    model.add(Input((4, 4, 3)))
    model.add(Conv2D(8, 3))
    model.add(Conv2D(8, 3))  # expect: HYB019 - 2 is less than 3
    return model


assert refused(windows)


def listed() -> Sequential:
    """The same in a list, where the model is made."""
    return Sequential([Input((4, 4, 3)), Conv2D(8, 3), Conv2D(8, 3)])  # expect: HYB019 - 2 is less than 3


assert refused(listed)


def sequences() -> Sequential:
    model = Sequential()
    model.add(Input((7, 3)))
    model.add(LSTM(8))
    model.add(LSTM(8))  # expect: HYB019 - the first one gives its last output only
    return model


assert refused(sequences)


def reshaped() -> Sequential:
    model = Sequential()
    model.add(Dense(12, input_shape=(5,)))
    model.add(Reshape((3, 5)))  # expect: HYB019 - 12 are not 15
    return model


assert refused(reshaped)


def functional() -> tf.Tensor:
    inputs = Input((8, 8))
    return MaxPooling2D()(inputs)  # expect: HYB019 - ndim=4


assert refused(functional)

fitting = Sequential([Input((7, 3)), LSTM(8, return_sequences=True), TimeDistributed(Dense(4)), LSTM(8), Dense(1)])
words = Sequential([Embedding(50, 8), LSTM(8), Dense(1)])
assert not refused(lambda: fitting(tf.ones((2, 7, 3))))
assert not refused(lambda: words(tf.ones((2, 9), tf.int32)))
assert refused(lambda: fitting(tf.ones((2, 7, 4))))  # expect: HYB019 - made for 3


def small() -> Sequential:
    return Sequential([Input((20,)), Dense(3)])


assert refused(lambda: small().predict(np.zeros((4, 21)), verbose=0))  # expect: HYB019 - made for 20
assert refused(lambda: small().predict(np.zeros(20), verbose=0))  # expect: HYB019 - the batch is missing
assert not refused(lambda: small().predict(np.zeros((4, 20)), verbose=0))
assert not refused(lambda: small().predict(np.zeros((4, 20, 1)), verbose=0))


def image() -> Sequential:
    return Sequential([Input((8, 8, 1)), Conv2D(2, 3), Flatten(), Dense(1)])


assert not refused(lambda: image().predict(np.zeros((4, 8, 8)), verbose=0))
assert refused(lambda: image().predict(np.zeros((8, 8, 1)), verbose=0))  # expect: HYB019 - the batch is missing


def two() -> Model:
    left, right = Input((3,)), Input((4,))
    return Model([left, right], Dense(1)(tf.keras.layers.Concatenate()([left, right])))


assert not refused(lambda: two().predict([np.zeros((5, 3)), np.zeros((5, 4))], verbose=0))
assert refused(lambda: two().predict([np.zeros((5, 3)), np.zeros((6, 4))], verbose=0))  # expect: HYB019 - 5 and 6
assert refused(lambda: two().predict([np.zeros((5, 4)), np.zeros((5, 3))], verbose=0))  # expect: HYB019 - exchanged


def by_number(deep: bool) -> Sequential:
    """What is added under a test is not followed."""
    model = Sequential()
    model.add(Input((20,)))
    if deep:
        model.add(Dense(5))
    model.add(Dense(3))
    return model


assert not refused(lambda: by_number(True).predict(np.zeros((4, 20)), verbose=0))
assert refused(lambda: Add()([tf.ones((2, 3)), tf.ones((2, 4))]))  # expect: HYB019 - 3 and 4


def built_by_first_use() -> None:
    """It was made for one column then, and adds the axis that is missing."""
    model = Sequential([Dense(4), Dense(3)])
    Model(column := Input((1,)), model(column))
    assert model.predict(np.array([0.0, 1.0]), verbose=0).shape == (2, 3)


def first_use() -> None:
    model = Sequential([Dense(4), Dense(3)])
    model.predict(np.array([0.0, 1.0]), verbose=0)  # expect: HYB019 - it is built for rows of no length


built_by_first_use()
assert refused(first_use)


def of_parts() -> Model:
    """A model of symbolic tensors in which another is called."""
    part = Sequential([Conv2D(8, 3, padding="same"), MaxPooling2D()])
    start = Input((8, 8, 3))
    return Model(start, Dense(2)(part(start)))


whole = of_parts()
assert refused(lambda: whole(tf.ones((1, 16, 16, 3))))  # expect: HYB019 - (None, 8, 8, 3) is not (1, 16, 16, 3)
assert not refused(lambda: whole(tf.ones((1, 8, 8, 3))))

"""Labels that a loss does not take, and what Keras sees to itself."""

from collections.abc import Callable

import numpy as np
import tensorflow as tf
from tensorflow.keras import Input, Model, Sequential
from tensorflow.keras.layers import Dense


def refused(work: Callable[[], object]) -> bool:
    try:
        work()
    except (tf.errors.InvalidArgumentError, TypeError, ValueError):
        return True
    return False


x = np.random.rand(40, 20)
numbers = np.random.randint(0, 10, 40)
column = numbers.reshape(-1, 1)
one_hot = tf.keras.utils.to_categorical(numbers, 10)
few = np.eye(4)[np.random.randint(0, 4, 40)]


def by_name() -> Sequential:
    model = Sequential([Input((20,)), Dense(10, activation="softmax")])
    model.compile(optimizer="sgd", loss="categorical_crossentropy")
    return model


assert refused(lambda: by_name().fit(x, numbers, verbose=0))  # expect: HYB019 - (None, 1) and (None, 10)
assert refused(lambda: by_name().fit(x, column, verbose=0))  # expect: HYB019 - the same
assert refused(lambda: by_name().fit(x, few, verbose=0))  # expect: HYB019 - 4 classes
assert refused(lambda: by_name().evaluate(x, few, verbose=0))  # expect: HYB019 - 4 classes
assert not refused(lambda: by_name().fit(x, one_hot, verbose=0))


def by_object() -> Sequential:
    model = Sequential([Input((20,)), Dense(10, activation="softmax")])
    model.compile(optimizer="sgd", loss=tf.keras.losses.SparseCategoricalCrossentropy())
    return model


assert refused(lambda: by_object().fit(x, one_hot, verbose=0))  # expect: HYB019 - one number is wanted
assert not refused(lambda: by_object().fit(x, numbers, verbose=0))
assert not refused(lambda: by_object().fit(x, column, verbose=0))


def by_function() -> Sequential:
    model = Sequential([Input((20,)), Dense(10, activation="softmax")])
    model.compile(optimizer="sgd", loss=tf.keras.losses.categorical_crossentropy)
    return model


assert refused(lambda: by_function().fit(x, few, verbose=0))  # expect: HYB019 - 4 and 10
assert refused(lambda: by_function().train_on_batch(x, few))  # expect: HYB019 - 4 and 10
assert refused(lambda: by_function().fit(x, one_hot[:30], verbose=0))  # expect: HYB019 - 40 and 30 samples
assert not refused(lambda: by_function().fit(x, one_hot, verbose=0))


def binary() -> Model:
    inputs = Input((20,))
    outputs = Dense(1, activation="sigmoid")(Dense(8)(inputs))
    model = Model(inputs, outputs)
    model.compile(optimizer="sgd", loss="binary_crossentropy")
    return model


assert refused(lambda: binary().fit(x, few, verbose=0))  # expect: HYB019 - 4 and 1
assert not refused(lambda: binary().fit(x, np.zeros(40), verbose=0))
assert not refused(lambda: binary().fit(x, np.zeros((40, 1)), verbose=0))

data = tf.data.Dataset.from_tensor_slices((x, numbers)).batch(8)
assert refused(lambda: by_name().fit(data, verbose=0))  # expect: HYB019 - the batches of a data set


def own_loss(y_true: tf.Tensor, y_pred: tf.Tensor) -> tf.Tensor:
    return tf.reduce_mean(y_pred, axis=-1)


by_own = Sequential([Input((20,)), Dense(10)])
by_own.compile(optimizer="sgd", loss=own_loss)
assert not refused(lambda: by_own.fit(x, few, verbose=0))

# One of the losses is right, and which one holds is not told apart.
changing = Sequential([Input((20,)), Dense(10, activation="softmax")])
changing.compile(optimizer="sgd", loss="categorical_crossentropy")
changing.compile(optimizer="sgd", loss="sparse_categorical_crossentropy")
assert not refused(lambda: changing.fit(x, numbers, verbose=0))


def squared(y_true: tf.Tensor, y_pred: tf.Tensor) -> tf.Tensor:
    return tf.reduce_mean(tf.square(y_pred - y_true))


def of_two() -> Model:
    taken = Input((20,))
    model = Model(taken, [Dense(1, name="score")(taken), Dense(10, activation="softmax", name="kind")(taken)])
    model.compile(optimizer="sgd", loss={"score": squared, "kind": "categorical_crossentropy"})
    return model


# Each output is compared with its own labels.
score = np.random.rand(40, 1)
assert not refused(lambda: of_two().fit(x, {"score": score, "kind": one_hot}, verbose=0))

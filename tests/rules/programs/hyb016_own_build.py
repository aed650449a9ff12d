"""Layers with a `build` of their own: what it leaves to the first call of the parts is frozen inside of a model."""

import numpy as np
import tensorflow as tf

KERAS_3 = int(tf.__version__.split(".")[1]) >= 16
x = np.linspace(0.0, 1.0, 32).reshape(8, 4).astype("float32")
y = np.ones((8, 1), "float32")


class Leaves(tf.keras.layers.Layer):
    """Its `build` makes a layer, whose weights the call makes."""

    def build(self, shape):
        self.dense = tf.keras.layers.Dense(1)

    @tf.function
    def call(self, x):  # expect: HYB016 - a functional model runs it with symbolic tensors
        return self.dense(x)


class Adds(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def build(self, shape):
        self.bias = self.add_weight(name="bias", shape=(1,))

    @tf.function
    def call(self, x):  # expect: HYB016 - so does `Sequential`, whatever it is called with
        return self.dense(x) + self.bias


class Builds(tf.keras.layers.Layer):
    def build(self, shape):
        self.dense = tf.keras.layers.Dense(1)
        self.dense.build(shape)

    @tf.function
    def call(self, x):
        return self.dense(x)


class Called(tf.keras.layers.Layer):
    """It is called with tensors, after its own `build`."""

    def build(self, shape):
        self.dense = tf.keras.layers.Dense(1)

    @tf.function
    def call(self, x):
        return self.dense(x)


class Trained(tf.keras.Model):
    """Keras calls a model that it trains with tensors, once its own `build` has run."""

    def build(self, shape):
        self.dense = tf.keras.layers.Dense(1)

    @tf.function
    def call(self, x):  # expect: HYB008 - nothing is frozen, and only `fit` calls it
        return self.dense(x)


class Early(tf.keras.layers.Layer):
    """Its weight is there as soon as it is."""

    def __init__(self):
        super().__init__()
        self.kernel = self.add_weight(name="kernel", shape=(4, 1))

    @tf.function
    def call(self, x):  # the same, by the call of a model
        return tf.matmul(x, self.kernel)


class Around(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.part = Early()

    def call(self, x):
        return self.part(x)


def trains(model):
    model.compile("sgd", "mse", run_eagerly=False)
    model.fit(x, y, epochs=1, verbose=0)
    before = [each.copy() for each in model.get_weights()]
    model.fit(x, y, epochs=1, verbose=0)
    return all(np.any(old != new) for old, new in zip(before, model.get_weights()))


def fails(model):
    """Whether a model does not train, which it does with Keras 2."""
    try:
        return trains(model) is not KERAS_3
    except ValueError as error:
        return KERAS_3 and "No gradients provided" in str(error)


inputs = tf.keras.Input((4,))
assert fails(tf.keras.Model(inputs, Leaves()(inputs)))
assert fails(tf.keras.Sequential([Adds()]))
assert trains(tf.keras.Model(inputs, Builds()(inputs)))
called = Called()
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(called(tf.constant(x)))
assert None not in tape.gradient(loss, called.trainable_variables)
assert trains(Trained())
assert trains(Around())

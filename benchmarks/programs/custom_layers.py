"""Custom Keras layers (one with weights of its own, one composite) trained with a custom loop."""

from __future__ import annotations

import argparse

import numpy as np
import tensorflow as tf
from tensorflow import keras

IN_FEATURES = 20
OUT_FEATURES = 3
BATCH_SIZE = 32


def start_values(seed):  # expect: none - receives an integer
    """Reproducible initial weights."""
    return keras.initializers.RandomNormal(stddev=0.15, seed=seed)


def smooth_relu(x):  # expect: none - `train_step` has it
    """A differentiable ramp with a linear leak."""
    positive = tf.maximum(x, 0.0)
    bump = tf.math.log1p(tf.exp(-tf.abs(x)))
    return 0.9 * (positive + bump) + 0.1 * x


class GatedLinear(keras.layers.Layer):
    """A linear map with a gate, its weights made in `build`."""

    def __init__(self, units, seed, **kwargs):  # expect: none - a constructor, receives integers
        super().__init__(**kwargs)
        self.units = units
        self.seed = seed

    def build(self, input_shape):  # expect: none - makes variables
        """Make the weights for the width of the input."""
        width = int(input_shape[-1])
        self.kernel = self.add_weight(
            name="kernel", shape=(width, self.units), initializer=start_values(self.seed), trainable=True
        )
        self.gate = self.add_weight(
            name="gate", shape=(width, self.units), initializer=start_values(self.seed + 1), trainable=True
        )
        self.bias = self.add_weight(name="bias", shape=(self.units,), initializer="zeros", trainable=True)

    def call(self, inputs):  # expect: none - a Keras call, traced by the outer model's build in Keras 3
        """The gated map."""
        values = smooth_relu(tf.matmul(inputs, self.kernel) + self.bias)
        return values * tf.sigmoid(tf.matmul(inputs, self.gate))


class Residual(keras.layers.Layer):
    """Two gated maps around a skip connection."""

    def __init__(self, units, seed, **kwargs):  # expect: none - a constructor, receives integers
        super().__init__(**kwargs)
        self.first = GatedLinear(units, seed)
        self.second = GatedLinear(units, seed + 10)

    def call(self, inputs):  # expect: none - a Keras call with sub-layers that it builds itself
        """The input plus its transformation."""
        return inputs + self.second(self.first(inputs))


class Regressor(keras.Model):
    """Gated input, two residual blocks, linear output."""

    def __init__(self, **kwargs):  # expect: none - a constructor
        super().__init__(**kwargs)
        self.inlet = GatedLinear(24, seed=1)
        self.blocks = [Residual(24, seed=100 * (number + 1)) for number in range(2)]
        self.outlet = keras.layers.Dense(OUT_FEATURES, kernel_initializer=start_values(77))

    def call(self, inputs):  # expect: none - a Keras call with sub-layers that it builds itself
        """The predicted values."""
        x = self.inlet(inputs)
        for block in self.blocks:
            x = block(x)
        return self.outlet(x)


def huber(targets, predictions):  # expect: none - `train_step` has it
    """A loss that forgives outliers."""
    error = tf.abs(targets - predictions)
    quadratic = tf.minimum(error, 1.0)
    linear = error - quadratic
    return tf.reduce_mean(0.5 * tf.square(quadratic) + linear)


model = Regressor()
optimizer = keras.optimizers.Adam(learning_rate=0.004)


def train_step(inputs, targets):  # expect: HYB001 - the training step around the model
    """One update; gives the loss."""
    with tf.GradientTape() as tape:
        loss = huber(targets, model(inputs))
    gradients = tape.gradient(loss, model.trainable_weights)
    optimizer.apply_gradients(zip(gradients, model.trainable_weights))
    return loss


def describe(inputs, targets):  # expect: none - prints
    """Print the error for each output."""
    error = tf.reduce_mean(tf.abs(model(inputs) - targets), axis=0)
    print("mean absolute errors", [round(float(value), 3) for value in error.numpy()])


def make_task(count):  # expect: none - NumPy only, no tensor parameter
    """A smooth nonlinear map with a few outliers."""
    random = np.random.RandomState(5)
    inputs = random.normal(size=(count, IN_FEATURES))
    mixing = random.normal(size=(IN_FEATURES, OUT_FEATURES)) / np.sqrt(IN_FEATURES)
    targets = np.sin(inputs @ mixing) + 0.5 * (inputs @ mixing)
    targets += (random.uniform(size=targets.shape) < 0.02) * 5.0
    return inputs.astype(np.float32), targets.astype(np.float32)


def main():  # expect: none - no parameter, and it prints
    """Train for some steps."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=80)
    steps = parser.parse_args().steps
    inputs, targets = make_task(1024)
    model(tf.zeros((1, IN_FEATURES)))
    dataset = tf.data.Dataset.from_tensor_slices((inputs, targets)).repeat().batch(BATCH_SIZE)
    for step, (batch_inputs, batch_targets) in enumerate(dataset.take(steps), 1):
        loss = train_step(batch_inputs, batch_targets)
        if step % 20 == 0:
            print("step %d loss %.4f" % (step, float(loss)))
    describe(tf.constant(inputs[:256]), tf.constant(targets[:256]))


if __name__ == "__main__":
    main()

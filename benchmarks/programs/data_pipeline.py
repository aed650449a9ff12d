"""A custom training loop fed by a `tf.data` pipeline: parsing, augmentation, windows, metrics, early stopping."""

from __future__ import annotations

import argparse

import numpy as np
import tensorflow as tf

WINDOW = 16
CHANNELS = 3
BATCH_SIZE = 32
PATIENCE = 100


def recordings(count: int) -> np.ndarray:  # expect: none - NumPy only, no tensor parameter
    """A long multi-channel signal with slow and fast parts."""
    random = np.random.RandomState(4)
    time = np.arange(count)[:, np.newaxis]
    signal = np.sin(0.11 * time + np.array([0.0, 1.0, 2.0])) + 0.4 * np.sin(0.37 * time)
    return (signal + random.normal(scale=0.15, size=(count, CHANNELS))).astype(np.float32)


def split_window(window):  # expect: none - mapped over a data set, which traces it by itself
    """All but the last sample as input, the last as target."""
    return window[:-1], window[-1]


def standardise(inputs, target):  # expect: none - mapped over a data set, which traces it by itself
    """Centre and scale the window by its own moments."""
    mean, variance = tf.nn.moments(inputs, axes=[0])
    scale = tf.math.rsqrt(variance + 1e-3)
    return (inputs - mean) * scale, (target - mean) * scale


def make_dataset(signal: np.ndarray) -> tf.data.Dataset:  # expect: none - a NumPy array, no tensor parameter
    """Batches of standardised windows, in a fixed order."""
    windows = np.lib.stride_tricks.sliding_window_view(signal, WINDOW + 1, axis=0).transpose(0, 2, 1)
    order = np.random.RandomState(8).permutation(len(windows))
    dataset = tf.data.Dataset.from_tensor_slices(windows[order])
    dataset = dataset.map(split_window).map(standardise)
    return dataset.batch(BATCH_SIZE, drop_remainder=True).prefetch(2)


class Forecaster(tf.Module):
    """Causal convolutions over the window, then a linear map."""

    def __init__(self, filters: int, name: str | None = None):  # expect: none - a constructor, receives an integer
        super().__init__(name=name)
        random = np.random.RandomState(6)
        self.filter1 = tf.Variable(random.normal(scale=0.3, size=(3, CHANNELS, filters)).astype(np.float32))
        self.filter2 = tf.Variable(random.normal(scale=0.2, size=(3, filters, filters)).astype(np.float32))
        self.head = tf.Variable(random.normal(scale=0.1, size=(filters, CHANNELS)).astype(np.float32))
        self.bias = tf.Variable(tf.zeros([CHANNELS]))

    def __call__(self, inputs: tf.Tensor) -> tf.Tensor:  # expect: none - 7 operations are too few
        x = tf.nn.relu(tf.nn.conv1d(inputs, self.filter1, stride=1, padding="SAME"))
        x = tf.nn.relu(tf.nn.conv1d(x, self.filter2, stride=2, padding="SAME"))
        return tf.matmul(x[:, -1, :], self.head) + self.bias


model = Forecaster(filters=16)
optimizer = tf.keras.optimizers.Adam(0.003)
loss_metric = tf.keras.metrics.Mean()
global_step = tf.Variable(0, dtype=tf.int64, trainable=False)


def forecast_loss(targets: tf.Tensor, predictions: tf.Tensor) -> tf.Tensor:  # expect: HYB001 - pure tensor code
    """Log-cosh, and a penalty on the mean error."""
    error = predictions - targets
    bias = tf.square(tf.reduce_mean(error))
    return tf.reduce_mean(error + tf.math.softplus(-2.0 * error) - tf.math.log(2.0)) + 0.1 * bias


def train_step(inputs: tf.Tensor, targets: tf.Tensor) -> None:  # expect: HYB001 - the step; its state is in variables
    """One update; the loss goes to the metric, the count to a variable."""
    with tf.GradientTape() as tape:
        loss = forecast_loss(targets, model(inputs))
    gradients = tape.gradient(loss, model.trainable_variables)
    gradients, _ = tf.clip_by_global_norm(gradients, 1.0)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    loss_metric.update_state(loss)
    global_step.assign_add(1)


def validate(dataset: tf.data.Dataset) -> float:  # expect: none - no tensor parameter; converts the result with float()
    """The mean loss over a data set."""
    losses = [forecast_loss(targets, model(inputs)) for inputs, targets in dataset]
    return float(tf.add_n(losses) / len(losses))


def main() -> None:  # expect: none - no parameter, and it prints
    """Train until the steps are over or nothing improves."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=90)
    steps = parser.parse_args().steps
    train_data = make_dataset(recordings(1000)).cache()
    valid_data = make_dataset(recordings(1400)[1000:]).cache()
    best, waited = float("inf"), 0
    for epoch in range(max(1, steps // 30)):
        loss_metric.reset_state()
        for inputs, targets in train_data:
            train_step(inputs, targets)
        current = validate(valid_data)
        best, waited = (current, 0) if current < best - 1e-4 else (best, waited + 1)
        loss = float(loss_metric.result())
        print(f"epoch {epoch + 1}: steps {int(global_step)}, loss {loss:.4f}, valid {current:.4f}")
        if waited >= PATIENCE:
            print("stopped early")
            break
    print(f"best {best:.4f}")


if __name__ == "__main__":
    main()

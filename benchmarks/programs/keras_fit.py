"""A model trained by `fit`: Keras traces the loss, the metric and the step by itself, so nothing is to be gained."""

from __future__ import annotations

import argparse

import numpy as np
import tensorflow as tf
from tensorflow import keras

FEATURES = 16
CLASSES = 5


def focal_loss(y_true, y_pred):  # expect: none - called by fit only, which traces it
    """Cross entropy with less weight for easy samples."""
    probabilities = tf.clip_by_value(tf.nn.softmax(y_pred), 1e-7, 1.0)
    labels = tf.one_hot(tf.cast(tf.reshape(y_true, [-1]), tf.int32), CLASSES)
    easy = tf.pow(1.0 - probabilities, 2.0)
    return -tf.reduce_sum(labels * easy * tf.math.log(probabilities), axis=1)


def top_two(y_true, y_pred):  # expect: none - called by fit only, which traces it
    """Whether the label is among the best two."""
    labels = tf.cast(tf.reshape(y_true, [-1]), tf.int32)
    best = tf.argsort(y_pred, axis=1, direction="DESCENDING")[:, :2]
    hits = tf.reduce_any(tf.equal(tf.cast(best, tf.int32), labels[:, tf.newaxis]), axis=1)
    return tf.cast(hits, tf.float32)


class Standardised(keras.layers.Layer):
    """Subtracts a fixed mean and divides by a fixed deviation."""

    def __init__(self, mean, deviation, **kwargs):  # expect: none - a constructor
        super().__init__(**kwargs)
        self.mean = tf.constant(mean)
        self.deviation = tf.constant(deviation)

    def call(self, inputs):  # expect: none - a Keras call, used in a functional model
        """The standardised inputs."""
        return tf.clip_by_value((inputs - self.mean) / (self.deviation + 1e-6), -4.0, 4.0)


class LossHistory(keras.callbacks.Callback):
    """Keeps the loss of each batch."""

    def __init__(self):  # expect: none - a constructor
        super().__init__()
        self.losses = []

    def on_train_batch_end(self, batch, logs=None):  # expect: none - a callback outside the graph; appends
        """Remember the loss."""
        self.losses.append(float(logs["loss"]))


def schedule(epoch, rate):  # expect: none - Python numbers, no tensor
    """Decay after the second epoch."""
    return float(rate) * (0.8 if epoch >= 2 else 1.0)


def build_model(samples):  # expect: none - receives a NumPy array; makes a model from symbolic tensors
    """A functional model."""
    inputs = keras.Input(shape=(FEATURES,))
    x = Standardised(samples.mean(axis=0), samples.std(axis=0))(inputs)
    x = keras.layers.Dense(32, activation="relu", kernel_initializer=keras.initializers.HeNormal(seed=1))(x)
    outputs = keras.layers.Dense(CLASSES, kernel_initializer=keras.initializers.GlorotUniform(seed=2))(x)
    return keras.Model(inputs, outputs)


def make_samples(count):  # expect: none - NumPy only, no tensor parameter
    """Blobs on different scales."""
    random = np.random.RandomState(0)
    labels = random.randint(CLASSES, size=count)
    centres = random.normal(size=(CLASSES, FEATURES))
    samples = (centres[labels] + random.normal(size=(count, FEATURES))) * np.linspace(0.5, 3.0, FEATURES)
    return samples.astype(np.float32), labels.astype(np.int32)


def main():  # expect: none - no parameter, and it prints
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=64)
    steps = parser.parse_args().steps
    samples, labels = make_samples(640)
    model = build_model(samples)
    model.compile(optimizer=keras.optimizers.Adam(0.01), loss=focal_loss, metrics=[top_two])
    history = LossHistory()
    model.fit(
        samples[:512],
        labels[:512],
        batch_size=32,
        epochs=max(1, steps // 16),
        shuffle=False,
        verbose=0,
        callbacks=[history, keras.callbacks.LearningRateScheduler(schedule)],
    )
    loss, hits = model.evaluate(samples[512:], labels[512:], batch_size=32, verbose=0)
    print("first %.4f last %.4f" % (history.losses[0], history.losses[-1]))
    print("test loss %.4f, among the best two %.3f" % (loss, hits))


if __name__ == "__main__":
    main()

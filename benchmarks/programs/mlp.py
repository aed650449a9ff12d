"""A multi-layer perceptron as a subclassed Keras model with a custom training step (the "expert" quick start)."""

from __future__ import annotations

import argparse

import numpy as np
import tensorflow as tf
from tensorflow.keras import Model
from tensorflow.keras.layers import Dense

CLASSES = 8
FEATURES = 32
BATCH = 32


class Classifier(Model):
    """Two hidden layers and a linear output."""

    def __init__(self):  # expect: none - a constructor, no tensor parameter
        super().__init__()
        self.hidden1 = Dense(64, activation="relu", kernel_initializer=tf.keras.initializers.GlorotUniform(seed=1))
        self.hidden2 = Dense(32, activation="relu", kernel_initializer=tf.keras.initializers.GlorotUniform(seed=2))
        self.scores = Dense(CLASSES, kernel_initializer=tf.keras.initializers.GlorotUniform(seed=3))

    def call(self, x):  # expect: none - Keras 3 may trace call while it builds the sub-layers, and freeze their weights
        """The logits."""
        return self.scores(self.hidden2(self.hidden1(x)))


def load_data(count, seed):  # expect: none - makes NumPy data, no tensor parameter
    """Gaussian blobs, one centre per class."""
    random = np.random.RandomState(seed)
    centres = np.random.RandomState(7).normal(size=(CLASSES, FEATURES))
    labels = random.randint(CLASSES, size=count)
    points = centres[labels] + random.normal(scale=1.5, size=(count, FEATURES))
    return points.astype("float32"), labels.astype("int64")


x_train, y_train = load_data(1024, 0)
x_test, y_test = load_data(256, 1)
train_ds = tf.data.Dataset.from_tensor_slices((x_train, y_train)).batch(BATCH)
test_ds = tf.data.Dataset.from_tensor_slices((x_test, y_test)).batch(BATCH)

model = Classifier()
model(tf.zeros([1, FEATURES]))

loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.Adam(learning_rate=0.002)

train_loss = tf.keras.metrics.Mean(name="train_loss")
train_accuracy = tf.keras.metrics.SparseCategoricalAccuracy(name="train_accuracy")
test_loss = tf.keras.metrics.Mean(name="test_loss")
test_accuracy = tf.keras.metrics.SparseCategoricalAccuracy(name="test_accuracy")


def train_step(samples, labels):  # expect: HYB001 - the training step; metrics and optimizer keep TensorFlow state only
    """Update the weights and the running metrics."""
    with tf.GradientTape() as tape:
        predictions = model(samples, training=True)
        loss = loss_object(labels, predictions)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    train_loss(loss)
    train_accuracy(labels, predictions)


def test_step(samples, labels):  # expect: HYB001 - the evaluation step, called for each batch
    """Update the metrics of the evaluation."""
    predictions = model(samples, training=False)
    test_loss(loss_object(labels, predictions))
    test_accuracy(labels, predictions)


def reset_metrics():  # expect: none - no parameter
    """Forget what the last epoch has measured."""
    for metric in (train_loss, train_accuracy, test_loss, test_accuracy):
        metric.reset_state()


def main():  # expect: none - no parameter, and it prints
    """Train for as many epochs as the steps make."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=96)
    steps = parser.parse_args().steps
    for epoch in range(max(1, steps * BATCH // len(x_train))):
        reset_metrics()
        for samples, labels in train_ds:
            train_step(samples, labels)
        for samples, labels in test_ds:
            test_step(samples, labels)
        print(
            f"Epoch {epoch + 1}, Loss: {train_loss.result():.4f}, Accuracy: {train_accuracy.result() * 100:.2f}, "
            f"Test Loss: {test_loss.result():.4f}, Test Accuracy: {test_accuracy.result() * 100:.2f}"
        )


if __name__ == "__main__":
    main()

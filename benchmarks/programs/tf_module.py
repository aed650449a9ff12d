"""Layers and a network as `tf.Module`s, trained by a `Trainer` object that also keeps a history."""

from __future__ import annotations

import argparse

import numpy as np
import tensorflow as tf


class NormalizedDense(tf.Module):
    """A dense layer with weight normalisation."""

    def __init__(self, in_features: int, out_features: int, seed: int):  # expect: none - receives integers
        super().__init__()
        values = np.random.RandomState(seed).normal(scale=0.3, size=(in_features, out_features))
        self.direction = tf.Variable(values.astype(np.float32), name="direction")
        self.length = tf.Variable(tf.ones([out_features]), name="length")
        self.bias = tf.Variable(tf.zeros([out_features]), name="bias")

    def __call__(self, x: tf.Tensor) -> tf.Tensor:  # expect: none - `Network.__call__` has it
        norm = tf.sqrt(tf.reduce_sum(tf.square(self.direction), axis=0) + 1e-8)
        return tf.matmul(x, self.direction * (self.length / norm)) + self.bias


class Network(tf.Module):
    """Three layers."""

    def __init__(self, features: int, hidden: int, name: str | None = None):  # expect: none - receives integers
        super().__init__(name=name)
        self.layers = [
            NormalizedDense(features, hidden, seed=1),
            NormalizedDense(hidden, hidden, seed=2),
            NormalizedDense(hidden, 1, seed=3),
        ]

    def __call__(self, x: tf.Tensor) -> tf.Tensor:  # expect: none - `Trainer.update` has it
        for layer in self.layers[:-1]:
            x = tf.nn.elu(layer(x))
        return tf.squeeze(self.layers[-1](x), axis=1)


class Trainer:
    """Training with momentum written by hand; the state of the optimizer is in variables."""

    def __init__(self, network: Network, rate: float):  # expect: none - a constructor, receives the literal 0.05
        self.network = network
        self.rate = tf.Variable(rate)
        self.velocities = [tf.Variable(tf.zeros_like(variable)) for variable in network.trainable_variables]
        self.history: list[float] = []
        self.steps = 0

    def loss(self, x: tf.Tensor, y: tf.Tensor) -> tf.Tensor:  # expect: none - `Trainer.update` has it
        """The logistic loss for labels 0 and 1."""
        logits = self.network(x)
        signed = (2.0 * y - 1.0) * logits
        return tf.reduce_mean(tf.math.softplus(-signed)) + 1e-4 * tf.reduce_mean(tf.square(logits))

    def update(self, x: tf.Tensor, y: tf.Tensor) -> tf.Tensor:  # expect: HYB001 - the training step, on variables
        """One step; gives the loss."""
        with tf.GradientTape() as tape:
            loss = self.loss(x, y)
        gradients = tape.gradient(loss, self.network.trainable_variables)
        for variable, velocity, gradient in zip(self.network.trainable_variables, self.velocities, gradients):
            velocity.assign(0.9 * velocity - self.rate * gradient)
            variable.assign_add(velocity)
        return loss

    def record(self, loss: tf.Tensor) -> None:  # expect: none - appends to the history and counts in the object
        """Keep the loss."""
        self.steps += 1
        self.history.append(float(loss))

    def fit(self, dataset: tf.data.Dataset) -> None:  # expect: none - records and prints
        """Train on all batches of a data set; slow down every hundred steps."""
        for x, y in dataset:
            self.record(self.update(x, y))
            if self.steps % 100 == 0:
                self.rate.assign(self.rate * 0.5)
            if self.steps % 25 == 0:
                print(f"step {self.steps}: loss {np.mean(self.history[-25:]):.4f}")

    def accuracy(self, x: tf.Tensor, y: tf.Tensor) -> float:  # expect: none - leaves TensorFlow through .numpy()
        """The share of right answers."""
        return float(np.mean((self.network(x).numpy() > 0.0) == (y.numpy() > 0.5)))


def two_moons(count: int) -> tuple[np.ndarray, np.ndarray]:  # expect: none - NumPy only, no tensor parameter
    """The usual toy problem, with two noise features."""
    random = np.random.RandomState(0)
    labels = random.randint(2, size=count)
    angle = random.uniform(0.0, np.pi, size=count)
    x = np.where(labels == 0, np.cos(angle), 1.0 - np.cos(angle))
    y = np.where(labels == 0, np.sin(angle), 0.5 - np.sin(angle))
    points = np.stack([x, y, random.normal(size=count), random.normal(size=count)], axis=1)
    return (points + random.normal(scale=0.1, size=points.shape)).astype(np.float32), labels.astype(np.float32)


def main() -> None:  # expect: none - no parameter, and it prints
    """Train and test."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=150)
    steps = parser.parse_args().steps
    points, labels = two_moons(1200)
    trainer = Trainer(Network(features=4, hidden=24), rate=0.05)
    data = tf.data.Dataset.from_tensor_slices((points[:1000], labels[:1000])).repeat().batch(50).take(steps)
    trainer.fit(data)
    accuracy = trainer.accuracy(tf.constant(points[1000:]), tf.constant(labels[1000:]))
    print("accuracy %.3f after %d steps" % (accuracy, trainer.steps))


if __name__ == "__main__":
    main()

"""A decorated program with the usual faults. What it prints shows them: a graph forgets what Python did."""

from __future__ import annotations

import argparse

import numpy as np
import tensorflow as tf

FEATURES = 6
SAMPLES = 64

traced = []
data_random = np.random.RandomState(0)
inputs = tf.constant(data_random.normal(size=(SAMPLES, FEATURES)).astype(np.float32))
truth = tf.constant(data_random.normal(size=(FEATURES, 1)).astype(np.float32))
targets = tf.matmul(inputs, truth)


class LinearModel(tf.Module):
    """A linear map."""

    def __init__(self, features, name=None):  # expect: none - a constructor, receives an integer
        super().__init__(name=name)
        self.weights = tf.Variable(tf.zeros([features, 1]))
        self.calls = 0

    @tf.function
    def __call__(self, x):  # expect: none - hybrid; its fault stands below
        self.calls += 1  # expect: HYB004 - counts traces, not calls
        scale = tf.sqrt(tf.cast(tf.shape(x)[1], tf.float32))
        return tf.matmul(x, self.weights) * scale / (1.0 + 0.0 * tf.reduce_sum(tf.square(x)))


model = LinearModel(FEATURES)


@tf.function
def loss_of(y, prediction):  # expect: none - hybrid; its fault stands below
    """The mean squared error."""
    error = tf.reduce_mean(tf.square(y - prediction))
    print("the loss is computed")  # expect: HYB004 - prints while tracing only
    return error


@tf.function
def train(x, y, num_steps):  # expect: HYB002 - traced anew for 10 and for 20
    """Gradient descent for some steps, unrolled into the graph."""
    loss = tf.constant(0.0)
    for _ in range(num_steps):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(x, model.weights) - y))
        model.weights.assign_sub(0.02 * tape.gradient(loss, model.weights))
    return loss


@tf.function
def train_in_graph(x, y, num_steps):  # expect: none - hybrid, and gets the number of steps as a tensor
    """Gradient descent for some steps, as a loop inside the graph."""
    loss = tf.constant(0.0)
    for _ in tf.range(num_steps):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(x, model.weights) - y))
        model.weights.assign_sub(0.02 * tape.gradient(loss, model.weights))
    return loss


@tf.function
def banner():  # expect: HYB003 - no tensor goes in, and none is computed
    """A line of text."""
    return "-" * 20


@tf.function
def pairwise_sum(x):  # expect: HYB005 - calls itself, a trace for each length
    """The sum over the first axis, by halves."""
    if x.shape[0] == 1:
        return x[0]
    half = x.shape[0] // 2
    return pairwise_sum(x[:half]) + pairwise_sum(x[half:])


@tf.function
def validation_loss(x, y):  # expect: none - hybrid; its fault stands below
    """The loss on other data."""
    residual = tf.matmul(x, model.weights) - y
    loss = tf.reduce_mean(tf.square(residual)) + 1e-3 * tf.reduce_sum(tf.abs(model.weights))
    traced.append("validation")  # expect: HYB004 - appends while tracing only
    return loss


@tf.function(input_signature=[tf.TensorSpec([None, FEATURES], tf.float32)])
def feature_norms(x):  # expect: none - hybrid and sound, with a signature for all lengths
    """The norm of each feature."""
    return tf.sqrt(tf.reduce_sum(tf.square(x), axis=0) + 1e-12)


@tf.function
def optimization_step():  # expect: none - no parameter, but it works on the tensors of the module
    """One more step over everything."""
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(tf.matmul(inputs, model.weights) - targets))
    model.weights.assign_sub(0.02 * tape.gradient(loss, model.weights))
    return loss


def main():  # expect: none - no parameter, and it prints
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=20)
    steps = parser.parse_args().steps
    tf.print(banner())
    print("short %.4f" % float(train(inputs, targets, 10)))
    print("long %.4f" % float(train(inputs, targets, 20)))
    for _ in range(steps):
        loss = loss_of(targets, model(inputs))
        optimization_step()
        validation_loss(inputs[:16], targets[:16])
    print("in the graph %.4f" % float(train_in_graph(inputs, targets, tf.constant(30))))
    print("loss %.4f validation %.4f" % (float(loss), float(validation_loss(inputs[:16], targets[:16]))))
    print("sum", pairwise_sum(inputs[:8]).numpy().astype(float).round(3).tolist())
    print("norms", feature_norms(inputs[:40]).numpy().astype(float).round(2).tolist())
    print("calls seen", model.calls, "traces", traced)


if __name__ == "__main__":
    main()

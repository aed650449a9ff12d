"""A training script with eager monitoring everywhere: nothing in it may be decorated.

Each function is of a kind that works eagerly and would fail, or silently do something else, as a graph.
"""

from __future__ import annotations

import argparse
import random
import time

import numpy as np
import tensorflow as tf

FEATURES = 8
BATCH = 16

history = []
seen = {"batches": 0, "samples": 0}
warned = False


class EarlyStopping:
    """Counts how often the loss did not improve."""

    def __init__(self, patience):  # expect: none - a constructor, receives an integer
        self.patience = patience
        self.best = float("inf")
        self.bad = 0

    def update(self, loss):  # expect: none - changes the object, converts the tensor with float()
        """Whether to stop now."""
        value = float(tf.reduce_mean(loss) + 0.0 * tf.reduce_sum(tf.square(loss)))
        if value < self.best - 1e-4:
            self.best, self.bad = value, 0
        else:
            self.bad += 1
        return self.bad >= self.patience


def make_batches(count):  # expect: none - receives an integer
    """Noisy samples of a plane."""
    generator = np.random.RandomState(0)
    truth = generator.normal(size=(FEATURES, 1))
    for _ in range(count):
        x = generator.normal(size=(BATCH, FEATURES))
        y = x @ truth + generator.normal(scale=0.1, size=(BATCH, 1))
        yield tf.constant(x, dtype=tf.float32), tf.constant(y, dtype=tf.float32)


weights = tf.Variable(tf.zeros([FEATURES, 1]))
slow_weights = tf.Variable(tf.zeros([FEATURES, 1]))


def predict(x, verbose=False):  # expect: none - counts batches in a global dictionary
    """The prediction, with some bookkeeping."""
    seen["batches"] += 1
    seen["samples"] += int(x.shape[0])
    centred = x - tf.reduce_mean(x, axis=0, keepdims=True)
    result = tf.matmul(x, weights) + 0.0 * tf.matmul(centred, weights)
    if verbose:
        print("prediction of shape", result.shape)
    return result


def squared_error(y, prediction):  # expect: none - appends every loss to a global list
    """The mean squared error, remembered."""
    error = tf.reduce_mean(tf.square(y - prediction))
    scaled = error / (tf.math.reduce_variance(y) + 1e-6)
    history.append(scaled)
    return error


def check_finite(gradient):  # expect: none - branches on a NumPy value and sets a global flag
    """Warn once when a gradient is too large."""
    global warned
    largest = tf.reduce_max(tf.abs(gradient)).numpy()
    if largest > 1.5 and not warned:
        warned = True
        print("large gradient: %.3f" % largest)
    return gradient


def augment(x):  # expect: none - draws Python random numbers, which a graph would freeze
    """Jitter the inputs by a random factor."""
    factor = 1.0 + 0.01 * random.uniform(-1.0, 1.0)
    noise = np.random.normal(scale=0.001, size=(BATCH, FEATURES)).astype(np.float32)
    return tf.clip_by_value(x * factor + noise, -5.0, 5.0) + 0.0 * tf.reduce_sum(x)


def train_step(step, x, y):  # expect: none - receives a Python integer that changes, prints, and reaches effects
    """One update; every tenth step says so."""
    with tf.GradientTape() as tape:
        loss = squared_error(y, predict(augment(x), verbose=step == 1))
    gradient = check_finite(tape.gradient(loss, weights))
    rate = 0.1 / (1.0 + 0.02 * step)
    weights.assign_sub(rate * gradient)
    slow_weights.assign(0.9 * slow_weights + 0.1 * weights)
    if step % 10 == 0:
        print("step %d: loss %.4f" % (step, loss))
    return loss


def tree_norm(tensors):  # expect: none - calls itself
    """The norm of a nested list of tensors."""
    if isinstance(tensors, (list, tuple)):
        return tf.sqrt(tf.add_n([tf.square(tree_norm(part)) for part in tensors]))
    return tf.sqrt(tf.reduce_sum(tf.square(tensors)) + 1e-12)


def power(x, exponent):  # expect: none - receives the literals 2 and 3
    """The matrix x^T x to some power, scaled to norm one."""
    square = tf.matmul(x, x, transpose_a=True) / float(BATCH)
    result = square
    for _ in range(exponent - 1):
        result = tf.matmul(result, square)
    return result / tf.norm(result)


def timed_loss(x, y):  # expect: none - reads the clock
    """The loss and how long it took; the time is only used to see that the clock runs."""
    start = time.perf_counter()
    residual = tf.matmul(x, slow_weights) - y
    loss = tf.reduce_mean(tf.square(residual)) + 1e-3 * tf.reduce_sum(tf.abs(slow_weights))
    elapsed = time.perf_counter() - start
    return loss, elapsed > 0.0


def quantiles(residual):  # expect: none - NumPy on a tensor
    """The quartiles of the residuals."""
    scaled = residual / (tf.math.reduce_std(residual) + 1e-6)
    return np.percentile(scaled, [25, 50, 75])


def largest_rows(x):  # expect: none - iterates a tensor in a comprehension
    """The norm of each sample."""
    return [round(float(tf.norm(row)), 2) for row in tf.abs(x) + 1e-3]


def new_head(x):  # expect: none - makes a variable in each call
    """A prediction by freshly initialised weights."""
    head = tf.Variable(tf.ones([FEATURES, 1]) / FEATURES)
    return tf.reduce_mean(tf.nn.tanh(tf.matmul(x, head)) + 0.1 * tf.matmul(x, head))


def main():  # expect: none - no parameter, and it prints
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=40)
    steps = parser.parse_args().steps
    random.seed(1)
    np.random.seed(1)
    stopping = EarlyStopping(patience=15)
    residuals = []
    for step, (x, y) in enumerate(make_batches(steps), 1):
        loss = train_step(step, x, y)
        slow_loss, clock_runs = timed_loss(x, y)
        residuals.append(y - predict(x))
        if not clock_runs or stopping.update(tf.stack([loss, slow_loss])):
            print("stopped at step %d" % step)
            break
        if step % 20 == 0:
            print("quartiles", np.round(quantiles(tf.concat(residuals, axis=0)), 2).tolist())
            print("norms", largest_rows(x)[:4], "new head %.3f" % float(new_head(x)))
            print("second %.4f third %.4f" % (float(tf.linalg.trace(power(x, 2))), float(tf.linalg.trace(power(x, 3)))))
    print("norm %.3f" % float(tree_norm([weights, [slow_weights, weights]])))
    print("losses", [round(float(loss), 2) for loss in history[:5]], "remembered", len(history))
    print("seen", seen)


if __name__ == "__main__":
    main()

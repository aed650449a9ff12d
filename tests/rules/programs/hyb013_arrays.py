"""Arrays that get other values between the calls of a graph, which keeps those of its trace."""
import numpy as np
import tensorflow as tf


class Replay:
    def __init__(self, size):
        self.data = np.zeros((size, 2), np.float32)
        self.weights = np.ones((size, 1), np.float32)
        self.position = 0

    def add(self, row):
        self.data[self.position] = row
        self.position += 1

    @tf.function
    def mean(self, factor):
        return tf.reduce_mean(self.data * factor)  # expect: HYB013 - `add` has written other rows since

    @tf.function
    def scaled(self, rows):
        return tf.reduce_sum(rows) / self.data.shape[0] + len(self.data)

    @tf.function
    def weighted(self, factor):
        return tf.reduce_mean(self.weights * factor)


class Filled:
    def __init__(self, size):
        self.table = np.zeros(size, np.float32)
        for number in range(size):
            self.table[number] = number

    @tf.function
    def total(self, factor):
        return tf.reduce_sum(self.table * factor)


replay, filled = Replay(4), Filled(3)
factor = tf.constant(1.0)
for number in range(3):
    replay.add(np.full(2, number + 1, np.float32))
    assert float(replay.mean(factor)) == 0.25
    assert float(replay.scaled(tf.ones((2, 2)))) == 5.0
    assert float(replay.weighted(factor)) == 1.0
    assert float(filled.total(factor)) == 3.0


mask = np.ones(3, np.float32)
table = np.zeros(3, np.float32)
table[1] = 2.0


@tf.function
def masked(x):
    return tf.reduce_sum(x * mask)  # expect: HYB013 - an item of it is set between the calls


@tf.function
def looked_up(x):
    return tf.reduce_sum(x * table)


assert float(masked(tf.ones(3))) == 3.0 and float(looked_up(tf.ones(3))) == 2.0
mask[1] = 0.0
assert float(masked(tf.ones(3))) == 3.0 and float(looked_up(tf.ones(3))) == 2.0


filled = np.ones(3, np.float32)
copied = np.ones(3, np.float32)
scaled = np.ones(3, np.float32)
measured = np.ones(3, np.float32)


@tf.function
def of_filled(x):
    return tf.reduce_sum(x * filled)  # expect: HYB013 - a method changes it


@tf.function
def of_copied(x):
    return tf.reduce_sum(x * copied)  # expect: HYB013 - a function of NumPy writes into it


@tf.function
def of_scaled(x):
    return tf.reduce_sum(x * scaled)  # expect: HYB013 - it is what NumPy computes into


@tf.function
def of_measured(x):
    return tf.reduce_sum(x) * float(len(measured)) * float(copied.shape[0])


for number in range(3):
    assert float(of_filled(tf.ones(3))) == 3.0
    assert float(of_copied(tf.ones(3))) == 3.0
    assert float(of_scaled(tf.ones(3))) == 3.0
    assert float(of_measured(tf.ones(3))) == 27.0
    filled.fill(number)
    np.copyto(copied, number)
    np.multiply(scaled, 0.5, out=scaled)
    measured[0] = number

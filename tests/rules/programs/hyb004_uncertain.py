"""What may be an effect and may be none, what is logged, what ends in an exception, and what nobody reads."""

import logging
import os

import tensorflow as tf

NAMES = []


def mixed(of_lists):
    return [1.0] if of_lists else 1.0


@tf.function
def added(x, total):
    # A number more often than a list: nothing is said of what only may be one.
    total += tf.reduce_sum(x)
    return total


@tf.function
def spread(x):
    # The number of processors stays as it is.
    return tf.map_fn(tf.square, x, parallel_iterations=os.cpu_count() or 1)


@tf.function
def logged(x, name):
    logging.info("%s of %d axes", name, 1 + x.shape.rank)
    logging.warning("%s", x)  # expect: HYB004 - each run has a value of its own
    return x * 2.0


@tf.function
def measured(x):
    print("shape:", x.shape, x.dtype)
    print(x.shape, x)  # expect: HYB004 - each run has a value of its own
    print("measured")  # expect: HYB004 - once for each trace
    return x * 2.0


class Reported(Exception):
    """Takes a note of itself."""

    def __init__(self, name):
        NAMES.append(name)
        super().__init__(name)


@tf.function
def refusing(x):
    if x.shape.rank != 1:
        NAMES.append("refused")
        raise Reported("rank")
    return x * 2.0


class Block(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.outputs_of = {}
        self.seen = None
        self.calls = 0

    def call(self, x):
        self.outputs_of["double"] = x * 2.0
        self.seen = self.outputs_of["double"]
        return self.outputs_of["double"]


class Net(tf.Module):
    def __init__(self):
        super().__init__()
        self.block = Block()
        self.last = None
        self.count = 0

    @tf.function
    def step(self, x):
        y = self.block(x)
        return y + self.block.outputs_of["double"]

    @tf.function
    def shown(self, x):
        self.last = tf.reduce_sum(x)  # expect: HYB004 - `report` reads it
        self.count += 1  # expect: HYB004 - it counts the calls, and a graph does not
        return x * 2.0

    def report(self):
        return self.last, self.count


ones = tf.ones(2)
added(ones, mixed(False))
for _ in range(3):
    logged(ones, "ones")
    refusing(ones)
try:
    refusing(tf.ones((2, 2)))
except Exception as error:
    assert "rank" in str(error) and NAMES[:2] == ["refused", "rank"]
net = Net()
for _ in range(3):
    assert net.step(ones).numpy().tolist() == [4.0, 4.0]
    net.shown(ones)
assert net.report()[1] == 1 and not hasattr(net.report()[0], "numpy")
measured(tf.ones(2))
spread(tf.ones(3))

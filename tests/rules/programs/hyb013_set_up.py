"""Objects of one class that are set up one after the other, and one that is set up again."""

import tensorflow as tf


class Loss:
    def setup(self, operation):
        self.names = operation.names

    def of(self, x):
        return x * len(self.names)


class Operation:
    def __init__(self, count):
        self.names = ["a"] * count


class Network:
    def __init__(self, loss, count):
        self.loss = loss
        self.operation = Operation(count)

    def setup(self):
        self.loss.setup(self.operation)

    @tf.function
    def step(self, x):
        return self.loss.of(x)


network = Network(Loss(), 2)
network.setup()
for _ in range(3):
    assert network.step(tf.constant(1.0)) == 2.0

network = Network(Loss(), 3)
network.setup()
for _ in range(3):
    assert network.step(tf.constant(1.0)) == 3.0


class Kept:
    def setup(self, count):
        self.names = ["a"] * count

    @tf.function
    def step(self, x):
        return x * len(self.names)  # expect: HYB013 - the very object is set up again


kept = Kept()
kept.setup(2)
for _ in range(3):
    assert kept.step(tf.constant(1.0)) == 2.0

kept.setup(3)
for _ in range(3):
    assert kept.step(tf.constant(1.0)) == 2.0

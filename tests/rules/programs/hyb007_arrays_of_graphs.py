"""An array that arrives at a graph is a tensor there: nothing changes it in place, under a loop or not."""
import numpy as np
import tensorflow as tf


class Cells:
    def __init__(self):
        self.rate = tf.Variable(2.0)

    def rule(self):
        @tf.function
        def moved(x):
            x += x * self.rate
            return x

        return moved

    @tf.function
    def run(self, x):
        moved = self.rule()
        for _ in tf.range(3):
            x = moved(x)
        return x


def raised(x):
    x += 1.0
    return x


@tf.function
def lifted(x):
    for _ in tf.range(3):
        x = raised(x)
    return x


table = np.zeros(2, np.float32)
tables = [np.zeros(2, np.float32)]


@tf.function
def changes_captured(x):
    for _ in tf.range(3):
        raised(table)  # expect: HYB007 - an array that is captured stays one
        x = x * 2.0
    return x


@tf.function
def changes_kept(x):
    for _ in tf.range(3):
        raised(tables[0])  # expect: HYB007 - so does one in a list
        x = x * 2.0
    return x


start = np.ones(2, np.float32)
cells = Cells()
assert cells.run(start).numpy().tolist() == [27.0, 27.0]
assert cells.rule()(start).numpy().tolist() == [3.0, 3.0]
assert lifted(start).numpy().tolist() == [4.0, 4.0]
assert start.tolist() == [1.0, 1.0]
changes_captured(start)
changes_kept(start)
assert table.tolist() == tables[0].tolist() == [1.0, 1.0]
assert raised(np.ones(2)).tolist() == [2.0, 2.0]

"""Attributes that a method changes which also calls the graph: what counts is the call after the next."""
import tensorflow as tf


class Counter:
    def __init__(self):
        self.steps = 0

    @tf.function
    def graph(self, x):
        return x * 2.0 if self.steps > 2 else x  # expect: HYB013 - `step` counts it up behind each call

    def step(self, x):
        y = self.graph(x)
        self.steps += 1
        return float(y)

    def run(self):
        return [self.step(tf.constant(1.0)) for _ in range(5)]


class Late:
    def __init__(self):
        self.warm = False

    @tf.function
    def graph(self, x):
        return x * 2.0 if self.warm else x  # expect: HYB013 - it is set before some of the calls

    def step(self, x, number):
        if number > 2:
            self.warm = True
        return float(self.graph(x))

    def run(self):
        return [self.step(tf.constant(1.0), number) for number in range(5)]


class Same:
    def __init__(self):
        self.flag = False

    @tf.function
    def graph(self, x):
        return x * 2.0 if self.flag else x

    def step(self, x):
        # Each call finds the same.
        self.flag = True
        return float(self.graph(x))

    def run(self):
        out = []
        for _ in range(3):
            self.flag = True
            out.append(float(self.graph(tf.constant(1.0))))
            out.append(self.step(tf.constant(1.0)))
        return out


assert Counter().run() == [1.0] * 5
assert Late().run() == [1.0] * 5
assert Same().run() == [2.0] * 6

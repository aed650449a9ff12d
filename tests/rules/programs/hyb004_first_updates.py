"""Flags that are turned once: what variables get behind them a graph assigns at each call."""

import tensorflow as tf


class Target:
    def __init__(self):
        self.ready = False
        self.first = True
        self.shown = False
        self.made = False
        self.weight = tf.Variable(1.0)
        self.target = tf.Variable(0.0)
        self.later = None

    @tf.function
    def synchronized(self, x):
        if not self.ready:
            self.target.assign(self.weight)
            self.ready = True  # expect: HYB004 - the graph keeps the assignment before
        return x * self.target

    @tf.function
    def begun(self, x):
        if self.first:
            self.begin()  # expect: HYB004 - the same, in a method
        return x * self.target

    def begin(self):
        self.target.assign(self.weight)
        self.first = False

    @tf.function
    def told(self, x):
        if not self.shown:
            print("shape:", x.shape)
            self.shown = True
        self.target.assign(self.weight)
        return x * self.target

    @tf.function
    def made_once(self, x):
        if not self.made:
            self.later = tf.Variable(3.0)
            self.made = True
        return x * self.later


synchronized, begun, told, made = Target(), Target(), Target(), Target()
one = tf.constant(1.0)
for each in (synchronized.synchronized, begun.begun):
    assert float(each(one)) == 1.0
synchronized.weight.assign(5.0)
begun.weight.assign(5.0)
for each in (synchronized.synchronized, begun.begun):
    assert float(each(one)) == 5.0  # eagerly it would be 1.0
assert float(told.told(one)) == 1.0
assert float(made.made_once(one)) == float(made.made_once(one)) == 3.0

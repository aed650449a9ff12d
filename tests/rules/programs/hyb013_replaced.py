"""A decorated method whose graph is thrown away by those who change what it reads."""
import tensorflow as tf


class Index:
    """Who sets the attribute puts a new `tf.function` in the place of the decorated method."""

    def __init__(self, values):
        self.fill(values)

    @tf.function
    def look_up(self, x):
        return x * self.values

    def fill(self, values):
        self.values = values
        self.forget()

    def forget(self):
        if hasattr(self.look_up, "python_function"):
            self.look_up = tf.function(self.look_up.python_function)


class Kept:
    """The new `tf.function` stands beside the decorated method, which goes on to be called."""

    def __init__(self, values):
        self.fill(values)

    @tf.function
    def look_up(self, x):
        return x * self.values  # expect: HYB013 - the old graph is still called

    def fill(self, values):
        self.values = values
        self.forget()

    def forget(self):
        self.other = tf.function(self.look_up.python_function)


index = Index(1)
assert float(index.look_up(tf.constant(2.0))) == 2.0
index.fill(3)
assert float(index.look_up(tf.constant(2.0))) == 6.0

kept = Kept(1)
assert float(kept.look_up(tf.constant(2.0))) == 2.0
kept.fill(3)
assert float(kept.look_up(tf.constant(2.0))) == 2.0

"""The graph of a Python loop grows with its rounds, that of a loop over a tensor does not."""
import tensorflow as tf


class Decay:
    def __init__(self):
        self.steps = 600

    @tf.function
    def by_attribute(self, x):
        for _ in range(self.steps):  # expect: HYB022 - 600 rounds
            x = x * 0.99
        return x


@tf.function
def nested(x):
    for _ in range(30):  # expect: HYB022 - 900 rounds of the inner loop
        for _ in range(30):
            x = x * 0.99
    return x


def helper(x, n):
    for _ in range(n):
        x = x + 1.0
    return x


@tf.function
def through(x):
    return helper(x, 500)  # expect: HYB022 - the loop of the helper


@tf.function
def tensor_loop(x):
    for _ in tf.range(1000):
        x = x * 0.99
    return x


@tf.function
def short(x):
    for _ in range(10):
        x = x * 0.99
    return x


@tf.function
def python_only(x):
    total = 0
    for number in range(1000):
        total += number
    return x * total


def operations(function, *arguments):
    """How many operations the graph of a function has."""
    return len(function.get_concrete_function(*arguments).graph.get_operations())


ones = tf.ones(3)
decay = Decay()
assert operations(decay.by_attribute, ones) > 600
assert operations(nested, ones) > 900
assert operations(through, ones) > 500
assert operations(tensor_loop, ones) < 100
assert operations(python_only, ones) < 100
short(ones)

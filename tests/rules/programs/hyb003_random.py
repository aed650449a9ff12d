"""What draws random numbers, or has Python run, gives something else with each call, whatever it is given."""
import random

import tensorflow as tf


@tf.function
def with_noise(x):
    return x + tf.random.uniform((1,))


@tf.function
def with_python(x):
    return x + tf.py_function(random.random, [], tf.float32)


@tf.function
def with_one(x):  # expect: HYB003 - it computes the same with each call
    return x + tf.ones((1,))


def several(function):
    return len({float(tf.squeeze(function(1))) for _ in range(5)})


assert several(with_noise) > 1
assert several(with_python) > 1
assert several(with_one) == 1

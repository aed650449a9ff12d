"""What runs where an argument is missing is no effect of a call that may have passed it."""
import numpy as np
import tensorflow as tf


def draw(shape, given=None):
    if given is None:
        given = np.random.rand(*shape)
    return tf.constant(given)


def options(number):
    return {"given": np.ones(2)} if number else {"given": None}


@tf.function
def passed(x):
    return x * tf.cast(draw([2], np.ones(2)), tf.float32)


@tf.function
def either(x, number):
    return x * tf.cast(draw([2], options(number)["given"]), tf.float32)


@tf.function
def left_out(x):
    return x * tf.cast(draw([2]), tf.float32)  # expect: HYB011 - the numbers stay


for _ in range(2):
    passed(tf.ones(2))
    either(tf.ones(2), 1)
    left_out(tf.ones(2))
assert left_out(tf.ones(2)).numpy().tolist() == left_out(tf.ones(2)).numpy().tolist()

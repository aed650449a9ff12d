"""A number for a shape is taken eagerly, and refused in a graph."""
import tensorflow as tf


@tf.function
def flat(x):
    return tf.reshape(x, -1)  # expect: HYB007 - Shape must be rank 1 but is rank 0


@tf.function
def listed(x):
    return tf.reshape(x, [-1])


@tf.function
def of_one_length(x):
    return tf.zeros(2) + tf.reduce_sum(x)


def eager(x):
    return tf.reshape(x, -1)


table = tf.ones((2, 2))
assert eager(table).shape == (4,)
assert listed(table).shape == (4,)
assert of_one_length(table).shape == (2,)
try:
    flat(table)
except ValueError as error:
    assert "Shape must be rank 1 but is rank 0" in str(error)
else:
    raise AssertionError("flat")

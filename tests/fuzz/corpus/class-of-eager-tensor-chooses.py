import functools

import tensorflow as tf


@functools.singledispatch
def scaled(x):
    return tf.sin(x)


@scaled.register(type(tf.constant(1.0)))
def _(x):
    return tf.cos(x)


def subject(x, v, n):
    return tf.reduce_sum(scaled(v) * x + tf.tanh(v) * tf.cos(v))  # refused: uncovered


for value, rounds in [(0.75, 2), (0.25, 0), (-0.5, 1)]:
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())

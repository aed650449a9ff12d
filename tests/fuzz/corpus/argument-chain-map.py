import collections

import tensorflow as tf


def subject(x, given):  # refused: unusable-argument
    return tf.reduce_sum(tf.stack([x * given["a"], tf.tanh(x), tf.sin(x) * tf.cos(x)]))


given = collections.ChainMap({"a": tf.constant(2.0)})
for value in (0.75, 0.25, -0.5, 1.5, 0.75):
    print(subject(tf.constant(value), given).numpy())

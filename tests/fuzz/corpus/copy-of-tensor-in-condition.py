import copy

import tensorflow as tf


def subject(x, v, n):
    if tf.reduce_sum(v) * x < 1.0:
        x = x - 0.25
    else:
        if x > 0.5:
            x = copy.copy(x)  # refused: uncovered
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for value in (1.5, -1.0, 0.25, 1.5, 0.6, -0.5):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(1)).numpy())

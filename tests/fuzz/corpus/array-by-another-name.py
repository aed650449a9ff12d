import numpy as np
import tensorflow as tf


def subject(x, v, n):  # refused: conflicting-dtypes
    part = v
    x = tf.reduce_sum(x * part)  # refused: conflicting-dtypes
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), np.ones((3,)), tf.constant(rounds)).numpy())

from math import exp

import numpy as np
import tensorflow as tf


def subject(x, v, n):
    x = x * exp(-v)  # refused: numpy-on-tensor
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for value, rounds in [(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3)]:
    print(subject(tf.constant(value), np.float32(value), tf.constant(rounds)).numpy())

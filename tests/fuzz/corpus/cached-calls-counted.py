import functools

import numpy as np
import tensorflow as tf


@functools.lru_cache(None)
def weights(size):
    return np.linspace(0.0, 1.0, size).astype("float32")


def subject(x, v, n):
    x = x + tf.reduce_sum(v * weights(3))
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
    print(weights.cache_info().hits)  # refused: uncovered

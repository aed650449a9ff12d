import numpy as np
import tensorflow as tf


def subject(x, v, n):
    seen = []
    for each in v:  # refused: numpy-on-tensor
        seen.append(1.0)
    x = x + float(len(seen))
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for value, rounds in [(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3)]:
    print(subject(tf.constant(value), np.ones(3, np.float32), tf.constant(rounds)).numpy())

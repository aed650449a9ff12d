import tensorflow as tf
import numpy as np

W = np.array([3.0, 2.0, 1.0], np.float32)


def subject(x, v, n):
    x = x + tf.reduce_sum(v * W)
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    np.add.at(W, [0], 1.0)  # refused: late-binding
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())

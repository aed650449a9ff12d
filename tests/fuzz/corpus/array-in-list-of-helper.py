import numpy as np
import tensorflow as tf


def total(values):
    return np.sum(values[0])


def subject(x, v, n):
    x = x * float(total(v))  # refused: numpy-on-tensor
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), [np.ones((3,)), np.ones((2,))], tf.constant(rounds)).numpy())

import numpy as np
import tensorflow as tf

a = np.zeros(4, np.float32)


def subject(x, v, n):
    first = a[:2]
    first += 1.0  # refused: side-effects
    x = x + a[0]
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy(), a)

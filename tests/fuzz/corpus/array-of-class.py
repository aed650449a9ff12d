import numpy as np
import tensorflow as tf


class Setting:
    scale = np.array([1.0, 2.0, 3.0], np.float32)


setting = Setting()


def subject(x, v, n):
    x = x + tf.reduce_sum(v * setting.scale)
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
    setting.scale[k % 3] = 7.0  # refused: late-binding

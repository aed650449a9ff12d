import numpy as np
import tensorflow as tf

W = tf.Variable([1.0, 2.0, 3.0, 4.0])
D = tf.constant([1, 2, 3, 4])


def subject(t, x):  # refused: conflicting-dtypes
    y = tf.cast(D + (-x), tf.float32) + t  # refused: conflicting-dtypes
    return tf.sin(y) * tf.cos(y) + tf.tanh(y) * tf.exp(-y)


data = np.ones(4, np.float32)
for _ in range(4):
    print(subject(tf.constant([1.0, 2.0, 3.0, 4.0]), data).numpy())

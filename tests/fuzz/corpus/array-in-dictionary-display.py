import numpy as np
import tensorflow as tf

W = tf.Variable([1.0, 2.0, 3.0, 4.0])


def subject(t, x):  # refused: conflicting-dtypes
    y = tf.cast({"a": x}["a"] * W, tf.float32) + t
    return tf.sin(y) * tf.cos(y) + tf.tanh(y) * tf.exp(-y)


data = np.arange(1, 5, dtype=np.int32)
for _ in range(4):
    print(subject(tf.constant([1.0, 2.0, 3.0, 4.0]), data).numpy())

import numpy as np
import tensorflow as tf


class C:
    n = 0.0

    def __array__(self, dtype=None, copy=None):
        return np.array(self.n, np.float32)


c = C()


def subject(x):
    y = tf.sin(x) * tf.convert_to_tensor(c)
    return tf.reduce_sum(tf.exp(-y) + tf.math.log1p(y * y) + tf.cos(y) * tf.tanh(y))


for i in range(5):
    print(subject(tf.ones((4, 4)) * i).numpy())
    c.n += 1  # refused: late-binding

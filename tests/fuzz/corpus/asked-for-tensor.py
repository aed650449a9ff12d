import tensorflow as tf
import numpy as np


def subject(x):
    y = tf.sin(x) if tf.is_tensor(x) else tf.cos(x)  # refused: uncovered
    return tf.reduce_sum(tf.exp(-y) + tf.math.log1p(y * y) + tf.cos(y) * tf.tanh(y))


for i in range(5):
    print(subject([np.ones((4, 4), np.float32), tf.ones((4, 4))][i % 2]).numpy())


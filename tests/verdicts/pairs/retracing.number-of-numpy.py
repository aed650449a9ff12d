# `np.random.uniform()` gives a number of Python, each a trace of its own; `size=1` gives an array, which is a tensor.
import numpy as np
import tensorflow as tf


def breaks(x, scale):
    return tf.nn.relu(x) * scale + tf.tanh(x) * 0.5


def works(x, scale):
    return tf.nn.relu(x) * scale + tf.tanh(x) * 0.5


np.random.seed(3)
for step in range(12):
    x = tf.constant([1.0, -2.0, 0.5])
    scale = np.random.uniform(size=1).astype(np.float32)
    print(breaks(x, np.random.uniform()).numpy(), works(x, scale).numpy())

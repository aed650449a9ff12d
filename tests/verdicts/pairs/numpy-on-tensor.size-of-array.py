# An array that arrives is a tensor in a graph: it has no `size`, and Python unpacks none.
import numpy as np
import tensorflow as tf


def breaks(x, weights):
    return tf.nn.relu(x) * 0.5 + tf.tanh(x) / weights.size


def works(x, weights):
    return tf.nn.relu(x) * 0.5 + tf.tanh(x) / float(weights.shape[0])


for step in range(4):
    x = tf.constant([1.0, -2.0, 0.5 * step])
    weights = np.float32([1.0, 2.0])
    print(breaks(x, weights).numpy(), works(x, weights).numpy())

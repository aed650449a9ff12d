# NumPy takes neither a tensor nor what operators make of it.
import numpy as np
import tensorflow as tf


def breaks(x, state):
    return tf.reduce_sum(tf.tanh(np.exp(-state * 2.0) * x))


def works(x, state):
    return tf.reduce_sum(tf.tanh(tf.exp(-state * 2.0) * x))


data = np.ones((3,), dtype=np.float32)
print(float(breaks(tf.ones((3,)), data)), float(works(tf.ones((3,)), data)))

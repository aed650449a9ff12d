# A graph makes a tensor of an array that it is passed: NumPy cannot take what is computed of it, in a list or not.
import numpy as np
import tensorflow as tf


def breaks(x, state):
    batch = np.array([state])
    return tf.reduce_sum(tf.tanh(batch * x))


def works(x, state):
    batch = tf.convert_to_tensor([state])
    return tf.reduce_sum(tf.tanh(batch * x))


data = np.ones((3,), dtype=np.float32)
print(float(breaks(tf.ones((3,)), data)), float(works(tf.ones((3,)), data)))

# Which numbers are in an array that arrives, nobody can ask of the tensor that a graph makes of it.
import numpy as np
import tensorflow as tf


def breaks(x, labels):
    if -2.0 in labels:
        x = x * 2.0
    return tf.reduce_sum(tf.tanh(x + labels))


def works(x, labels):
    if tf.reduce_any(tf.equal(labels, -2.0)):
        x = x * 2.0
    return tf.reduce_sum(tf.tanh(x + labels))


data = np.ones((3,), dtype=np.float32)
print(float(breaks(tf.ones((3,)), data)), float(works(tf.ones((3,)), data)))

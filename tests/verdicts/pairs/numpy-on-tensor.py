# NumPy needs the values of a tensor; shapes are known.
import numpy as np
import tensorflow as tf


def breaks(x):
    return tf.reduce_sum(x) / np.mean(x)


def works(x):
    return tf.reduce_sum(x) / np.prod(x.shape)


print(float(breaks(tf.ones((2, 3)))), float(works(tf.ones((2, 3)))))

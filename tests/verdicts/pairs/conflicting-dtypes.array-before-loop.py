# A loop on a tensor that starts with a float64 array and goes on with float32.
import numpy as np
import tensorflow as tf


def breaks(x):
    total = np.zeros(2)
    while tf.reduce_sum(x) > 1.0:
        total = total + x
        x = x * 0.5
    return total + x


def works(x):
    total = np.zeros(2, np.float32)
    while tf.reduce_sum(x) > 1.0:
        total = total + x
        x = x * 0.5
    return total + x


for scale in (4.0, 8.0, 16.0):
    print(breaks(scale * tf.ones(2)).numpy(), works(scale * tf.ones(2)).numpy())

# An array keeps its dtype where a condition on a tensor makes a tensor of it; an eager operation takes the tensor's.
import numpy as np
import tensorflow as tf


def breaks(x):
    scale = np.float64(1.0)
    if tf.reduce_sum(x) > 1.0:
        scale = scale * tf.reduce_max(x)
    return x + scale


def works(x):
    scale = tf.constant(1.0)
    if tf.reduce_sum(x) > 1.0:
        scale = scale * tf.reduce_max(x)
    return x + scale


for sign in (1.0, -1.0, 1.0):
    print(breaks(sign * tf.ones(2)).numpy(), works(sign * tf.ones(2)).numpy())

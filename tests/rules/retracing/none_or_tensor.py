# silent: an optional tensor
import tensorflow as tf


@tf.function
def f(x, mask=None):
    return x if mask is None else x * mask


f(tf.ones(3))
f(tf.ones(3), tf.zeros(3))
f(tf.ones(3), None)

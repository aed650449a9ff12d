# The value of a tensor is not there while tracing; `float` as a function of tensors is converted.
import tensorflow as tf


def breaks(x):
    return x / float(tf.reduce_max(x).numpy())


def works(x):
    return x / tf.reduce_max(x)


print(breaks(tf.constant([1.0, 2.0])).numpy(), works(tf.constant([1.0, 2.0])).numpy())

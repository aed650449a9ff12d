# The name of an operation is looked at only in a graph.
import tensorflow as tf


def breaks(x):
    return tf.abs(x, name="the absolute value")


def works(x):
    return tf.abs(x, name="absolute_value")


print(float(breaks(tf.constant(-1.0))), float(works(tf.constant(-1.0))))

# `max` of several tensors compares them in Python.
import tensorflow as tf


def breaks(a, b):
    return max([a, b]) * 2.0


def works(a, b):
    return tf.reduce_max([a, b]) * 2.0


for value in (1.0, 2.0, 0.5):
    print(float(breaks(tf.constant(1.0), tf.constant(value))), float(works(tf.constant(1.0), tf.constant(value))))

# Comparing tuples needs the values of the tensors in them.
import tensorflow as tf


def breaks(a, b):
    return a + b if (a, b) == (b, a) else a - b


def works(a, b):
    return a + b if tf.equal(a, b) else a - b


for value in (1.0, 2.0, 1.0):
    print(float(breaks(tf.constant(1.0), tf.constant(value))), float(works(tf.constant(1.0), tf.constant(value))))

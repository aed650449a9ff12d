# A condition chooses between two ragged tensors, and not between one and an ordinary tensor.
import tensorflow as tf


def breaks(x):
    rows = tf.ragged.constant([[1.0], [2.0, 3.0]])
    if tf.reduce_sum(x) > 0.0:
        rows = x
    return tf.reduce_sum(rows) + tf.reduce_sum(tf.sin(x) * tf.cos(x))


def works(x):
    rows = tf.ragged.constant([[1.0], [2.0, 3.0]])
    if tf.reduce_sum(x) > 0.0:
        rows = rows * x[0]
    return tf.reduce_sum(rows) + tf.reduce_sum(tf.sin(x) * tf.cos(x))


for sign in (1.0, -1.0, 1.0):
    print(breaks(sign * tf.ones(2)).numpy(), works(sign * tf.ones(2)).numpy())

# How many values are positive is no Python number while tracing.
import tensorflow as tf


def breaks(x):
    found = tf.boolean_mask(x, x > 0.0)
    return tf.reduce_sum(found) / found.shape[0]


def works(x):
    found = tf.boolean_mask(x, x > 0.0)
    return tf.reduce_sum(found) / tf.cast(tf.shape(found)[0], tf.float32)


print(float(breaks(tf.constant([1.0, -1.0, 3.0]))), float(works(tf.constant([1.0, -1.0, 3.0]))))

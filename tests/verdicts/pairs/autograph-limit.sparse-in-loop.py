# A loop on a tensor carries no sparse tensor that it makes anew; a condition chooses between two.
import tensorflow as tf


def breaks(x):
    scaled = tf.sparse.from_dense([1.0, 0.0])
    for _ in tf.range(tf.size(x)):
        scaled = scaled * x[0]
    return tf.sparse.reduce_sum(scaled) + tf.reduce_sum(tf.sin(x) * tf.cos(x))


def works(x):
    scaled = tf.sparse.from_dense([1.0, 0.0])
    if tf.reduce_sum(x) > 0.0:
        scaled = scaled * x[0] / 2.0
    return tf.sparse.reduce_sum(scaled) + tf.reduce_sum(tf.sin(x) * tf.cos(x))


for sign in (1.0, -1.0, 1.0):
    print(breaks(sign * tf.ones(2)).numpy(), works(sign * tf.ones(2)).numpy())

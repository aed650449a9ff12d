"""Code in deferred style (paper, Listing 1): a graph is built and then run, nothing is left to hybridize."""

import tensorflow.compat.v1 as tf

tf.disable_eager_execution()


def product(left, right):  # expect: none - builds a graph already
    scaled = tf.multiply(left, right)
    return tf.reduce_sum(scaled) + tf.reduce_max(scaled)


a = tf.constant([2.0, 7.0])
b = tf.constant([3.0, 4.0])
c = product(a, b)

session = tf.Session()
for _ in range(3):
    print(session.run(c))

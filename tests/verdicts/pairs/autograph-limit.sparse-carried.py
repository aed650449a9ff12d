# A loop on a tensor does not keep the shape of a sparse tensor that each round makes anew.
import tensorflow as tf


def breaks(x, rounds):
    rows = tf.sparse.from_dense([1.0, 0.0])
    for _ in tf.range(rounds):
        rows = rows * x
    return tf.sparse.reduce_sum(rows)


def works(x, rounds):
    rows = tf.constant([1.0, 0.0])
    for _ in tf.range(rounds):
        rows = rows * x
    return tf.reduce_sum(rows)


for rounds in (0, 1, 3):
    print(breaks(tf.constant(2.0), tf.constant(rounds)).numpy(), works(tf.constant(2.0), tf.constant(rounds)).numpy())

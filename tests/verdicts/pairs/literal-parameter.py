# Each Python number is traced by itself; a tensor is one trace for all.
import tensorflow as tf


def breaks(x, n):
    return tf.reduce_sum(x) * n


def works(x, n):
    return tf.reduce_sum(x) * n


for i in range(5):
    print(float(breaks(tf.ones(3), i)), float(works(tf.ones(3), tf.constant(float(i)))))

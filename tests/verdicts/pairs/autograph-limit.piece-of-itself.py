# A tensor that shrinks in a loop on a tensor; one that keeps its shape is carried.
import tensorflow as tf


def breaks(x):
    while tf.reduce_max(x) > 1.0:
        x = tf.boolean_mask(x, x < tf.reduce_max(x))
    return tf.reduce_sum(x)


def works(x):
    while tf.reduce_max(x) > 1.0:
        x = tf.where(x < tf.reduce_max(x), x, tf.zeros_like(x))
    return tf.reduce_sum(x)


for scale in (1.0, 2.0, 3.0):
    print(breaks(scale * tf.constant([0.5, 1.0, 2.0])).numpy(), works(scale * tf.constant([0.5, 1.0, 2.0])).numpy())

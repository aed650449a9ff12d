# A name that a side of `tf.cond` assigns outside of itself; what each side gives back, the condition gives.
import tensorflow as tf


def breaks(x):
    last = x

    def half():
        nonlocal last
        last = x * 0.5
        return tf.reduce_sum(last)

    total = tf.cond(tf.reduce_sum(x) > 1.0, half, lambda: tf.constant(0.0))
    return last + total


def works(x):
    def half():
        last = x * 0.5
        return tf.reduce_sum(last)

    return x + tf.cond(tf.reduce_sum(x) > 1.0, half, lambda: tf.constant(0.0))


for scale in (4.0, 8.0, 16.0):
    print(breaks(scale * tf.ones(2)).numpy(), works(scale * tf.ones(2)).numpy())

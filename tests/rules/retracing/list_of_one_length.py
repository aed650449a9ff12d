# silent: lists of one length
import tensorflow as tf


@tf.function
def f(values):
    return tf.add_n(values)


for _ in range(4):
    f([tf.ones(3), tf.zeros(3)])

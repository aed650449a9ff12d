# HYB002: another number of arguments in each call
import tensorflow as tf


@tf.function
def f(*values):
    return tf.add_n(values)


f(tf.ones(3))
f(tf.ones(3), tf.ones(3))
f(tf.ones(3), tf.ones(3), tf.ones(3))

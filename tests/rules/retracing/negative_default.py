# HYB002: the default is one of the values
import tensorflow as tf


@tf.function
def f(x, n=-1):
    return x * tf.cast(n, tf.float32)


f(tf.ones(2))
f(tf.ones(2), -1)
f(tf.ones(2), -1.0)
f(tf.ones(2), -2)
f(tf.ones(2), -3)

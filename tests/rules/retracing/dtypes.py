# HYB002: three dtypes
import tensorflow as tf


@tf.function
def f(x):
    return x + x


f(tf.constant([1, 2]))
f(tf.constant([1.0, 2.0]))
f(tf.constant([1.0, 2.0], dtype=tf.float64))

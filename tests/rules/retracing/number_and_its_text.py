# HYB002: a number is not its text
import tensorflow as tf


@tf.function
def f(x, n):
    return x if n == 1 else -x


f(tf.ones(2), 1)
f(tf.ones(2), "1")
f(tf.ones(2), b"1")

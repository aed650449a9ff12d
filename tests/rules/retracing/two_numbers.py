# HYB002: 10 and 20
import tensorflow as tf


@tf.function
def f(n):
    return tf.range(n)


f(10)
f(20)
f(10)

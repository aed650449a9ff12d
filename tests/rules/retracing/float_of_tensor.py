# HYB002: a number taken out of a tensor
import tensorflow as tf


@tf.function
def f(x, scale):
    return x * scale


x = tf.ones(3)
for i in range(4):
    x = x + 1.0
    f(x, float(tf.reduce_sum(x)))

# HYB002: a counter of `while`
import tensorflow as tf


@tf.function
def f(x, count):
    return x + count


count = 0
while count < 5:
    f(tf.ones(3), count)
    count += 1

# HYB002: lists of different numbers
import tensorflow as tf


@tf.function
def f(x, sizes):
    return x * float(sum(sizes))


f(tf.ones(3), [1, 2])
f(tf.ones(3), [1, 2, 3])
f(tf.ones(3), [4])

# HYB002: the index of `enumerate`
import tensorflow as tf


@tf.function
def f(x, i):
    return x * i


for i, scale in enumerate([1.0, 2.0, 3.0, 4.0]):
    f(tf.ones(3) * scale, i)

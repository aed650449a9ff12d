# HYB002: a list of numbers
import tensorflow as tf


@tf.function
def f(x, rate):
    return x * rate


for rate in [0.1, 0.01, 0.001]:
    f(tf.ones(3), rate)

# HYB002: the variable of a comprehension
import tensorflow as tf


@tf.function
def f(x, i):
    return x * i


results = [f(tf.ones(3), i) for i in range(5)]

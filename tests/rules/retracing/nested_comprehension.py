# HYB002: the rounds of a comprehension over two ranges are not those of the first
import tensorflow as tf


@tf.function
def f(x, n):
    return x * n


results = [f(tf.ones(3), 10 * m + n) for m in range(3) for n in range(2)]

# HYB002: the rounds of a comprehension with a condition are not all rounds of what it goes through
import tensorflow as tf


@tf.function
def f(x, n):
    return x * n


results = [f(tf.ones(3), n) for n in range(9) if n % 2]

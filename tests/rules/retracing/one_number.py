# silent: always the same number
import tensorflow as tf


@tf.function
def f(x, n):
    return x * n


for _ in range(5):
    f(tf.ones(3), 2.0)

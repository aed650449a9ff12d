# HYB002: a length that grows
import tensorflow as tf


@tf.function
def f(x, n):
    return x * n


seen = []
for i in range(4):
    seen.append(i)
    f(tf.ones(3), len(seen))

# silent: one bound number
import functools

import tensorflow as tf


@tf.function
def f(x, n):
    return x * n


bound = functools.partial(f, n=3.0)
for _ in range(4):
    bound(tf.ones(3))

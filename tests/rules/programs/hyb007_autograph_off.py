"""Without AutoGraph a condition on a tensor needs its value."""
import tensorflow as tf


@tf.function(autograph=False)
def clipped(x):
    if tf.reduce_sum(x) > 0.0:  # expect: HYB007 - Python asks for the value
        return x
    return tf.zeros_like(x)


@tf.function(autograph=False)
def doubled(x, times=2):
    if times == 2:
        x = x * 2.0
    for _ in range(times):
        x = x + 1.0
    return x


@tf.function
def converted(x):
    if tf.reduce_sum(x) > 0.0:
        return x
    return tf.zeros_like(x)


try:
    clipped(tf.ones(2))
except TypeError:
    pass
else:
    raise AssertionError
doubled(tf.ones(2))
converted(tf.ones(2))

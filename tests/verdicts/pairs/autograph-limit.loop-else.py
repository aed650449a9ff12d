# The `else` of a loop keeps AutoGraph from converting anything in the function.
import tensorflow as tf


def breaks(x):
    for _ in range(3):
        x = x * 0.5
    else:
        x = x + 1.0
    if tf.reduce_sum(x) > 2.5:
        x = x - 1.0
    return x


def works(x):
    for _ in range(3):
        x = x * 0.5
    x = x + 1.0
    if tf.reduce_sum(x) > 2.5:
        x = x - 1.0
    return x


for scale in (1.0, 8.0, 1.0):
    print(breaks(scale * tf.ones(2)).numpy(), works(scale * tf.ones(2)).numpy())

# A Python loop that is left under a condition on a tensor; `continue` is converted.
import tensorflow as tf


def breaks(x):
    for _ in range(8):
        x = x * 0.5
        if tf.reduce_sum(x) < 1.0:
            break
    return x


def works(x):
    for _ in range(8):
        if tf.reduce_sum(x) < 1.0:
            continue
        x = x * 0.5
    return x


for scale in (4.0, 8.0, 16.0):
    print(breaks(scale * tf.ones(2)).numpy(), works(scale * tf.ones(2)).numpy())

# A helper that changes a variable of the function around it, called in a loop on a tensor.
import tensorflow as tf


def breaks(x):
    best = x

    def keep(candidate):
        nonlocal best
        best = candidate

    while tf.reduce_sum(x) > 1.0:
        x = x * 0.5
        keep(x)
    return best


def works(x):
    best = x
    while tf.reduce_sum(x) > 1.0:
        x = x * 0.5
        best = x
    return best


for scale in (4.0, 8.0, 16.0):
    print(breaks(scale * tf.ones(2)).numpy(), works(scale * tf.ones(2)).numpy())

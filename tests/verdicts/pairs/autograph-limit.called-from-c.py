# `functools.reduce` calls a helper from C, where AutoGraph does not see its condition.
import functools

import tensorflow as tf


def larger(a, b):
    if tf.reduce_sum(a) > tf.reduce_sum(b):
        return a
    return b


def breaks(x):
    return functools.reduce(larger, [x, x * 0.5, x * 2.0])


def works(x):
    best = x
    for other in (x * 0.5, x * 2.0):
        best = larger(best, other)
    return best


for sign in (1.0, -1.0, 1.0):
    print(breaks(sign * tf.ones(2)).numpy(), works(sign * tf.ones(2)).numpy())

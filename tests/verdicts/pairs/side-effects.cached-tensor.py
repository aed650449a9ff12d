# A helper that keeps its result keeps a tensor of the trace; one that makes an array keeps that.
import functools

import numpy as np
import tensorflow as tf


@functools.lru_cache(maxsize=None)
def table(size):
    return tf.range(size, dtype=tf.float32)


@functools.lru_cache(maxsize=None)
def numbers(size):
    return np.arange(size, dtype=np.float32)


def breaks(x):
    return x + table(3)


def works(x):
    return x + numbers(3)


for _ in range(3):
    print(breaks(tf.ones(3)).numpy(), works(tf.ones(3)).numpy())
print(table(3).numpy())

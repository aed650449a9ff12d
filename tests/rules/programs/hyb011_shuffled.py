"""Lists that a trace makes and shuffles: the order is that of the trace."""

import random

import numpy as np
import tensorflow as tf


@tf.function
def shuffled(x):
    factors = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]
    random.shuffle(factors)  # expect: HYB011 - the list is the trace's own, the order is not
    return x * factors[0]


@tf.function
def gathered(x):
    order = [0, 1, 2, 3, 4, 5, 6, 7]
    np.random.shuffle(order)  # expect: HYB011 - the same with NumPy
    return tf.gather(x, order)


def distinct(function, x):
    return len({tuple(np.ravel(function(x)).tolist()) for _ in range(30)})


assert distinct(shuffled, tf.ones(1)) == distinct(gathered, tf.range(8)) == 1

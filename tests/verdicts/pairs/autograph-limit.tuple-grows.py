# A tuple that grows in a loop on a tensor; one that keeps its length is carried.
import tensorflow as tf


def breaks(x):
    seen = (x,)
    while tf.reduce_sum(seen[-1]) > 1.0:
        seen = seen + (seen[-1] * 0.5,)
    return seen[-1]


def works(x):
    seen = (x, x)
    while tf.reduce_sum(seen[1]) > 1.0:
        seen = (seen[1], seen[1] * 0.5)
    return seen[1]


for scale in (4.0, 8.0, 16.0):
    print(breaks(scale * tf.ones(2)).numpy(), works(scale * tf.ones(2)).numpy())

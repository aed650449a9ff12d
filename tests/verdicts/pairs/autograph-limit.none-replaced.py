# A name that is None unless a tensor says otherwise; two tensors are carried.
import tensorflow as tf


def breaks(x):
    best = None
    if tf.reduce_sum(x) > 0.0:
        best = x * 2.0
    return x if best is None else best


def works(x):
    best = x
    if tf.reduce_sum(x) > 0.0:
        best = x * 2.0
    return best


for sign in (1.0, -1.0, 1.0):
    print(breaks(sign * tf.ones(2)).numpy(), works(sign * tf.ones(2)).numpy())

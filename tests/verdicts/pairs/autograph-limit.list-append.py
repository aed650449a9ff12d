# A list that grows under a condition on a tensor; an item that is assigned is carried.
import tensorflow as tf


def breaks(x):
    kept = [x]
    if tf.reduce_sum(x) > 0.0:
        kept.append(x * 2.0)
    return tf.add_n(kept)


def works(x):
    kept = [x]
    if tf.reduce_sum(x) > 0.0:
        kept[0] = x * 2.0
    return tf.add_n(kept)


for sign in (1.0, -1.0, 1.0):
    print(breaks(sign * tf.ones(2)).numpy(), works(sign * tf.ones(2)).numpy())

# A key that only one branch makes; one that was there before is carried.
import tensorflow as tf


def breaks(x):
    found = {"a": x}
    if tf.reduce_sum(x) > 0.0:
        found["b"] = x * 2.0
    return tf.add_n(list(found.values()))


def works(x):
    found = {"a": x, "b": x}
    if tf.reduce_sum(x) > 0.0:
        found["b"] = x * 2.0
    return tf.add_n(list(found.values()))


for sign in (1.0, -1.0, 1.0):
    print(breaks(sign * tf.ones(2)).numpy(), works(sign * tf.ones(2)).numpy())

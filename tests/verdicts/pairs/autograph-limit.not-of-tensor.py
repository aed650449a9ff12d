# `not` of a tensor is a tensor in a graph: under it a list grows once. A name that both sides assign is carried.
import tensorflow as tf


def breaks(x):
    seen = []
    if not tf.reduce_max(x) < 2.5:
        seen.append(1.0)
    return tf.tanh(x) * 2.0 + tf.sin(x) + float(len(seen))


def works(x):
    scale = tf.constant(1.0)
    large = not tf.reduce_max(x) < 2.5
    if large:
        scale = tf.constant(2.0)
    return tf.tanh(x) * 2.0 + tf.sin(x) * scale


for number in (1.0, 2.0, 3.0):
    print(breaks(number * tf.ones(2)).numpy(), works(number * tf.ones(2)).numpy())

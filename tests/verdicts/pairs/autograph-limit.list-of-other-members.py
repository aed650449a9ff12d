# A list that a loop on a tensor makes of its own members keeps its length, and must keep their shape.
import tensorflow as tf


def breaks(x):
    parts = [tf.zeros(()), tf.ones(())]
    for row in x:
        parts = [part + row * tf.ones(2) for part in parts]
    return tf.reduce_sum(parts[0]) + tf.reduce_sum(parts[1])


def works(x):
    parts = [tf.zeros(()), tf.ones(())]
    for row in x:
        parts = [tf.tanh(part) + row for part in parts]
    return parts[0] + parts[1]


for scale in (1.0, 2.0, 3.0):
    print(breaks(scale * tf.ones(2)).numpy(), works(scale * tf.ones(2)).numpy())

# An item that stays inside a loop on a tensor is right where each round assigns it before it reads it.
import tensorflow as tf


def breaks(x):
    parts, total = [tf.zeros(()), tf.zeros(())], tf.zeros(())
    for row in x:
        total = total + parts[0] * parts[1]
        for k in range(2):
            parts[k] = tf.tanh(row)
    return total


def works(x):
    parts = [tf.zeros(()), tf.zeros(())]
    total = tf.zeros(())
    for row in x:
        for k in range(2):
            parts[k] = tf.tanh(row)
        total = total + parts[0] * parts[1]
    return total


for scale in (1.0, 2.0, 3.0):
    print(breaks(scale * tf.ones(2)).numpy(), works(scale * tf.ones(2)).numpy())

# The number that a loop over a tensor counts is an int32 in a graph, beside which no float tensor stands.
import tensorflow as tf


def breaks(x):
    count = 0
    for each in x:
        if each > 0.0:
            count += 1
    return tf.tanh(x) * count


def works(x):
    count = 0.0
    for each in x:
        if each > 0.0:
            count += 1.0
    return tf.tanh(x) * count


for step in range(4):
    x = tf.constant([1.0, -2.0, 0.1 * step])
    print(breaks(x).numpy(), works(x).numpy())

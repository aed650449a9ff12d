# A comprehension over a tensor is not converted to a graph, a `for` statement is.
import tensorflow as tf


def breaks(x):
    return tf.add_n([row * row for row in x])


def works(x):
    total = tf.zeros(2)
    for row in x:
        total += row * row
    return total


print(breaks(tf.ones((3, 2))).numpy(), works(tf.ones((3, 2))).numpy())

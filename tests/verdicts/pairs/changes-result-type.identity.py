# A graph gives a new tensor for each result, also where a function gives back what it was given.
import tensorflow as tf


def breaks(x):
    y = tf.square(x) + tf.tanh(x)
    return x, tf.reduce_sum(y) * tf.reduce_max(y)


def works(x):
    y = tf.square(x) + tf.tanh(x)
    return None if y is None else x, tf.reduce_sum(y) * tf.reduce_max(y)


for k in range(3):
    given = tf.constant([1.0, 2.0]) * k
    same, total = breaks(given)
    print(same is given, total.numpy())
    other, total = works(given)
    print(other is None, total.numpy())

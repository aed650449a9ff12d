# Eagerly `tf.where` makes a float of the number before a float tensor; in a graph it is an int32 by then.
import tensorflow as tf


def breaks(x):
    y = tf.nn.relu(x) * 0.5 + tf.tanh(x)
    return tf.where(y > 0.2, 0, y)


def works(x):
    y = tf.nn.relu(x) * 0.5 + tf.tanh(x)
    return tf.where(y > 0.2, y, 0)


for step in range(4):
    x = tf.constant([1.0, -2.0, 0.1 * step])
    print(breaks(x).numpy(), works(x).numpy())

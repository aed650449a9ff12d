# Eagerly any number is a condition; a graph takes a Boolean.
import tensorflow as tf


def breaks(x):
    y = tf.nn.relu(x) * 0.5 + tf.tanh(x)
    if tf.reduce_sum(y):
        y = y + 1.0
    return y


def works(x):
    y = tf.nn.relu(x) * 0.5 + tf.tanh(x)
    if tf.reduce_sum(y) != 0.0:
        y = y + 1.0
    return y


for step in range(4):
    x = tf.constant([1.0, -2.0, 0.1 * step])
    print(breaks(x).numpy(), works(x).numpy())

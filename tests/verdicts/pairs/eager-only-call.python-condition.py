# Eagerly `tf.cond` takes a Boolean of Python; a graph takes a tensor.
import tensorflow as tf

double = True


def breaks(x):
    y = tf.nn.relu(x) * 0.5 + tf.tanh(x)
    return tf.cond(double, lambda: y * 2.0, lambda: y)


def works(x):
    y = tf.nn.relu(x) * 0.5 + tf.tanh(x)
    return tf.cond(tf.reduce_sum(y) > 0.0, lambda: y * 2.0, lambda: y)


for step in range(4):
    x = tf.constant([1.0, -2.0, 0.5 * step])
    print(breaks(x).numpy(), works(x).numpy())

# The n-th draw after `set_seed` is another one in a graph; a stateless draw is not.
import tensorflow as tf


def breaks(x):
    tf.random.set_seed(1)
    return x + tf.random.uniform((2,))


def works(x):
    return x + tf.random.stateless_uniform((2,), (1, 2))


for i in range(3):
    print(breaks(tf.constant(0.0)).numpy(), works(tf.constant(0.0)).numpy())

# silent: there are several zeros in Python, and one in TensorFlow
import tensorflow as tf


@tf.function
def f(x, n):
    return x * tf.cast(n, tf.float32)


f(tf.ones(2), 0.0)
f(tf.ones(2), -0.0)
f(tf.ones(2), False)
f(tf.ones(2), 0)

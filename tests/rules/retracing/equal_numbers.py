# silent: TensorFlow takes these numbers for one, and one trace serves them all
import tensorflow as tf


@tf.function
def f(x, n):
    return x * tf.cast(n, tf.float32)


f(tf.ones(2), 1)
f(tf.ones(2), 1.0)
f(tf.ones(2), True)

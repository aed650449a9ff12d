# silent: one number and a tensor
import tensorflow as tf


@tf.function
def f(n):
    return tf.range(n)


f(10)
f(tf.constant(20))
f(tf.constant(30))

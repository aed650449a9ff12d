# silent: the number becomes a tensor first
import tensorflow as tf


@tf.function
def f(x, step):
    return x * step


for step in range(6):
    f(tf.ones(3), tf.constant(float(step)))

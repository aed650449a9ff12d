# silent: the usual two shapes
import tensorflow as tf


@tf.function
def f(x):
    return x * 2.0


for _ in range(3):
    f(tf.ones((4, 3)))
f(tf.ones((2, 3)))

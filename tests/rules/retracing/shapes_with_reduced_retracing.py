# silent: TensorFlow relaxes the shape
import tensorflow as tf


@tf.function(reduce_retracing=True)
def f(x):
    return x * 2.0


for n in range(1, 6):
    f(tf.ones((n, 2)))

# silent: the signature leaves the axis open
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None, 2])])
def f(x):
    return x * 2.0


for n in range(1, 6):
    f(tf.ones((n, 2)))

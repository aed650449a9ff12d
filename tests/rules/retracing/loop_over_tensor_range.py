# silent: `tf.range` gives tensors
import tensorflow as tf


@tf.function
def f(x, step):
    return x * tf.cast(step, tf.float32)


for step in tf.range(6):
    f(tf.ones(3), step)

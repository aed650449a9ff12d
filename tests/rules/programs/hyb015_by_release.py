"""A program that asks for the release gives the argument the name that it has there."""
import tensorflow as tf


def compiled(f):
    if int(tf.__version__.split(".")[1]) < 5:
        return tf.function(f, experimental_compile=None)
    return tf.function(f, jit_compile=None)


@compiled
def doubled(x):
    return x * 2.0


assert float(doubled(tf.constant(2.0))) == 4.0

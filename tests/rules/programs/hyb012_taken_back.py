"""The module switches back."""
import tensorflow as tf

calls = 0


@tf.function
def total(x):
    return tf.reduce_sum(x)


def watched(x):
    tf.config.run_functions_eagerly(True)
    try:
        return total(x)
    finally:
        tf.config.run_functions_eagerly(False)


watched(tf.ones(3))
assert not tf.config.functions_run_eagerly()

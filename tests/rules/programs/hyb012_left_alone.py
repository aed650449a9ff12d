"""Switches that are taken back, hang on a test or are told by a variable."""
import os
import warnings

import tensorflow as tf

debug = bool(os.environ.get("DEBUG_GRAPHS"))


@tf.function
def total(x):
    return tf.reduce_sum(x)


tf.config.run_functions_eagerly(debug)
tf.data.experimental.enable_debug_mode
if debug:
    tf.config.experimental_run_functions_eagerly(True)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse", run_eagerly=debug)
model.compile("sgd", "mse", run_eagerly=False)
model.run_eagerly = debug
total(tf.ones(3))


class Wrapper:
    """What it wraps works with values, and it says so."""

    def __init__(self):
        tf.config.run_functions_eagerly(True)
        warnings.warn("TensorFlow is set to run eagerly, which may be slower", stacklevel=2)


assert not tf.config.functions_run_eagerly()

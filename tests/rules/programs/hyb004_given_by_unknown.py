"""Containers that functions of TensorFlow give which nobody described: they are new with each call."""
import tensorflow as tf
from tensorflow.python.util import tf_inspect


def scaled(x, factor=2.0):
    return x * factor


@tf.function
def called_by_name(x):
    given = tf_inspect.getcallargs(scaled, x)
    given.pop("factor")
    return scaled(**given)


kept = {"factor": 3.0, "bias": 1.0}


@tf.function
def of_the_module(x):
    kept.pop("bias", None)  # expect: HYB004 - the module has it
    return scaled(x, kept["factor"])


for _ in range(3):
    assert called_by_name(tf.ones(())) == 2.0
    assert of_the_module(tf.ones(())) == 3.0
assert kept == {"factor": 3.0}

"""A lambda that becomes a graph traces what it calls."""
import tensorflow as tf


def asked(x):
    return x.numpy()  # expect: HYB007 - a tensor of a trace has no value


def doubled(x):
    return x * 2.0


ask = tf.function(lambda x: asked(x))
double = tf.function(lambda x: doubled(x))
assert float(double(tf.constant(1.0))) == 2.0
try:
    ask(tf.constant(1.0))
except AttributeError as error:
    assert "numpy" in str(error)
else:
    raise AssertionError("it was traced")

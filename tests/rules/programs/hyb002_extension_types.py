"""Extension types are tensors to TensorFlow, which takes them apart: one trace serves all, and graphs return them."""

import tensorflow as tf


class Masked(tf.experimental.ExtensionType):
    values: tf.Tensor
    mask: tf.Tensor


class Plain:
    def __init__(self, values, mask):
        self.values = values
        self.mask = mask


@tf.function
def masked(x):
    return tf.reduce_sum(tf.where(x.mask, x.values, 0.0))


@tf.function
def plain(x):  # expect: HYB002 - each object is a trace
    return tf.reduce_sum(tf.where(x.mask, x.values, 0.0))


def made(x):  # expect: HYB001 - a graph returns it
    squared = tf.square(tf.nn.tanh(x)) + tf.sqrt(tf.abs(x) + 1.0) * tf.nn.sigmoid(x - 0.5)
    return Masked(tf.nn.softplus(squared * 2.0) - tf.reduce_mean(squared), squared > 0.5)


def kept(x):
    squared = tf.square(tf.nn.tanh(x)) + tf.sqrt(tf.abs(x) + 1.0) * tf.nn.sigmoid(x - 0.5)
    return Plain(tf.nn.softplus(squared * 2.0) - tf.reduce_mean(squared), squared > 0.5)


for number in range(100):
    tensor = tf.fill([3], float(number))
    assert masked(Masked(tensor, tensor > 1.0)) is not None
    assert plain(Plain(tensor, tensor > 1.0)) is not None
    assert made(tensor).mask is not None
    assert kept(tensor).mask is not None
assert masked.experimental_get_tracing_count() == 1
assert plain.experimental_get_tracing_count() == 100
eager, graph = made(tf.ones(3)), tf.function(lambda x: made(x))(tf.ones(3))
assert isinstance(graph, Masked)
assert bool(tf.reduce_all(graph.mask == eager.mask))

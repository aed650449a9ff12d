"""Lambdas that data sets and `tf.function` take run as graphs: what stands in them is told as it is in a `def`."""

import random

import numpy as np
import tensorflow as tf

log = []
data = tf.data.Dataset.from_tensor_slices(tf.reshape(tf.range(8.0), (4, 2)))


def refused(make):
    try:
        make()
    except Exception:
        return True
    return False


assert refused(lambda: data.map(lambda x: x.numpy()))  # expect: HYB007 - a tensor of a graph has no value
assert refused(lambda: data.map(lambda x: np.exp(x)))  # expect: HYB007
assert refused(lambda: data.filter(lambda x: bool(x[0] > 0)))  # expect: HYB007
assert refused(lambda: data.map(lambda x: open(x)))  # expect: HYB007
assert refused(lambda: data.batch(2).map(lambda x: tf.zeros((x.shape[0], 2))))  # expect: HYB021

drawn = data.map(lambda x: tf.zeros(()) + random.random())  # expect: HYB011
assert len({float(each) for each in drawn}) == 1
logged = data.map(lambda x: (log.append(1), x)[1])  # expect: HYB004
assert len(list(logged)) == 4 and len(log) == 1

# What runs as Python at each call, and what is asked for no value.
assert len(list(data.map(lambda x: tf.numpy_function(lambda t: np.exp(t), [x], tf.float32)))) == 4
assert len(list(data.map(lambda x: tf.py_function(lambda t: t.numpy() + 1, [x], tf.float32)))) == 4
assert len({float(each) for each in data.map(lambda x: tf.random.uniform(()))}) > 1
assert len(list(data.map(lambda x: tf.zeros((x.shape[0], 2))))) == 4
assert len([each.numpy() for each in map(lambda x: x + 1, data)]) == 4

make = tf.function(lambda x: tf.Variable(0.0) + x)  # expect: HYB006
assert refused(lambda: make(tf.ones(2)) + make(tf.ones(3)))
signed = tf.function(lambda x: x + 1, input_signature=[tf.TensorSpec([None], tf.float32)])  # expect: HYB014
assert refused(lambda: signed(tf.ones(2, tf.int32)))

traces = []
scaled = tf.function(lambda number, x: (traces.append(1), x * number)[1])  # expect: HYB002, HYB004
for number in range(10):
    scaled(number, tf.ones(2))
assert len(traces) == 10


def within():
    """A lambda in a graph is part of that graph: told once."""

    @tf.function
    def mapped(x):
        return tf.map_fn(lambda y: y.numpy(), x)  # expect: HYB007

    mapped(tf.ones((3, 2)))


assert refused(within)

"""What TensorFlow hands to the functions that it is given are tensors of the graph, wherever that function stands."""

import os

import numpy as np
import tensorflow as tf


def refused(function, *given):
    try:
        function(*given)
    except Exception:
        return True
    return False


def value(y):
    return y.numpy()


@tf.function
def mapped(x):
    return tf.map_fn(value, x)  # expect: HYB007


@tf.function
def paired(x, z):
    return tf.map_fn(lambda pair: np.exp(pair[0]) + pair[1], (x, z), fn_output_signature=tf.float32)  # expect: HYB007


@tf.function
def scanned(x):
    return tf.scan(lambda total, each: total + np.exp(each), x)  # expect: HYB007


@tf.function
def chosen(x):
    return tf.cond(tf.reduce_all(x > 0), lambda: x.numpy(), lambda: x)  # expect: HYB007


@tf.function
def as_python(x):
    return tf.map_fn(lambda y: tf.numpy_function(value_of_array, [y], tf.float32), x)


def value_of_array(y):
    return np.exp(y)


@tf.function
def of_texts(path):
    return os.path.join("folder", path)  # expect: HYB007


@tf.function
def of_known_texts(x, path):
    return x + 1.0 if os.path.basename(path) == "folder" else x


rows, column = tf.ones((3, 2)), tf.ones(3)
assert refused(mapped, rows)
assert refused(paired, rows, column)
assert refused(scanned, rows)
assert refused(chosen, rows)
assert as_python(rows).shape[0] == 3
assert refused(of_texts, tf.constant("file"))
assert float(of_known_texts(tf.ones(()), "folder")) == 2.0

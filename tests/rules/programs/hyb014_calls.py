"""A signature converts Python numbers and arrays, but no tensors; a call in a `try` for it is left alone."""
import numpy as np
import tensorflow as tf

SIGNATURE = [tf.TensorSpec([None, 3], tf.float32)]


class Model:
    @tf.function(input_signature=SIGNATURE)
    def serve(self, x):  # expect: HYB014 - int32
        return x * 2.0

    @tf.function(input_signature=SIGNATURE)
    def good(self, x):
        return x * 2.0

    @tf.function(input_signature=SIGNATURE)
    def option(self, x, training=False):  # expect: HYB014 - another value than the default
        return x * (2.0 if training else 1.0)


def scale(x):  # expect: HYB014 - four columns
    return x * 2.0


scaled = tf.function(scale, input_signature=SIGNATURE)


def both(x, y):  # expect: HYB014 - one specification for two parameters
    return x + y


def doubled(x):
    return x * 2.0


def weighted(x, y):
    return x * y


@tf.function(input_signature=[tf.TensorSpec([], tf.int64)])
def mapped(x):
    return x + 1


@tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
def mapped_otherwise(x):  # expect: HYB014 - the data set has int64
    return x + 1.0


@tf.function(input_signature=SIGNATURE)
def tried(x):
    return x * 2.0


@tf.function(input_signature=SIGNATURE)
def converted(x):
    return x * 2.0


@tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
def places(x):
    return x + 1


@tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
def looked_up(x):  # expect: HYB014 - rows of a table of float32
    return x + 1


@tf.function(input_signature=3 * [tf.TensorSpec((3,))])
def summed(x, y, z):
    return x + y + z


def refused(call):
    try:
        call()
    except TypeError as error:
        return "Binding inputs to tf.function failed" in str(error) or "input_signature" in str(error)
    return False


model = Model()
# The signature is for the function that is chosen, of which it asks nothing that is missing.
chosen = tf.function(doubled if len(SIGNATURE) == 1 else weighted, input_signature=SIGNATURE)
assert chosen(tf.ones((2, 3))).shape == (2, 3)
places(tf.nn.embedding_lookup(tf.constant([3, 4, 5]), [0, 2]))
assert refused(lambda: looked_up(tf.nn.embedding_lookup(tf.constant([3.0, 4.0, 5.0]), [0, 2])))
assert refused(lambda: model.serve(tf.ones((2, 3), tf.int32)))
assert model.good(tf.ones((2, 3))).shape == (2, 3)
assert model.option(tf.ones((2, 3)), training=False).shape == (2, 3)
assert refused(lambda: model.option(tf.ones((2, 3)), True))
assert refused(lambda: scaled(tf.ones((2, 4))))
assert refused(lambda: tf.function(both, input_signature=SIGNATURE))
assert list(tf.data.Dataset.range(2).map(mapped).as_numpy_iterator()) == [1, 2]
assert refused(lambda: tf.data.Dataset.range(2).map(mapped_otherwise))
try:
    tried(tf.ones(3))
    raise AssertionError("it is not refused")
except TypeError:
    pass
assert converted([[1, 2, 3]]).dtype == tf.float32
assert converted(np.ones((2, 3))).dtype == tf.float32
assert summed(tf.ones(3), tf.ones(3), tf.ones(3)).shape == (3,)

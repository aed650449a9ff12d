"""A value that one of several tests lets through is one of those kinds, and what may be a dictionary is no array."""
import numpy as np
import tensorflow as tf


@tf.function
def clip(boxes, size):
    if isinstance(size, list) or isinstance(size, tuple):
        height, width = size
    else:
        height, width = tf.unstack(size)
    return tf.minimum(boxes, tf.stack([height, width]))


@tf.function
def rest(size):
    if not (isinstance(size, tuple) or tf.is_tensor(size)) or size is None:
        return tf.zeros(())
    height, width = size  # expect: HYB007 - it may be a tensor
    return height + width


@tf.function
def relabelled(record, x):
    found = record.copy()
    found["boxes"] = x * 2.0
    return found["boxes"]


boxes = tf.constant([1.0, 5.0])
clip(boxes, (2.0, 2.0))
clip(boxes, [2.0, 2.0])
assert clip(boxes, tf.constant([2.0, 3.0])).numpy().tolist() == [1.0, 3.0]
try:
    rest(tf.constant([2.0, 3.0]))
except tf.errors.OperatorNotAllowedInGraphError:
    pass
else:
    raise AssertionError("a tensor was unpacked")
relabelled({"boxes": tf.ones(2)}, tf.ones(2))
for record in (np.ones(2), {"boxes": tf.ones(2)}):
    if isinstance(record, dict):
        relabelled(record, tf.ones(2))


class Sized(tf.keras.layers.Layer):
    def build(self, shape):
        self.size = shape[-1]
        super().build(shape)

    def call(self, x):
        return x * float(self.size)


sized = Sized()


@tf.function
def in_rounds(x):
    total = x
    for _ in tf.range(3):
        total = total + sized(x)
    return total


assert float(tf.reduce_sum(in_rounds(tf.ones(2)))) == 14.0


def doubled(values, divided):
    given = tf.is_tensor(values)
    result = tf.convert_to_tensor(values) * 2.0
    if not given:
        result = result.numpy()
    if divided:
        result = result.numpy() / 2.0
    return result


class Doubled(tf.keras.layers.Layer):
    """Keras makes tensors of the arrays that a layer is called with."""

    def call(self, inputs, divided=False):
        return doubled(inputs, divided)


doubling, ones = Doubled(), np.ones(2)


@tf.function
def of_an_array():
    return doubling(ones)


@tf.function
def of_an_array_divided():
    return doubling(ones, divided=True)  # expect: HYB007 - no test has asked what it is


assert of_an_array().numpy().tolist() == [2.0, 2.0]
assert doubled(ones, False).tolist() == [2.0, 2.0]
try:
    of_an_array_divided()
except (AttributeError, NotImplementedError):
    pass
else:
    raise AssertionError("a tensor gave an array while it was traced")

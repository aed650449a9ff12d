"""Dtypes that TensorFlow refuses, eagerly and in a graph, and what it converts."""

from collections.abc import Callable

import numpy as np
import tensorflow as tf


def refused(work: Callable[[], object]) -> bool:
    try:
        work()
    except (tf.errors.InvalidArgumentError, TypeError, ValueError):
        return True
    return False


single, double = tf.ones((2, 3)), tf.ones((2, 3), tf.float64)
counts = tf.constant([1, 2, 3])
variable = tf.Variable(tf.zeros((2, 3)))
assert refused(lambda: single * double)  # expect: HYB018 - float32 and float64
assert refused(lambda: single + counts)  # expect: HYB018 - float32 and int32
assert refused(lambda: variable - double)  # expect: HYB018 - a variable is no other
assert refused(lambda: tf.matmul(single, double, transpose_b=True))  # expect: HYB018 - a function
assert refused(lambda: tf.maximum(single, counts))  # expect: HYB018 - another one

# An array or a Python number takes the dtype of the tensor.
assert not refused(lambda: single * np.ones((2, 3)))
assert not refused(lambda: single * 2)
assert not refused(lambda: double * 2.5)
assert not refused(lambda: tf.cast(counts, tf.float32) * single)
assert not refused(lambda: tf.constant(1.5, "float") * single)
# NumPy gives a Python number where it is not told a size.
assert not refused(lambda: tf.Variable(np.random.randn()) * single)
# An array that is changed in place keeps its dtype.
changed = np.ones((2, 3), np.float32)
changed += np.random.normal(size=(2, 3))
assert not refused(lambda: tf.constant(changed) * single)
# An array of Python objects makes a tensor of what they are.
words = tf.constant(np.array(["a", "b"], dtype=object))
assert not refused(lambda: tf.concat([words, tf.constant(["c"])], 0))
assert not refused(lambda: tf.add(tf.constant("a"), next(iter(tf.data.Dataset.from_tensor_slices(words)))))
assert not refused(lambda: tf.ones(2) + np.array([1.0, 2.0], dtype=object))
# A Python number before a tensor takes its dtype, too.
assert not refused(lambda: (1.0 / double) * double)
# Tensors in a tuple take the dtype of the tensor beside it.
whole = tf.constant(2)
assert not refused(lambda: single[:, :2] * (whole, whole) + tf.maximum(single[:, :2], [whole, whole]))
assert not refused(lambda: tf.clip_by_value(single[:, :2], 0.0, (whole, whole)))
assert refused(lambda: single * whole)  # expect: HYB018 - the tensor by itself does not
# A Python float becomes no integer, also if it is a whole number.
assert refused(lambda: counts * 1.5)  # expect: HYB018 - after the tensor
assert refused(lambda: 2.0 - counts)  # expect: HYB018 - before it
assert refused(lambda: counts < 1.5)  # expect: HYB018 - compared
assert refused(lambda: counts != 1.5)  # expect: HYB018 - for equality
assert refused(lambda: single < double)  # expect: HYB018 - two tensors
assert refused(lambda: [1.0, 2.0, 3.0] * counts)  # expect: HYB018 - in a list
assert refused(lambda: [1.0] * whole)  # expect: HYB018 - a list leaves it to the tensor
assert not refused(lambda: whole * [1.0])
assert not refused(lambda: counts * 2 + [1, 2, 3])
assert not refused(lambda: [single[0, 0]] * whole)
assert not refused(lambda: counts / 2)
# Not everything that takes several numbers wants them of one dtype.
assert not refused(lambda: tf.image.crop_to_bounding_box(tf.ones((4, 4, 3)), tf.constant(0), tf.constant(0), 2, 2))
# What is cropped keeps its dtype, whatever the offsets are, also where nobody knows it.
enlarged = tf.image.resize(tf.ones((4, 4, 3)), (8, 8), method=tf.image.ResizeMethod.BILINEAR)
cut = tf.image.crop_to_bounding_box(enlarged, tf.constant(0), tf.constant(0), 2, 2)
padded = tf.image.pad_to_bounding_box(cut, tf.constant(0), tf.constant(0), 4, 4)
assert not refused(lambda: padded / 255.0 + single[0, 0])
wide = tf.image.crop_to_bounding_box(tf.ones((4, 4, 3), tf.float64), tf.constant(0), tf.constant(0), 2, 2)
assert refused(lambda: wide + single[0, 0])  # expect: HYB018 - the image decides


@tf.function
def weighted(x: tf.Tensor) -> tf.Tensor:
    return x * double  # expect: HYB018 - in a graph


assert refused(lambda: weighted(single))


def either(x: tf.Tensor) -> tf.Tensor:
    """One of the types that arrive is right, so nothing is said."""
    return x * double


assert refused(lambda: either(single))
assert not refused(lambda: either(double))


def by_dtype(x: tf.Tensor) -> tf.Tensor:
    """The program asks first."""
    if x.dtype == tf.float64:
        return x * double
    return x


assert not refused(lambda: by_dtype(single))
# A list without members becomes a tensor of any dtype.
assert not refused(lambda: tf.constant([], tf.string))
assert not refused(lambda: tf.constant([[], []], dtype=tf.int64))
assert not refused(lambda: tf.convert_to_tensor([], tf.bool))
assert not refused(lambda: tf.Variable([], dtype=tf.int32))
assert not refused(lambda: tf.constant([word for word in ("a", "b") if word > "b"], tf.int32))
assert not refused(lambda: tf.constant([1, 2], tf.float32) * tf.constant(True, tf.float32))
assert not refused(lambda: variable.assign(np.zeros((2, 3))))
assert not refused(lambda: tf.where(single > 0.5, single, 0))
assert refused(lambda: tf.constant(1.0, tf.int32))  # expect: HYB018 - a fraction is no integer
assert refused(lambda: tf.constant(["a"], tf.int32))  # expect: HYB018 - nor is a text
assert refused(lambda: variable.assign(double))  # expect: HYB018 - a variable keeps its dtype
# Python formats a text, whatever it holds.
assert "%.1f" % tf.reduce_sum(single) == "6.0"
assert b"%.1f" % tf.reduce_sum(single) == b"6.0"
assert "%d %s" % (whole, "a") == "2 a"
assert refused(lambda: single + "a")  # expect: HYB018 - a text among numbers
assert refused(lambda: 1j * single)  # expect: HYB018 - a complex number among floats
assert refused(lambda: tf.bitcast(single, tf.int32) + single)  # expect: HYB018 - the bits of a float32 as an integer
assert not refused(lambda: tf.bitcast(single, tf.int32) + tf.bitcast(single, tf.int32))

"""Tensors in a list are packed as the tensor beside them is; tensors themselves are not cast."""
import tensorflow as tf

whole = tf.constant([2, 3])
wide = tf.constant([4, 5], tf.int64)


def shape_of(x):
    return tf.concat([[tf.shape(x)[0], tf.shape(x)[1]], wide], 0)


def alone(x):
    return tf.concat([[tf.shape(x)[0]], [tf.size(x)]], 0)


def refused():
    return tf.concat([whole, wide], 0)  # expect: HYB018 - neither is a list


assert shape_of(tf.ones((2, 3))).dtype == tf.int64
assert alone(tf.ones((2, 3))).numpy().tolist() == [2, 6]
try:
    refused()
except tf.errors.InvalidArgumentError:
    pass
else:
    raise AssertionError("refused")

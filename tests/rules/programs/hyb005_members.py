"""Recursion into the members of a structure ends with the structure."""
import tensorflow as tf


@tf.function
def total(parts, weight):
    if isinstance(parts, (list, tuple)):
        return tf.add_n([total(each, weight) for each in parts])
    return tf.reduce_sum(parts) * weight


@tf.function
def power(x, number):  # expect: HYB005 - a trace for each level
    if number == 0:
        return tf.ones_like(x)
    return x * power(x, number - 1)


x = tf.constant([1.0, 2.0])
assert float(total([x, [x, x]], tf.constant(2.0))) == 18.0
assert float(power(x, 3)[1]) == 8.0

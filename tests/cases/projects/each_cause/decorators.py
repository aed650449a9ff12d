"""Several causes at one decorator."""

import tensorflow as tf


@tf.function(experimental_relax_shapes=True, experimental_attributed=1)
def power(x, n):  # expect: HYB002, HYB015, HYB015 - numbers that change, and two arguments
    for _ in range(n):
        x = x * 1.5
    return x


@tf.function(experimental_compile=True)
def inner(x):  # expect: HYB015
    print(x)  # expect: HYB004
    return tf.nn.relu(x) * 2.0


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32), tf.TensorSpec([None], tf.float32)])
def added(x, y):  # expect: HYB014, HYB014 - two calls are refused, each for another parameter
    return x + y


for number in range(10):
    power(tf.ones(3), number)
    inner(tf.ones(3))
added(tf.constant([1]), tf.constant([1.0]))
added(tf.constant([1.0]), tf.constant([[1.0]]))

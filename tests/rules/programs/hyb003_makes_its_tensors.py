"""What makes its tensors itself and computes with them gains as a graph; a single operation does not."""

import time

import tensorflow as tf


@tf.function
def mask(count, height, width):
    x = tf.linspace(-1.0, 1.0, width)[None, None, :]
    y = tf.linspace(-1.0, 1.0, height)[None, :, None]
    center = tf.random.uniform([2, count, 1, 1], -0.5, 0.5)
    radius = tf.random.uniform([count, 1, 1], 0.1, 0.4)
    x, y = (x - center[0]) / radius, (y - center[1]) / radius
    return tf.cast(x * x + y * y < 1.0, tf.float32)


@tf.function
def start(count):  # expect: HYB003 - one operation
    return tf.zeros((count, 3))


def seconds(function):
    function(3, 8, 8)
    begin = time.perf_counter()
    for _ in range(200):
        function(3, 8, 8)
    return time.perf_counter() - begin


for _ in range(10):
    mask(3, 8, 8)
    start(3)
assert seconds(mask) < seconds(mask.python_function)

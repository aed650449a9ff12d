"""A number that doubles with each round has few values; one that is counted up has as many as there are rounds."""

import tensorflow as tf


@tf.function
def scaled(x, size):
    return tf.reduce_sum(x) * size


@tf.function
def counted(x, size):  # expect: HYB002 - each number is a trace
    return tf.reduce_sum(x) * size


def targets(x, masks):
    found = []
    size = number = 13
    for mask in masks:
        found.append(scaled(x * mask, size) + counted(x * mask, number))
        print(size)
        size *= 2
        number += 1
    return found


for _ in range(3):
    targets(tf.ones(3), tf.unstack(tf.ones((6, 3))))
assert scaled.experimental_get_tracing_count() == 6
assert counted.experimental_get_tracing_count() == 6

"""A loop of a round or two is as good as calls one after the other: no reason for a graph, nor for a second trace."""

import tensorflow as tf

w = tf.Variable([[0.1, 0.2], [0.3, 0.4]])


def computed(x):
    y = tf.matmul(tf.nn.relu(tf.matmul(x, w)), w) + tf.exp(x) * tf.sin(x) - tf.cos(x)
    return tf.reduce_mean(tf.square(y) + tf.tan(x) / tf.sqrt(x))


def once(x):
    return computed(x) * 2.0


def twice(x):
    return computed(x) * 3.0


def for_two(x):
    return computed(x) * 4.0


def often(x):  # expect: HYB001 - the loop around the short one counts
    return computed(x) * 5.0


@tf.function
def numbered(x, n):
    return x * n


@tf.function
def written(x, n):
    return x * n


@tf.function
def many(x, n):  # expect: HYB002
    return x * n


@tf.function
def apart(x, n):  # expect: HYB002 - no loop makes these two
    return x * n


class Scale:
    by = 2.0


@tf.function
def scaled(x, scale):
    return x * scale.by


@tf.function
def rescaled(x, scale):  # expect: HYB002
    return x * scale.by


a = tf.ones((2, 2))
for _ in range(1):
    once(a)
for _ in range(2):
    twice(a)
for x in (a, 2.0 * a):
    for_two(x)
for _ in range(100):
    for _ in range(2):
        often(a)
for i in range(2):
    numbered(a, i)
for i in (1, 2):
    written(a, i)
for i in range(10):
    many(a, i)
apart(a, 1)
apart(a, 2)
for i in range(2):
    scaled(a, Scale())
for i in range(20):
    rescaled(a, Scale())

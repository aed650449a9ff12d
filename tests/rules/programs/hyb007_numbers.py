"""`int` and `float` of a tensor are converted to a tensor; where Python needs a number, that raises."""

import math

import tensorflow as tf


@tf.function
def converted(x):
    size = int(x)
    zeros = tf.zeros([int(x)])
    total = 0
    for _ in range(size):
        total = total + 1
    if int(x) % 2 == 1:
        total = total + 1
    return total, zeros, float(x) + 1.0


@tf.function(autograph=True)
def of_a_helper(x):
    return rounded(tf.abs(x)) + 1


def rounded(x):
    return int(x)


@tf.autograph.experimental.do_not_convert
def unconverted(x):
    return of_a_helper(x)


@tf.function
def mapped(x):
    return unconverted(x) + tf.constant(0)


@tf.function
def indexed(x):
    return [1, 2, 3, 4][int(x)]  # expect: HYB007 - a list needs an index


@tf.function
def named(x):
    place = int(x)  # expect: HYB007 - a list needs an index
    return [1, 2, 3, 4][:place]


@tf.function
def formatted(x):
    return "%d" % int(x)  # expect: HYB007 - a text needs a number


@tf.function
def rooted(x):
    return math.sqrt(float(x))  # expect: HYB007 - Python's mathematics needs a number


@tf.function
def raised(x):
    return math.exp(x)  # expect: HYB007 - Python's mathematics needs a number


@tf.function
def multiplied(x):
    return tf.sin(x) + math.prod([x, x])


three = tf.constant(3.7)
total, zeros, more = converted(three)
assert total == 4 and zeros.shape == (3,) and more > 4.6
assert mapped(three) == of_a_helper(three) == 4
assert 13.1 < multiplied(three) < 13.2
for function in (indexed, named, formatted, rooted, raised):
    try:
        function(three)
    except TypeError:
        continue
    raise AssertionError(function)

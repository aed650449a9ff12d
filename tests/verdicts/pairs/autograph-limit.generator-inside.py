# A generator inside keeps AutoGraph from converting anything in the function.
import tensorflow as tf


def breaks(x):
    def halves():
        for power in range(2):
            yield 0.5**power

    x = x + sum(halves())
    if tf.reduce_sum(x) > 3.5:
        x = x - 1.0
    return x


def works(x):
    x = x + sum(0.5**power for power in range(2))
    if tf.reduce_sum(x) > 3.5:
        x = x - 1.0
    return x


for scale in (0.0, 8.0, 1.0):
    print(breaks(scale * tf.ones(2)).numpy(), works(scale * tf.ones(2)).numpy())

# A helper that always raises, called under a condition on a tensor: every trace comes to it. One that warns returns.
import tensorflow as tf


def give_up(name):
    raise ValueError(f"{name} is too large")


def warn(name):
    return len(name)


def breaks(x):
    if tf.reduce_max(x) > 100.0:
        give_up("x")
    return tf.tanh(x) * 2.0 + tf.sin(x)


def works(x):
    if tf.reduce_max(x) > 100.0:
        warn("x")
    return tf.tanh(x) * 2.0 + tf.sin(x)


for number in (1.0, 2.0, 3.0):
    print(breaks(number * tf.ones(2)).numpy(), works(number * tf.ones(2)).numpy())

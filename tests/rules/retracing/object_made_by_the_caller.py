# HYB002: each call of `step` makes the object that it passes itself, in no loop of its own
import tensorflow as tf


class Options:
    def __init__(self, scale):
        self.scale = scale


@tf.function
def f(x, options):
    return x * options.scale


def step(x):
    options = Options(2.0)
    return f(x, options)


for _ in range(4):
    step(tf.ones(3))

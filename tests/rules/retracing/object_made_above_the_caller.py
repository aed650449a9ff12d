# silent: `train` makes the object once, and the function that it hands it to is called in a loop
import tensorflow as tf


class Options:
    def __init__(self, scale):
        self.scale = scale


@tf.function
def f(x, options):
    return x * options.scale


def step(x, options):
    return f(x, options)


def train(x):
    options = Options(2.0)
    for _ in range(4):
        x = step(x, options)


train(tf.ones(3))

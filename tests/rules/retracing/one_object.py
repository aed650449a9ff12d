# silent: always the same object
import tensorflow as tf


class Options:
    def __init__(self, scale):
        self.scale = scale


@tf.function
def f(x, options):
    return x * options.scale


options = Options(2.0)
for _ in range(4):
    f(tf.ones(3), options)

# HYB002: objects of this class are equal where their numbers are
import tensorflow as tf


class Options:
    def __init__(self, scale):
        self.scale = scale

    def __eq__(self, other):
        return isinstance(other, Options) and self.scale == other.scale

    def __hash__(self):
        return hash(self.scale)


@tf.function
def f(x, options):
    return x * options.scale


one, two, three = Options(1.0), Options(2.0), Options(3.0)
f(tf.ones(2), one)
f(tf.ones(2), two)
f(tf.ones(2), three)

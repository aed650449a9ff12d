# silent: made three times, which is few
import tensorflow as tf


def train(x, rate):
    @tf.function
    def f(x):
        return x * rate

    return f(x)


def both(rate):
    train(tf.ones(3), rate)


both(0.1)
both(0.2)
both(0.3)

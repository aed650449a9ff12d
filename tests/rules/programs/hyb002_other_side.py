"""What is made on the other side of a test is not made for the call that stands on this one."""

import tensorflow as tf


class Model:
    def __init__(self):
        self.weight = tf.Variable(1.0)


@tf.function
def kept(model, x):
    return tf.reduce_sum(x) * model.weight


@tf.function
def renewed(model, x):  # expect: HYB002 - each round has a model of its own
    return tf.reduce_sum(x) * model.weight


def train(plain):
    model = Model()
    for _ in range(10):
        x = tf.ones(3)
        if plain:
            kept(model, x)
        else:
            model = Model()
            print(model.weight)
    for _ in range(10):
        if plain:
            model = Model()
            renewed(model, tf.ones(3))


train(True)
train(False)
assert kept.experimental_get_tracing_count() == 1
assert renewed.experimental_get_tracing_count() == 10

# silent: the outer function is called once
import tensorflow as tf


def train():
    @tf.function
    def f(y):
        return y * 2.0

    for _ in range(4):
        f(tf.ones(3))


train()

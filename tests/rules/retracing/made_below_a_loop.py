# HYB002: a new function in each round, two calls below the loop
import tensorflow as tf


def train(x):
    @tf.function
    def f(x):
        return x * 2.0

    return f(x)


def epoch():
    return train(tf.ones(3))


for _ in range(4):
    epoch()

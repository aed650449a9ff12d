# HYB002: the function that calls defines a function each time
import tensorflow as tf


@tf.function
def f(x, transform):
    return transform(x)


def run(x):
    def double(y):
        return y * 2.0

    return f(x, double)


for _ in range(4):
    run(tf.ones(3))

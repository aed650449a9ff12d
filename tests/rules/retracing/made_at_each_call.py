# HYB002: made anew at each call of the outer function
import tensorflow as tf


def outer(x):
    @tf.function
    def f(y):
        return y * 2.0

    return f(x)


for _ in range(4):
    outer(tf.ones(3))

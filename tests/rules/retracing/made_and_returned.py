# silent: the caller keeps it
import tensorflow as tf


def make():
    @tf.function
    def f(y):
        return y * 2.0

    return f


step = make()
for _ in range(4):
    step(tf.ones(3))

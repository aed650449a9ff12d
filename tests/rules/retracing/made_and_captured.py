# silent: the function that is returned keeps it
import tensorflow as tf


def make():
    def f(y):
        return y * 2.0

    f = tf.function(f)

    def run(y):
        return f(tf.convert_to_tensor(y))

    return run


def descend():
    step = make()
    for _ in range(4):
        step([1.0, 2.0])


for _ in range(2):
    descend()

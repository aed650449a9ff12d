# silent: one round passes its number and is the last
import tensorflow as tf


@tf.function
def f(x, number):
    return x * tf.cast(number, tf.float32)


def run():
    for number in range(9):
        if number * number > 20:
            return f(tf.ones(3), number)
    return None


run()

# silent: what a comprehension goes through is evaluated once
import tensorflow as tf


def rows(count):
    @tf.function
    def f(x):
        return x * 2.0

    return list(f(tf.ones((count, 3))))


values = [float(row[0]) for row in rows(4)]

# HYB002: the function that calls makes a function each time
import tensorflow as tf


@tf.function
def f(x, transform):
    return transform(x)


def run(x):
    return f(x, lambda y: y * 2.0)


for _ in range(4):
    run(tf.ones(3))

# HYB002: unrolled in another graph
import tensorflow as tf


@tf.function
def f(x, i):
    return x * i


@tf.function
def outer(x):
    for i in range(4):
        x = f(x, i)
    return x


for _ in range(3):
    outer(tf.ones(3))

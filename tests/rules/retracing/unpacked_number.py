# HYB002: a number for each round, unpacked from a pair
import tensorflow as tf


@tf.function
def f(x, step):
    return x * step


for round in range(4):
    step, name = round + 1, "step"
    f(tf.ones(3), step)

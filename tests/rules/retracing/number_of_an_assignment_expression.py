# HYB002: a number for each round, assigned in a condition
import tensorflow as tf


@tf.function
def f(x, step):
    return x * step


for round in range(4):
    if (step := 3 * round + 1) > 0:
        f(tf.ones(3), step)

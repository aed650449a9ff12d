# HYB002: a number for each round, in a variable with an annotation
import tensorflow as tf


@tf.function
def f(x, step):
    return x * step


for round in range(4):
    step: int = 2 * round
    f(tf.ones(3), step)

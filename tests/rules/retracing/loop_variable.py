# HYB002: the loop variable
import tensorflow as tf


@tf.function
def f(x, step):
    return x * step


for step in range(6):
    f(tf.ones(3), step)

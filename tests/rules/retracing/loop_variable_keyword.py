# HYB002: the loop variable by keyword
import tensorflow as tf


@tf.function
def f(x, step):
    return x * step


for step in range(2, 12, 2):
    f(tf.ones(3), step=step)

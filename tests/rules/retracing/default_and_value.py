# HYB002: the default and another number, then a third
import tensorflow as tf


@tf.function
def f(x, power=2.0):
    return x**power


f(tf.ones(3))
f(tf.ones(3), 3.0)
f(tf.ones(3), power=4.0)

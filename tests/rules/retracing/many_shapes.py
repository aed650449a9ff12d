# HYB002: four shapes
import tensorflow as tf


@tf.function
def f(x):
    return x * 2.0


f(tf.ones(1))
f(tf.ones(2))
f(tf.ones(3))
f(tf.ones(4))

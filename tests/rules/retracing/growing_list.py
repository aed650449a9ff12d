# HYB002: a list that grows
import tensorflow as tf


@tf.function
def f(values):
    return tf.add_n(values)


values = []
for _ in range(4):
    values.append(tf.ones(3))
    f(values)

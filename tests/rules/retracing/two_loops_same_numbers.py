# HYB002: two loops over the same numbers
import tensorflow as tf


@tf.function
def f(x, i):
    return x * i


for i in range(4):
    f(tf.ones(3), i)
for i in range(4):
    f(tf.zeros(3), i)

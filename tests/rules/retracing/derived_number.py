# HYB002: a number computed from the loop variable
import tensorflow as tf


@tf.function
def f(x, rate):
    return x * rate


for epoch in range(5):
    rate = 0.1 * 0.5**epoch
    f(tf.ones(3), rate)

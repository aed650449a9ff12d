# HYB002: wrapped anew in each round
import tensorflow as tf


def f(x):
    return x * 2.0


for _ in range(4):
    tf.function(f)(tf.ones(3))

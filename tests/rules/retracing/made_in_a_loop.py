# HYB002: made anew in each round
import tensorflow as tf

for _ in range(4):

    @tf.function
    def f(x):
        return x * 2.0

    f(tf.ones(3))

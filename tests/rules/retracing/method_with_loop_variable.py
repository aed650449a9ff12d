# HYB002: a method gets the loop variable
import tensorflow as tf


class Scale:
    @tf.function
    def f(self, x, i):
        return x * i


scale = Scale()
for i in range(4):
    scale.f(tf.ones(3), i)

# silent: a graph and an object for each of three alternatives
import tensorflow as tf


class Scale:
    def __init__(self, factor):
        self.factor = factor

    @tf.function
    def f(self, x):
        return x * self.factor


for factor in (1.0, 2.0, 3.0):
    scale = Scale(factor)
    scale.f(tf.ones(3))

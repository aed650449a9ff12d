# silent: an object keeps its methods that are graphs
import tensorflow as tf


class Model:
    def __init__(self):
        self.scale = 2.0

    @tf.function
    def apply(self, x):
        return x * self.scale


@tf.function
def f(x, transform):
    return transform(x)


model = Model()
for _ in range(4):
    f(tf.ones(3), model.apply)

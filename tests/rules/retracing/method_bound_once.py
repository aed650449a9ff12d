# silent: what is bound before the loop, or kept by an attribute, is there at each call
import tensorflow as tf


class Model:
    def __init__(self):
        self.scale = 2.0
        self.transform = self.apply

    def apply(self, x):
        return x * self.scale


@tf.function
def f(x, transform):
    return transform(x)


model = Model()
bound = model.apply
for _ in range(4):
    f(tf.ones(3), bound)
    f(tf.ones(3), model.transform)

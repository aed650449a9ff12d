# The objects of a class that derives from `dict` have no hash.
import tensorflow as tf


class Store(dict):
    def breaks(self, x):
        return x * self["scale"]


class Holder:
    def __init__(self):
        self.scale = 2.0

    def works(self, x):
        return x * self.scale


one, other = Store(scale=2.0), Holder()
for _ in range(3):
    print(float(one.breaks(tf.constant(1.0))), float(other.works(tf.constant(1.0))))

# An attribute with two leading underscores keeps AutoGraph from converting the method.
import tensorflow as tf


class Filter:
    def __init__(self):
        self.__gain = 2.0
        self.gain = 2.0

    def breaks(self, x):
        if tf.reduce_sum(x) > 0.0:
            x = x * self.__gain
        return x

    def works(self, x):
        if tf.reduce_sum(x) > 0.0:
            x = x * self.gain
        return x


both = Filter()
for sign in (1.0, -1.0, 1.0):
    print(both.breaks(sign * tf.ones(2)).numpy(), both.works(sign * tf.ones(2)).numpy())

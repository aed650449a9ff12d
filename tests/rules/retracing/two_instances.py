# silent: a trace for each of two instances
import tensorflow as tf


class Scale:
    @tf.function
    def f(self, x):
        return x * 2.0


first, second = Scale(), Scale()
for _ in range(4):
    first.f(tf.ones(3))
    second.f(tf.ones(3))

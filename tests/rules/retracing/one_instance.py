# silent: one instance
import tensorflow as tf


class Scale:
    @tf.function
    def f(self, x):
        return x * 2.0


scale = Scale()
for _ in range(4):
    scale.f(tf.ones(3))

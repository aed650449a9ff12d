# silent: made anew for each of two alternatives, and called often
import tensorflow as tf

for factor in (1.0, 2.0):

    @tf.function
    def f(x):
        return x * factor

    for _ in range(10):
        f(tf.ones(3))

# silent: a constant of the module
import tensorflow as tf

RATE = 0.1


@tf.function
def f(x, rate):
    return x * rate


for _ in range(4):
    f(tf.ones(3), RATE)

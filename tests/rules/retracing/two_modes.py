# silent: two modes are two traces
import tensorflow as tf


@tf.function
def f(x, mode):
    if mode == "double":
        return x * 2.0
    return x


f(tf.ones(3), "double")
f(tf.ones(3), "same")
f(tf.ones(3), mode="same")

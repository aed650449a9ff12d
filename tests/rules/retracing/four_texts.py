# HYB002: more texts than modes
import tensorflow as tf


@tf.function
def f(x, unit):
    if unit == "metre":
        return x * 100.0
    return x


f(tf.ones(3), "metre")
f(tf.ones(3), "mile")
f(tf.ones(3), "inch")
f(tf.ones(3), unit="foot")

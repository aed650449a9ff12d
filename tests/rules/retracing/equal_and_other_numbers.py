# HYB002: three values, of which two share a trace
import tensorflow as tf


@tf.function
def f(n):
    return tf.convert_to_tensor(n)


f(1)
f(1.0)
f(2.5)
f(3)

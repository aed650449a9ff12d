# HYB002: a text for each round
import tensorflow as tf


@tf.function
def f(x, tag):
    tf.print(tag, x, output_stream="file:///dev/null")
    return x * 2.0


for i in range(4):
    f(tf.ones(3), f"step {i}")

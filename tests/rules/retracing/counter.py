# HYB002: a counter
import tensorflow as tf


@tf.function
def f(x, count):
    return x + count


count = 0
for batch in tf.data.Dataset.from_tensor_slices(tf.ones((4, 3))):
    f(batch, count)
    count += 1

# silent: the counter is a tensor
import tensorflow as tf


@tf.function
def f(x, count):
    return x + count


count = tf.Variable(0.0)
for _ in range(5):
    f(tf.ones(3), count)
    count.assign_add(1.0)

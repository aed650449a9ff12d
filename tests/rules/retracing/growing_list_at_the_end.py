# silent: the list grows, and is passed once
import tensorflow as tf


@tf.function
def f(values):
    return tf.add_n(values)


values = []
for i in range(4):
    values.append(tf.ones(3))
    if i == 3:
        f(values)

import tensorflow as tf


def subject(x, n):
    if ~n:  # refused: conflicting-dtypes
        return tf.sin(x)
    return tf.cos(x)


for i in range(3):
    print(subject(tf.constant([1.0, 2.0]) + i, tf.constant(i)).numpy())

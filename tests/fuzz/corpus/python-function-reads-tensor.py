import tensorflow as tf


def subject(x):
    total = tf.reduce_sum(x)
    return tf.py_function(lambda e: e + total, [x], tf.float32)  # refused: uncovered


for i in range(3):
    print(subject(tf.constant([1.0, 2.0, 3.0]) + i))

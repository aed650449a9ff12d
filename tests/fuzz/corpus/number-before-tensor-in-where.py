import tensorflow as tf


def subject(x):
    return tf.where(x > 0.5, 0, tf.sin(x) * tf.tanh(x))  # refused: conflicting-dtypes


for value in (0.75, 0.25, -0.5, 1.5, 0.75):
    print(subject(tf.constant(value)).numpy())

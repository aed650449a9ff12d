import tensorflow as tf


def subject(x):
    return tf.experimental.numpy.hstack(tf.sin(x) * tf.tanh(x))  # refused: eager-only-call


for value in (0.75, 0.25, -0.5, 1.5, 0.75):
    print(subject(tf.constant([[value], [value]])).numpy())

import tensorflow as tf


def subject(x):
    return tf.identity_n(tf.sin(x) * tf.tanh(x))[0]  # refused: eager-only-call


for value in (0.75, 0.25, -0.5, 1.5, 0.75):
    print(subject(tf.constant([value, value])).numpy())

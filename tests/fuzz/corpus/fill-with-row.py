import tensorflow as tf


def subject(x):
    return tf.fill((2, 2), [tf.sin(x) * tf.tanh(x) * tf.exp(x)])  # refused: refused-rank


for value in (0.75, 0.25, -0.5, 1.5, 0.75):
    print(subject(tf.constant(value)).numpy())

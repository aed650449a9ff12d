import tensorflow as tf


def subject(x):
    return tf.reshape(tf.sin(x) * tf.tanh(x) * tf.exp(x), -1)  # refused: refused-rank


for value in (0.75, 0.25, -0.5, 1.5, 0.75):
    print(subject(tf.fill((2, 2), value)).numpy())

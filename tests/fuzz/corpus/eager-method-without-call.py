import tensorflow as tf


def subject(x):
    if x.numpy:  # refused: uncovered
        return tf.sin(x) * tf.tanh(x) * tf.exp(x)
    return tf.cos(x)


for value in (0.75, 0.25, -0.5, 1.5, 0.75):
    print(subject(tf.constant(value)).numpy())

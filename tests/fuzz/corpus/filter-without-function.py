import tensorflow as tf


def subject(x):
    return tf.add_n(list(filter(None, [tf.sin(x), tf.tanh(x)])))  # refused: tensor-iteration


for value in (0.75, 0.25, -0.5, 1.5, 0.75):
    print(subject(tf.constant(value)).numpy())

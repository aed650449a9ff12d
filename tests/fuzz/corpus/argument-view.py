import tensorflow as tf


def subject(x, given):  # refused: unusable-argument
    return tf.reduce_sum(tf.stack([x * tf.add_n(list(given)), tf.tanh(x), tf.sin(x) * tf.cos(x)]))


given = {"a": tf.constant(2.0), "b": tf.constant(3.0)}.values()
for value in (0.75, 0.25, -0.5, 1.5, 0.75):
    print(subject(tf.constant(value), given).numpy())

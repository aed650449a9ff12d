import tensorflow as tf


def subject(x, v, n):
    y = x * float(len(n * [1.0]))  # refused: uncovered
    return tf.reduce_sum(tf.stack([y * 1.0, tf.tanh(y), tf.sin(y) * tf.cos(y)]))


for k, (value, rounds) in enumerate([(-0.5, 3), (0.75, 0), (0.75, 1)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())

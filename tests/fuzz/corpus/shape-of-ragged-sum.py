import tensorflow as tf


def subject(x, v, n):
    sums = tf.reduce_sum(x, axis=0)
    y = tf.ones(sums.shape) * 2.0  # refused: uncovered
    return tf.reduce_sum(tf.stack([y * 1.0, tf.tanh(y), tf.sin(y) * tf.cos(y)]))


for value, rounds in [(0.75, 2), (0.25, 0), (-0.5, 1)]:
    print(subject(tf.ragged.constant([[value], [2.0, 3.0]]), tf.constant([0.5]), tf.constant(rounds)).numpy())

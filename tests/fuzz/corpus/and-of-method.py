import tensorflow as tf


def subject(x, v, n):
    x = tf.data.Dataset.range(2).cardinality() and x  # refused: conflicting-dtypes
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(1.5, 1), (-1.0, 1), (0.25, 2), (1.5, 0), (0.6, 2), (-0.5, 3)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())

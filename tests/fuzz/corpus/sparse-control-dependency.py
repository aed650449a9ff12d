import tensorflow as tf


def subject(x, v, n):
    with tf.control_dependencies([tf.sparse.eye(2)]):  # refused: eager-only-call
        y = x * 2.0
    return tf.reduce_sum(tf.stack([y * 1.0, tf.tanh(y), tf.sin(y) * tf.cos(y)]))


for value, rounds in [(0.75, 2), (0.25, 0), (-0.5, 1)]:
    print(subject(tf.constant(value), tf.constant([0.5]), tf.constant(rounds)).numpy())

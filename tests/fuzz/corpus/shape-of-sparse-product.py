import tensorflow as tf


def subject(x, v, n):
    product = x * tf.ones((2, 2))
    y = tf.ones(product.shape) * 2.0  # refused: uncovered
    return tf.reduce_sum(tf.stack([y * 1.0, tf.tanh(y), tf.sin(y) * tf.cos(y)]))


for value, rounds in [(0.75, 2), (0.25, 0), (-0.5, 1)]:
    print(subject(tf.sparse.from_dense([[value, 0.0], [0.0, 2.0]]), tf.constant([0.5]), tf.constant(rounds)).numpy())

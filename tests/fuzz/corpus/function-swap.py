import tensorflow as tf


def subject(x, v, n):
    g1 = tf.sin
    if x > 0.0:  # refused: autograph-limit
        g1 = tf.cos
    x = g1(x)
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())

import tensorflow as tf


def subject(x, v, n):
    if tf.reduce_max(v) > 100.0:
        assert False, 'too large'  # refused: autograph-limit
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for value, rounds in [(0.75, 2), (0.25, 0), (-0.5, 1)]:
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())

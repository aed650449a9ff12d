import tensorflow as tf


def subject(x, v, n):
    c = 0

    def doubled(e):
        nonlocal c  # refused: uncovered
        c += 1
        return e * 2.0

    x = x + tf.reduce_sum(tf.map_fn(doubled, v)) * c
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())

import tensorflow as tf


def h2(x, v, n):
    x = x + tf.py_function(lambda e: e * 2.0, [x], tf.float32)
    return x


def subject(x, v, n):
    for row1 in v:
        x = x + 0.1 * row1
        x = sum([h2(x, v, n) for _ in range(2)]) * 0.5  # refused: uncovered
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.25, 0), (1.5, 1), (-1.0, 2), (0.75, 3)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())

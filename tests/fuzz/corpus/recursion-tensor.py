import tensorflow as tf


def subject(x, v, n):
    def g1(a, k):
        return a if k <= 0 else g1(a + 1.0, k - 1)
    x = g1(x, n)  # refused: autograph-limit
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())

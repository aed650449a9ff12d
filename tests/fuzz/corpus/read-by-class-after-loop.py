import tensorflow as tf


def subject(x, v, n):
    c2 = tf.constant(2.0)

    class K2:
        c2 = None

        def v(self):
            return c2
    for _ in tf.range(n):  # refused: autograph-limit
        c2 = x * 0.5
    x = x + K2().v()
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())

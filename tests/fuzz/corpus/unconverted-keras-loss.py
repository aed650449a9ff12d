import tensorflow as tf
class L(tf.keras.losses.Loss):
    def call(self, t, p):
        d = t - p
        if tf.reduce_sum(d) > 0.0:
            d = d * 2.0
        return d

l = L()


def subject(x, v, n):
    x = l(tf.reshape(x, [1, 1]), tf.ones([1, 1]))  # refused: uncovered
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())

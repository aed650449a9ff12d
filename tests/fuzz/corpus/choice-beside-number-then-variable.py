import tensorflow as tf


def subject(x, v, n):
    def inner1(x):
        x = x + (1.0 if x < 0.0 or x > 1.0 else 2.0)
        x = tf.Variable(1.0) * x
        return x
    x = inner1(x)  # refused: creates-variable
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.25, 0), (1.5, 1), (-1.0, 2), (0.75, 3)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())

import tensorflow as tf


def subject(x, v, n):
    s = (tf.zeros(()), x)
    for r in v:  # refused: uncovered
        s = tuple(each + r * v for each in s)
    x = tf.reduce_sum(s[0]) + tf.reduce_sum(s[1])
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())

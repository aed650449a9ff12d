import tensorflow as tf


def subject(x, v, n):
    s = [tf.zeros(()), tf.zeros(())]
    for r in v:
        x = x + s[0] + s[1]
        for j in range(2):
            s[j] = r * 2.0  # refused: autograph-limit
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())

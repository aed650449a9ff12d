import tensorflow as tf


def subject(x, v, n):
    seen = []
    t, large = x, False
    while t > 0.5:
        t, large = t - 1.0, True
    if large:
        seen.append(1.0)  # refused: autograph-limit
    x = x + float(len(seen))
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for value, rounds in [(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3)]:
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())

import tensorflow as tf


def subject(x, v, n):
    s = {"a": x, (0, 1): v[0]}
    for r in v:  # refused: autograph-limit
        s = {key: each * 0.5 + r for key, each in s.items()}
    x = s["a"] + s[0, 1]
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())

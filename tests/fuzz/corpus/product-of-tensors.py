import tensorflow as tf
import math


def subject(x, v, n):
    x = math.prod([x, 2.0])
    d2 = {"a": x}
    if x > 0.0:  # refused: autograph-limit, uncovered
        d2 = {"b": v[0]}
    x = x + list(d2.values())[0]
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.25, 0), (1.5, 1), (-1.0, 2), (0.75, 3)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())

import tensorflow as tf
import collections

c3 = collections.defaultdict(lambda: 2.0)


def subject(x, v, n):
    def inner1(x):
        x = x + (1.0 if 0.0 < x < 1.0 else 2.0)
        c3["a"] = c3["a"] + 1.0
        x = x * c3["a"]
        return x
    x = inner1(x)  # refused: side-effects
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
    print(c3["a"])

import tensorflow as tf
import collections

c3 = collections.defaultdict(lambda: tf.constant(2.0))


def h1(x, v, n):
    c2 = 0
    if x > 0.5:
        c2 = 1
    if c2 > 0:
        x = x + c3["a"]
    return x


def subject(x, v, n):
    x = sum([h1(x, v, n) for _ in range(2)]) * 0.5  # refused: autograph-limit, side-effects
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.25, 0), (1.5, 1), (-1.0, 2), (0.75, 3)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())

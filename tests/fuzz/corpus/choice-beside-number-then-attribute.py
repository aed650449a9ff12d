import tensorflow as tf
import types

c3 = types.SimpleNamespace(v="a")


def h1(x, v, n):
    x = x + (1.0 if x > 0.0 and x < 1.0 else 2.0)
    x = x + (1.0 if c3.v == "a" else 2.0)
    c3.v = c3.v + "b"
    return x


def subject(x, v, n):
    x = h1(x, v, n)  # refused: side-effects
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.25, 0), (1.5, 1), (-1.0, 2), (0.75, 3)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
    print(c3.v)

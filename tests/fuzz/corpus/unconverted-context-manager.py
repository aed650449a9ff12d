import tensorflow as tf
import contextlib

@contextlib.contextmanager
def scope(a):
    if a > 0.0:
        yield 1.0
    else:
        yield 2.0


def subject(x, v, n):
    with scope(x) as y:  # refused: autograph-limit, uncovered
        x = x * y
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())

import tensorflow as tf
import functools


@functools.total_ordering
class C:
    def __init__(self, a):
        self.a = a
    def __eq__(self, o):
        return self.a == o.a
    def __lt__(self, o):
        return self.a < o.a
    __hash__ = None



def subject(x, v, n):
    x = x + (1.0 if C(x) >= C(0.5) else 2.0)  # refused: uncovered
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())

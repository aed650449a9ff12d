import tensorflow as tf
import contextlib


class C:
    open = True
    def close(self):
        self.open = False


o = C()


def subject(x, v, n):
    with contextlib.closing(o):  # refused: side-effects
        x = x + 1.0
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    o.open = True
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
    print(o.open)
